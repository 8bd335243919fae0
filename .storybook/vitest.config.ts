import { resolve } from 'node:path';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { chromiumLaunch } from '../tests/support/browser/chromium.ts';
import { TEST_MS } from '../tests/support/server/patience.ts';

/** Every story runs as a test in a real browser: it must draw without an error and without a line on the console. */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  plugins: [storybookTest({ configDir: import.meta.dirname })],
  // Bundled in advance. Otherwise they would be found during a test and reload its page.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'react/jsx-runtime',
      'react-router',
      'react-router/dom',
      'hls.js',
      '@storybook/react-vite',
    ],
  },
  test: {
    name: 'story',
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: await chromiumLaunch() }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
