/**
 * Limits how much a browser loads until a page is drawn, gzipped: the login page, a list, and a board with its
 * charts. It counts every script, style and page that a real browser loads from a real server. One wrong import can
 * make a page load a whole library, and only waiting users notice it. The service worker stores each of these files.
 * Otherwise the page would not open without network.
 */
import { readFileSync } from 'node:fs';
import { launchBrowser } from '../support/browser/tab.ts';
import { login, startServer } from '../support/server/server.ts';
import { DIST, type Load, measureLoad, type Page } from './load.ts';

const LIST: Page = {
  name: 'list',
  path: '/main/appliance/customer',
  limitKb: 582,
  isDrawn: () => document.querySelectorAll('main [role=row], main tbody tr').length > 3,
};
const BOARD: Page = {
  name: 'board with its charts',
  path: '/main/ems/map/monitor/dashboard',
  limitKb: 594,
  isDrawn: () =>
    document.querySelector('main [data-widget] canvas') !== null &&
    document.querySelector('main .wd-w-skeleton, main .wd-skeleton') === null,
};
const LOGIN: Page = {
  name: 'login page',
  path: '/login',
  limitKb: 139,
  isOpen: true,
  isDrawn: () => document.querySelector('input[name=password]') !== null,
};
const LISTED = 8;

const worker = readFileSync(`${DIST}/serviceWorker.js`, 'utf8');

function report({ name, limitKb }: Page, { files, answersKb, ms }: Load): boolean {
  const lost = files.filter(({ path }) => path.startsWith('/assets/') && !worker.includes(`"${path}"`));
  for (const { path } of lost)
    console.log(`The ${name} does not open without network: nothing keeps ${path}.`);
  const total = files.reduce((sum, { kb }) => sum + kb, 0);
  for (const { path, kb } of files.toSorted((a, b) => b.kb - a.kb).slice(0, LISTED))
    console.log(`${kb.toFixed(1).padStart(8)} kB ${path}`);
  console.log(
    `${total.toFixed(1).padStart(8)} kB in ${files.length} files until the ${name} is drawn, of ${limitKb} kB; answers ${answersKb.toFixed(1)} kB; ${Math.round(ms)} ms`,
  );
  return total <= limitKb && lost.length === 0;
}

const browser = await launchBrowser();
const server = await startServer({ demo: true });
try {
  const client = await login(server);
  await client.call('updateInfoData', { body: { lang: 'zh', theme: 'default' } });
  const measure = (page: Page) => measureLoad(browser, { url: server.url, client, page });
  // Waits until the history of the demo's stations is written. Before that, a board has no chart.
  await measure(BOARD);
  for (const page of [LOGIN, LIST, BOARD]) if (!report(page, await measure(page))) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}
