/**
 * Measures the JavaScript that the browser loads, gzipped: up to the login page, and up to a drawn board. It counts
 * the files that a real browser requests from a real server, each once. Goals: 150 kB and 500 kB.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { startServer } from '../tests/support/server/server.ts';
import { openBrowser } from './browser/open.ts';
import { judge } from './kit/report.ts';
import { sized } from './kit/size.ts';

const LOGIN_GOAL_KB = 150;
const BOARD_GOAL_KB = 500;
const SETTLE_MS = sized(1500, 300);
const DIST = join(import.meta.dirname, '../dist');
const BOARD = '/main/ems/map/monitor/dashboard';

interface BoardBench {
  loginKb: number;
  boardKb: number;
  /** Milliseconds from navigation to a drawn board, with empty caches. */
  boardMs: number;
}

function collectScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  return scripts;
}

async function gzippedKb(paths: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...paths].map(async (path) => gzipSync(await readFile(join(DIST, path))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

/** Measures both figures. It needs a build in dist/ and starts its own server with the demo's stations. */
async function benchBoard(): Promise<BoardBench> {
  const browser = await openBrowser();
  const server = await startServer({ demo: true });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const scripts = collectScripts(page);
    await page.goto(`${server.url}/login`);
    await page.locator('input[name=password]').waitFor();
    // Excludes scripts that are loaded while the user types, because they delay nothing.
    const loginKb = await gzippedKb(new Set(scripts));
    await page.locator('input[name=username]').fill(server.admin.username);
    await page.locator('input[name=password]').fill(server.admin.password);
    await page.locator('input[name=password]').press('Enter');
    await page.locator('#main').waitFor();

    // The server is busy until the demo's history is written. A drawn chart shows that it is idle again.
    await page.goto(`${server.url}${BOARD}`);
    await page.locator('[data-widget] canvas').first().waitFor({ timeout: 60_000 });

    const other = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      storageState: await context.storageState(),
    });
    const fresh = await other.newPage();
    const boardScripts = collectScripts(fresh);
    const start = performance.now();
    await fresh.goto(`${server.url}${BOARD}`);
    await fresh.locator('[data-widget] canvas').first().waitFor();
    const boardMs = performance.now() - start;
    await fresh.waitForTimeout(SETTLE_MS);
    return { loginKb, boardKb: await gzippedKb(boardScripts), boardMs };
  } finally {
    await browser.close();
    await server.stop();
  }
}

const { loginKb, boardKb, boardMs } = await benchBoard();
assert.ok(loginKb > 0 && boardKb > loginKb, 'a board takes more programs than the login page');
const line = (what: string, size: number, goal: number) =>
  `${what}: ${size.toFixed(0)} kB of JavaScript, gzipped (${judge({ value: size, goal, better: 'less' })})`;
console.log(line('login page', loginKb, LOGIN_GOAL_KB));
console.log(line('drawn board', boardKb, BOARD_GOAL_KB));
console.log(`drawn board after ${boardMs.toFixed(0)} ms, cold`);
