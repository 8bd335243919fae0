/**
 * Starts the built product in flight mode on a phone with a processor four times slower. It opens the inspections of
 * the day, and the form of an inspection with 120 items. The same start with network alternates with it in the same
 * browser. It measures the time from navigation until the content is painted. Goal: 2 s. Needs a build in dist/.
 */
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright';
import { openSession } from '../tests/support/browser/session.ts';
import { login, startServer } from '../tests/support/server/server.ts';
import { openBrowser } from './browser/open.ts';
import { makeInspections } from './inspections/makeInspections.ts';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const ITEMS = sized(120, 20);
/** Inspections in the list. */
const COUNT = sized(20, 2);
const ROUNDS = sized(7, 1);
const SLOWER = sized(4, 1);
const GOAL_MS = 2_000;
const PHONE = { width: 390, height: 844 };
const LIST = '/main/operation/inspection';

/** A page, and the pattern of a text that shows that its content is loaded. */
interface Place {
  name: string;
  address: string;
  text: string;
}

/** Notes when the text is painted, in milliseconds since the navigation. */
const watchText = (context: BrowserContext, text: string) =>
  context.addInitScript((pattern) => {
    const look = () => {
      if (!new RegExp(pattern).test(document.body?.innerText ?? '')) return requestAnimationFrame(look);
      return requestAnimationFrame(() =>
        setTimeout(() => {
          document.documentElement.dataset.painted = String(performance.now());
        }),
      );
    };
    requestAnimationFrame(look);
  }, text);

async function start(page: Page, { address }: Place): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' });
  const painted = page.locator('html[data-painted]');
  await painted.waitFor({ state: 'attached' });
  return Number(await painted.getAttribute('data-painted'));
}

async function measure(
  browser: Browser,
  baseURL: string,
  place: Place,
  client: Awaited<ReturnType<typeof login>>,
) {
  const context = await browser.newContext({ baseURL, viewport: PHONE, serviceWorkers: 'allow' });
  try {
    await openSession(context, baseURL, client);
    await watchText(context, place.text);
    const page = await context.newPage();
    await start(page, place);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    // Everything that the page requests is now stored on the device.
    await start(page, place);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForLoadState('networkidle');
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const flight: number[] = [];
    const online: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [isOffline, times] of [
        [false, online],
        [true, flight],
      ] as const) {
        await context.setOffline(isOffline);
        times.push(await start(page, place));
      }
    return { flight: median(flight), online: median(online) };
  } finally {
    await context.close();
  }
}

const browser = await openBrowser();
const server = await startServer();
try {
  const client = await login(server);
  const day = new Date().toISOString().slice(0, 10);
  const [id] = await makeInspections(client, { count: COUNT, items: ITEMS, day });
  assert.ok(id, 'there is an inspection');
  const places: Place[] = [
    { name: 'inspections', address: LIST, text: 'Round \\d' },
    { name: `an inspection of ${ITEMS} items`, address: `${LIST}/${id}`, text: 'Item 1 of the round' },
  ];
  for (const place of places) {
    const { flight, online } = await measure(browser, server.url, place, client);
    const verdict = judge({ value: flight, goal: GOAL_MS, better: 'less' });
    console.log(`${place.name}: flight-mode start ${flight.toFixed(0)} ms (${verdict})`);
    const ratio = { name: `${place.name} beside a start with network`, value: flight / online };
    console.log(
      `  with network ${online.toFixed(0)} ms, ratio ${ratio.value.toFixed(2)} (${keepRatio({ ...ratio, better: 'less' })})`,
    );
  }
} finally {
  await browser.close();
  await server.stop();
}
