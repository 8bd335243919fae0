import { defineConfig } from 'vitest/config';

/**
 * Nobody turns the power off under these servers. Those that run as processes of their own get a clean environment: they
 * wait for the disk, and are killed.
 */
const forgetful = { PGOPTIONS: '-c synchronous_commit=off' };

/** Each project is one kind of test; `npm test` runs them all. Story tests join through .storybook/vitest.config.ts. */
export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['tests/unit/**/*.test.{ts,tsx}'], environment: 'node' },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          environment: 'node',
          globalSetup: './tests/support/templateSetup.ts',
          env: forgetful,
          // To load the server anew for every file takes longer than most of them.
          isolate: false,
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          environment: 'node',
          testTimeout: 90_000,
          hookTimeout: 120_000,
          // A page that loads while others do takes longer than the second that is usual.
          expect: { poll: { timeout: 10_000 } },
          env: forgetful,
          globalSetup: ['./tests/support/templateSetup.ts', './tests/support/chromiumSetup.ts'],
          maxWorkers: 2,
        },
      },
    ],
  },
});
