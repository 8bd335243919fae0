import { basename } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * In-process test servers never crash, so they may skip the wait for the disk. Servers that run as processes of their own
 * are killed by tests; they get a clean environment and do wait.
 */
const asyncCommit = { PGOPTIONS: '-c synchronous_commit=off' };

/** The longest first, or one of them goes on alone at the end. */
const LONG = [
  'hostile',
  'pages',
  'safetyTexts',
  'demo',
  'startup',
  'accessibility',
  'safetyRandom',
  'safety',
  'devWatch',
  'scaffold',
  'durability',
  'shell',
  'list',
  'boardView',
  'studio',
  'form',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = LONG.indexOf(basename(moduleId, '.test.ts'));
  return at < 0 ? LONG.length : at;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** Each project is one kind of test; `npm test` runs them all. Story tests join through .storybook/vitest.config.ts. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // The summary shows a complaint's first lines alone: they are to name what a page wrote to the console.
    chaiConfig: { truncateThreshold: 400 },
    // On a machine that does much else a person would look again, too; the summary names what passed only then.
    retry: 1,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          // To load modules anew for every file takes longer than the tests.
          isolate: false,
          // The first test of a part loads it, beside the stories that are drawn at the same time.
          testTimeout: 30_000,
          // A database of its own is begun in one.
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          globalSetup: './tests/support/server/runSetup.ts',
          env: asyncCommit,
          // As above.
          isolate: false,
          // Many wait for times and processes, which leaves two of them half idle.
          maxWorkers: 2,
          testTimeout: 60_000,
          // Beside two others a server may take longer than the second that is usual.
          expect: { poll: { timeout: 10_000 } },
          // The first of them that asks for it waits until the demo is made.
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          testTimeout: 90_000,
          // The first of them that asks for it waits until the demo is made.
          hookTimeout: 600_000,
          // A page that loads while others do takes longer than the second that is usual.
          expect: { poll: { timeout: 10_000 } },
          env: asyncCommit,
          globalSetup: [
            './tests/support/server/runSetup.ts',
            './tests/support/browser/chromiumSetup.ts',
          ],
          isolate: false,
          // Pages wait for times, servers and each other.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
          environment: 'node',
          // All pages, one after the other.
          testTimeout: 600_000,
          hookTimeout: 300_000,
          env: asyncCommit,
        },
      },
    ],
  },
});
