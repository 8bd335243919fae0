/**
 * Shows the built product with 2,000 customers as cards and 5,000 work orders as bars of a Gantt chart. All records
 * are loaded and then scrolled in a real browser. Goal: no frame over 50 ms. Needs a build in dist/.
 */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright';
import { openSession } from '../tests/support/browser/session.ts';
import { login, type TestServer } from '../tests/support/server/server.ts';
import { type Frames, framesText, scroll } from './browser/frames.ts';
import { openBrowser } from './browser/open.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const CARDS = sized(2_000, 120);
const BARS = sized(5_000, 120);
const TENANT = 1;
/** Loading is complete after this time without new records. */
const QUIET_MS = sized(1_500, 700);

const VIEWPORT = { width: 1440, height: 900 };

interface View {
  name: string;
  address: string;
  frame: string;
  steps: Readonly<Record<string, { x: number; y: number }>>;
}

const VIEWS: readonly View[] = [
  {
    name: 'cards',
    address: '/main/appliance/customer?as=cards&mode=endless&size=50',
    frame: '.wd-cardgrid',
    steps: { '120 px a frame': { x: 0, y: 120 }, 'a screen and more a frame': { x: 0, y: 1100 } },
  },
  {
    name: 'bars',
    address: '/main/ems/workOrders?as=gantt&mode=endless&size=50',
    frame: '.wd-time-frame',
    steps: {
      '120 px a frame': { x: 0, y: 120 },
      'a screen and more a frame': { x: 0, y: 1100 },
      sideways: { x: 60, y: 0 },
    },
  },
];

async function fill({ app }: TestServer): Promise<void> {
  const { pool } = app.db;
  await pool.query(`insert into customer (tenant_id, name, state, industry, city)
    select ${TENANT}, 'Customer ' || g, 'deal', 'other', 'City ' || g % 40 from generate_series(1, ${CARDS}) g`);
  await pool.query(
    `insert into station (tenant_id, sn, name, time_zone) values (${TENANT}, 'BENCH', 'Yard', 'UTC')`,
  );
  await pool.query(`insert into site_worksheet (tenant_id, name, type, priority, status, station_sn, created_at, due_time)
    select ${TENANT}, 'Work ' || g, 'repair', (array['low', 'high'])[1 + g % 2], 'pending', 'BENCH',
           now() - g * interval '1 hour', now() + (g % 90) * interval '1 day'
      from generate_series(1, ${BARS}) g`);
}

/** Scrolls to the end until no more records are added. */
const loadAll = (page: Page, frame: string): Promise<number> =>
  page.evaluate(
    async ([selector, quiet]) => {
      const frame = document.querySelector(selector)!;
      let [height, since] = [0, performance.now()];
      while (performance.now() - since < quiet) {
        frame.scrollTop = frame.scrollHeight;
        await new Promise((done) => setTimeout(done, 20));
        if (frame.scrollHeight !== height) [height, since] = [frame.scrollHeight, performance.now()];
      }
      return height;
    },
    [frame, QUIET_MS] as const,
  );

async function measure(browser: Browser, page: Page, view: View): Promise<Record<string, Frames>> {
  await page.goto(view.address);
  await page.locator(view.frame).waitFor();
  assert.ok((await loadAll(page, view.frame)) > VIEWPORT.height, 'there is something to scroll');
  const frames: Record<string, Frames> = {};
  for (const [name, by] of Object.entries(view.steps))
    frames[name] = await scroll(browser, page, view.frame, by);
  return frames;
}

async function benchViews(): Promise<Record<string, Record<string, Frames>>> {
  const browser = await openBrowser();
  const server = await startFresh();
  try {
    await fill(server);
    const context = await browser.newContext({ baseURL: server.url, viewport: VIEWPORT });
    await openSession(context, server.url, await login(server));
    const page = await context.newPage();
    const views: Record<string, Record<string, Frames>> = {};
    for (const view of VIEWS) views[view.name] = await measure(browser, page, view);
    return views;
  } finally {
    await browser.close();
    await server.stop();
  }
}

for (const [view, frames] of Object.entries(await benchViews()))
  for (const [name, one] of Object.entries(frames)) console.log(`${view}, ${framesText(name, one)}`);
