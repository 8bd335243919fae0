import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification, type TestUserConfig } from 'vitest/node';
import { readRecord } from './tests/run/record.ts';
import { TEST_MS, WAIT_MS } from './tests/support/server/patience.ts';

const record = readRecord();
const secondsOf = ({ moduleId }: TestSpecification): number =>
  record[relative(import.meta.dirname, moduleId).replaceAll('\\', '/')]?.seconds ?? 0;

/** Runs the longest files first, or one of them would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}

const withServers: TestUserConfig = {
  environment: 'node',
  globalSetup: ['./tests/support/server/run/runSetup.ts'],
  // Loading modules again for every file takes longer than the tests, and files of a worker share a server.
  isolate: false,
  // Number of test files that run at a time, one for each core.
  maxWorkers: 2,
};

/**
 * Each project is one kind of test, and `npm test` runs them all. Story tests are added by .storybook/vitest.config.ts.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The summary only shows the first lines of an error. They must contain what a page wrote to the console.
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
          // Each test has several servers. They run one after the other, after all other tests.
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
