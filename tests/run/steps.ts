/** The steps of the tests: their commands, their predecessors, and the number of cores that each uses. */
export interface Step {
  name: string;
  command: string[];
  /** Steps that must end before this one may begin. */
  after?: readonly string[];
  /** Number of cores per file. Files with servers, databases or browsers run in parallel on all cores. */
  cores: 1 | 2;
  /** Matches its test files, which rotate. A full run tests them all. */
  rotates?: string;
  /** `full`: only in a full run; `named`: needs what few machines have, and runs only when named. */
  only?: 'full' | 'named';
}

const CODEGEN = ['codegen'];

export const STEPS: readonly Step[] = [
  { name: 'codegen', command: ['node', 'codegen/main.ts'], cores: 2 },
  { name: 'unit', command: ['vitest', 'run', '--project', 'unit'], after: CODEGEN, cores: 1 },
  { name: 'build', command: ['vite', 'build', '--manifest', '--logLevel', 'warn'], after: CODEGEN, cores: 1 },
  {
    name: 'story',
    command: ['vitest', 'run', '--config', '.storybook/vitest.config.ts'],
    after: CODEGEN,
    cores: 1,
    rotates: '{generated/stories,stories}/**/*.stories.tsx',
  },
  { name: 'lint', command: ['npm', 'run', '-s', 'lint'], after: CODEGEN, cores: 1 },
  { name: 'wings', command: ['npm', 'run', '-s', 'wings'], after: CODEGEN, cores: 1 },
  { name: 'types', command: ['npm', 'run', '-s', 'types'], after: CODEGEN, cores: 1 },
  { name: 'dead-code', command: ['knip'], after: CODEGEN, cores: 1 },
  {
    name: 'size',
    command: ['node', '--import', './server/preload.js', 'tests/size/main.ts'],
    after: ['build'],
    cores: 1,
  },
  {
    name: 'api',
    command: ['vitest', 'run', '--project', 'api', '--project', 'processes'],
    after: ['build'],
    cores: 2,
    rotates: 'tests/api/**/*.test.ts',
  },
  {
    name: 'browser',
    command: ['vitest', 'run', '--project', 'browser'],
    after: ['build'],
    cores: 2,
    rotates: 'tests/browser/**/*.test.ts',
  },
  { name: 'cluster', command: ['node', 'tests/cluster/main.ts', '--if-found'], cores: 2, only: 'full' },
  {
    name: 'bench',
    command: ['node', '--import', './server/preload.js', 'bench/main.ts', '--mini'],
    cores: 2,
    only: 'full',
  },
  { name: 'browsers', command: ['vitest', 'run', '--project', 'browsers'], cores: 2, only: 'named' },
];

/** The parts of a full run whose commits are stored. */
export const FULL_PARTS = ['unit', 'story', 'api', 'browser'];

export const isVitest = ({ command }: Step): boolean => command[0] === 'vitest';
