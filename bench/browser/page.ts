import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { build, preview } from 'vite';
import { isMini } from '../kit/size.ts';
import { openBrowser } from './open.ts';

/** Builds a page of the benches for production. Runs the measurement in a real browser on its address. */
export async function measurePage<T>(
  folder: string,
  measure: (browser: Browser, base: string) => Promise<T>,
): Promise<T> {
  const browser = await openBrowser();
  const outDir = await mkdtemp(join(tmpdir(), 'wattdeck-bench-'));
  const options = {
    root: join(import.meta.dirname, '..', folder),
    configFile: false as const,
    logLevel: 'error' as const,
    build: { outDir, target: 'es2023' },
  };
  try {
    await build({ ...options, build: { ...options.build, emptyOutDir: true, minify: !isMini } });
    const server = await preview({ ...options, preview: { host: '127.0.0.1', port: 0 } });
    try {
      return await measure(browser, server.resolvedUrls?.local[0] ?? '');
    } finally {
      await server.close();
    }
  } finally {
    await browser.close();
    await rm(outDir, { recursive: true, force: true });
  }
}
