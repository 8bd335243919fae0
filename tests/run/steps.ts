/** The steps of the tests: their commands, their predecessors, and the lane in which each runs. */
import type { Lane } from './schedule.ts';

export interface Step {
  name: string;
  command: string[];
  /** Steps that must end before this one may begin. */
  after?: readonly string[];
  lane: Lane;
  /** Matches its test files, which rotate and are arguments of the command. A full run tests them all. */
  rotates?: string;
  /** `full`: only in a full run. `named`: only if named, because few machines meet its requirements. */
  only?: 'full' | 'named';
}

const CODEGEN = ['codegen'];

export const STEPS: readonly Step[] = [
  { name: 'codegen', command: ['node', 'codegen/main.ts'], lane: 'checks' },
  {
    name: 'build',
    command: ['vite', 'build', '--manifest', '--logLevel', 'warn'],
    after: CODEGEN,
    lane: 'checks',
  },
  {
    name: 'size',
    command: ['node', '--import', './server/preload.js'],
    after: ['build'],
    lane: 'checks',
    rotates: 'tests/size/main.ts',
  },
  {
    name: 'unit',
    command: ['vitest', 'run', '--project', 'unit'],
    after: CODEGEN,
    lane: 'checks',
    rotates: 'tests/unit/**/*.test.{ts,tsx}',
  },
  {
    name: 'story',
    command: ['vitest', 'run', '--config', '.storybook/vitest.config.ts'],
    after: CODEGEN,
    lane: 'servers',
    rotates: '{generated/stories,stories}/**/*.stories.tsx',
  },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'], after: CODEGEN, lane: 'checks' },
  { name: 'wings', command: ['npm', 'run', '-s', 'wings'], after: CODEGEN, lane: 'checks' },
  { name: 'types', command: ['npm', 'run', '-s', 'types'], after: CODEGEN, lane: 'checks' },
  { name: 'dead-code', command: ['knip'], after: CODEGEN, lane: 'checks' },
  {
    name: 'api',
    command: ['vitest', 'run', '--project', 'api', '--project', 'processes'],
    after: ['build'],
    lane: 'servers',
    rotates: 'tests/api/**/*.test.ts',
  },
  {
    name: 'browser',
    command: ['vitest', 'run', '--project', 'browser'],
    after: ['build'],
    lane: 'servers',
    rotates: 'tests/browser/**/*.test.ts',
  },
  {
    name: 'cluster',
    command: ['node', 'tests/cluster/main.ts', '--if-found'],
    lane: 'servers',
    only: 'full',
  },
  {
    name: 'bench',
    command: ['node', '--import', './server/preload.js', 'bench/main.ts', '--mini'],
    lane: 'servers',
    only: 'full',
  },
  { name: 'browsers', command: ['vitest', 'run', '--project', 'browsers'], lane: 'servers', only: 'named' },
];

export const isVitest = ({ command }: Step): boolean => command[0] === 'vitest';
