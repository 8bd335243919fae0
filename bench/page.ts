import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumLaunch } from '../tests/support/browser/chromium.ts';

/** Builds a page of the benches as it would be shipped, and runs the measurement in a real browser on its address. */
export async function measurePage<T>(
  folder: string,
  measure: (browser: Browser, base: string) => Promise<T>,
): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), 'wattdeck-bench-'));
  const root = join(import.meta.dirname, folder);
  const options = {
    root,
    configFile: false as const,
    logLevel: 'error' as const,
    build: { outDir, target: 'es2023' },
  };
  await build({ ...options, build: { ...options.build, emptyOutDir: true } });
  const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    return await measure(browser, server.resolvedUrls?.local[0] ?? '');
  } finally {
    await browser.close();
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
