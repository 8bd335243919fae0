import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type TestUserConfig } from 'vitest/node';
import { readRecord } from './tests/run/record.ts';
import { TEST_MS, WAIT_MS } from './tests/support/server/patience.ts';

const { files } = readRecord();
const secondsOf = ({ moduleId }: TestSpecification): number =>
  files[relative(import.meta.dirname, moduleId).replaceAll('\\', '/')]?.seconds ?? 0;

/** The longest first, or one of them goes on alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}

const withServers: TestUserConfig = {
  environment: 'node',
  globalSetup: ['./tests/support/server/run/runSetup.ts'],
  // To load modules again for every file takes longer than the tests, and files of a worker share a server.
  isolate: false,
  // As many files at once as there are cores.
  maxWorkers: 2,
};

/** Each project is one kind of test; `npm test` runs them all. Story tests join through .storybook/vitest.config.ts. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The summary shows a complaint's first lines alone: they are to name what a page wrote to the console.
    chaiConfig: { truncateThreshold: 400 },
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: WAIT_MS } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...withServers,
          name: 'api',
          setupFiles: ['./tests/support/server/postgres/statementWatch.ts'],
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/processes/**'],
        },
      },
      {
        extends: true,
        test: {
          ...withServers,
          name: 'processes',
          include: ['tests/api/processes/**/*.test.ts'],
          // Each has several servers: they run one after the other, when the others are through.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...withServers,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['./tests/support/server/run/runSetup.ts', './tests/support/browser/chromiumSetup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
});
