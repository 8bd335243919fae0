/**
 * `npm run docs:pictures` takes the pictures of the README again. It starts a server with the demo in a separate
 * folder. It takes about a minute, because the history of the stations is created first.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { demoStations } from '../demo/sites/sites.ts';
import { ensureBuild } from '../server/build/index.ts';
import { launchBrowser, openTab, signInTab } from '../tests/support/browser/tab.ts';
import { startServer, type TestServer } from '../tests/support/server/server.ts';

const FOLDER = join(import.meta.dirname, 'pictures');
/** The address of each picture, and an element that appears once the data is loaded. */
const PICTURES = {
  board: { path: '/main/ems/map/monitor/dashboard', drawn: '[data-widget] canvas, [data-widget] svg' },
  list: { path: '/main/appliance/customer', drawn: '.wd-list tbody tr' },
};
const QUALITY = 0.82;
const HISTORY_LIMIT_MS = 180_000;
const POLL_MS = 1_000;
/** The maximum delay of a simulated station that counts as live. */
const LIVE_MS = 15_000;

/** Waits until all stations are live. Then every chart has values of the current day. */
async function waitForHistory({ app }: TestServer): Promise<void> {
  for (const end = Date.now() + HISTORY_LIMIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const { rows } = await app.db.pool.query<{ stations: number; ts: number }>(
      `select count(*)::int4 as stations, min((state->>'ts')::float8) as ts from simulator_state`,
    );
    const [row] = rows;
    if (row?.stations === demoStations.length && Date.now() - row.ts < LIVE_MS) return;
  }
  throw new Error('the demo does not come to the present');
}

/** Converts a picture to WebP in the browser, which is a third of the size. Playwright takes only PNG. */
async function encodeWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const url = await page.evaluate(
    async ([source, quality]) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    [`data:image/png;base64,${png.toString('base64')}`, QUALITY] as const,
  );
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** Widgets below the edge of the window are drawn when the page scrolls to them. */
function isDrawn(): boolean {
  const loading = [...document.querySelectorAll('.wd-w-skeleton, .wd-skeleton')];
  return loading.every((element) => element.getBoundingClientRect().top >= innerHeight);
}

async function takePictures(server: TestServer, browser: Browser): Promise<void> {
  const tab = await openTab(browser, server.url);
  await signInTab(tab);
  await mkdir(FOLDER, { recursive: true });
  for (const [name, { path, drawn }] of Object.entries(PICTURES)) {
    await tab.visit(path);
    await tab.page.locator(drawn).first().waitFor();
    await tab.page.waitForFunction(isDrawn);
    await tab.settled();
    const png = await tab.page.screenshot({ animations: 'disabled' });
    const picture = await encodeWebp(browser, png);
    await writeFile(join(FOLDER, `${name}.webp`), picture);
    console.log(`docs/pictures/${name}.webp: ${Math.round(picture.length / 1000)} kB`);
  }
}

await ensureBuild();
const server = await startServer({ demo: true });
try {
  await waitForHistory(server);
  const browser = await launchBrowser();
  await takePictures(server, browser).finally(() => browser.close());
} finally {
  await server.stop();
}
