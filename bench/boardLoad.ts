/**
 * Boards of 60 and 200 widgets in a real browser against a real server: requests of a round, the longest task while it
 * is drawn, the median picture while a widget is dragged; and opening a board of 60 charts, until all that is in sight
 * is drawn, beside drawing as many charts alone, without product, server or data: on a usual screen (where all 60 alone
 * stand beside it as well, and decide nothing), and on one so tall that all 60 are in sight.
 * Goals: 3 requests; 50 ms; 17 ms; 1.5 times. Needs a build in dist/.
 */
import { type Browser, chromium, type Page, type Request } from 'playwright';
import type { DashboardDocument } from '../generated/definition.ts';
import { REFRESH_MS } from '../runtime/core/scheduler/scheduler.ts';
import { chromiumLaunch } from '../tests/support/chromium.ts';
import type { Client } from '../tests/support/client.ts';
import { login, startServer, type TestServer } from '../tests/support/server.ts';
import { page_measure } from './page.ts';

const BOARD = '/main/ems/map/monitor/dashboard';
export const REQUESTS_GOAL = 3;
export const TASK_GOAL_MS = 50;
export const FRAME_GOAL_MS = 17;
export const OPEN_GOAL = 1.5;
const CHARTS = 60;
/** What a variable of the demo has of a day. */
const POINTS = 288;
const OPENINGS = 7;
const DRAG_STEPS = 90;
const MARGIN_MS = 4000;
const DESK = { width: 1440, height: 900 };
const TALL = { width: 1440, height: 5200 };

export interface RoundBench {
  widgets: number;
  requests: number;
  longestTaskMs: number;
  dragFrameMs: number;
}

export interface OpenBench {
  /** Charts in sight; the others are drawn when they come near. */
  seen: number;
  openMs: number;
  /** Drawing those in sight alone. */
  seenMs: number;
  /** Drawing all of the board's charts alone. */
  chartsMs: number;
  ratio: number;
}

export interface BoardLoadBench {
  rounds: RoundBench[];
  desk: OpenBench;
  tall: OpenBench;
}

const median = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

/** Trends, figures and gauges in turns, or trends alone, over all variables of the station. */
function board_make(
  count: number,
  variables: readonly [string, string][],
  kinds: readonly string[],
): DashboardDocument {
  const widgets = Array.from({ length: count }, (_, at) => {
    const deviceVar = [...(variables[at % variables.length] ?? ['', ''])];
    const type = kinds[at % kinds.length] ?? 'trend';
    const config: Record<string, unknown> =
      type === 'trend'
        ? { name: `Trend ${at}`, nodeInfo: [{ deviceVar, name: 'P' }] }
        : type === 'gauge'
          ? { name: `Gauge ${at}`, monitorVars: [{ deviceVar, showName: 'P' }] }
          : { name: `Figure ${at}`, dataType: 'device_data', deviceValue: deviceVar };
    return { id: `w${at}`, type, version: 1, config };
  });
  const lg = widgets.map(({ id }, at) => ({ i: id, x: (at % 4) * 6, y: Math.floor(at / 4) * 5, w: 6, h: 5 }));
  return { version: 1, widgets, layouts: { lg } };
}

async function board_save(client: Client, stationSn: string, document: DashboardDocument): Promise<void> {
  const { version } = await client.call('kanbanGet', { path: { stationSn } });
  await client.call('kanbanSave', { body: { stationSn, document, version } });
}

/** The longest stretch in which the page could not answer, while `act` goes on; 0 where none reached 50 ms. */
async function longest_task(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    Object.assign(window, { longTasks: tasks });
  });
  await act();
  return page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'longTasks') as number[])));
}

/** The median from one picture to the next while the first widget follows the pointer. */
async function drag_frame(page: Page): Promise<number> {
  await page.keyboard.press('e');
  await page.locator('.wd-board[data-editing]').waitFor();
  const head = await page.locator('[data-widget="w0"]').boundingBox();
  if (!head) throw new Error('there is no widget to drag');
  await page.mouse.move(head.x + 20, head.y + 14);
  await page.mouse.down();
  await page.evaluate(() => {
    const frames: number[] = [];
    let last = performance.now();
    const note = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { dragFrames: frames });
  });
  for (let step = 0; step < DRAG_STEPS; step++)
    await page.mouse.move(head.x + 20 + step * 8, head.y + 14 + step * 4);
  const frames = await page.evaluate(() => [...(Reflect.get(window, 'dragFrames') as number[])]);
  await page.mouse.up();
  return median(frames);
}

async function round_bench(page: Page, stationSn: string, widgets: number): Promise<RoundBench> {
  await page.goto(`${BOARD}?station=${stationSn}`);
  await page.locator(`[data-widget="w${widgets - 1}"]`).waitFor({ state: 'attached' });
  await page.locator('.wd-chart canvas').first().waitFor();
  // Begins some time after a round and ends as long after the next one.
  await page.waitForResponse((one) => one.url().endsWith('/siteKanban/query'), { timeout: 2 * REFRESH_MS });
  await page.waitForTimeout(MARGIN_MS);
  let requests = 0;
  const count = (one: Request) => {
    if (one.url().includes('/api/')) requests += 1;
  };
  page.on('request', count);
  const longestTaskMs = await longest_task(page, () => page.waitForTimeout(REFRESH_MS));
  page.off('request', count);
  return { widgets, requests, longestTaskMs, dragFrameMs: await drag_frame(page) };
}

/** From the step to the address until every chart in sight is drawn, with every program loaded. */
async function openings(page: Page, small: string, large: string) {
  await page.goto(`${BOARD}?station=${small}`);
  await page.locator('[data-widget="w0"]').waitFor();
  await page.getByRole('combobox').first().click();
  await page.locator('.wd-site-option', { hasText: large }).click();
  await page.locator(`[data-widget="w${CHARTS - 1}"]`).waitFor({ state: 'attached' });
  const times: number[] = [];
  for (let round = 0; round < OPENINGS; round++) {
    await page.goBack();
    await page.locator('[data-widget="w1"]').waitFor({ state: 'detached' });
    times.push(
      await page.evaluate(async (charts) => {
        const start = performance.now();
        history.forward();
        const isSeen = (chart: Element) => {
          const { top, bottom } = chart.getBoundingClientRect();
          return bottom > 0 && top < innerHeight;
        };
        const isDrawn = () => {
          const widgets = [...document.querySelectorAll('[data-widget]')].filter(isSeen);
          return widgets.length > 1 && widgets.every((widget) => widget.querySelector('.wd-chart canvas'));
        };
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        while (document.querySelectorAll('[data-widget]').length < charts || !isDrawn()) await frame();
        // The picture of a frame is there when the next one begins; the charts alone are waited for as long.
        await frame();
        return performance.now() - start;
      }, CHARTS),
    );
    await page.waitForTimeout(MARGIN_MS);
  }
  const seen = await page.locator('.wd-chart').evaluateAll(
    (charts) =>
      charts.filter((chart) => {
        const { top, bottom } = chart.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }).length,
  );
  return { openMs: median(times), seen };
}

const chartsAlone = (count: number): Promise<number> =>
  page_measure('chartPage', async (browser: Browser, base) => {
    const page = await browser.newPage({ viewport: TALL });
    await page.goto(base);
    const times: number[] = [];
    for (let round = 0; round < OPENINGS; round++)
      times.push(
        await page.evaluate(([charts, points]) => window.drawCharts(charts, points), [
          count,
          POINTS,
        ] as const),
      );
    return median(times);
  });

async function page_open(browser: Browser, server: TestServer, viewport = DESK): Promise<Page> {
  const page = await browser.newPage({ viewport, baseURL: server.url });
  await page.goto('/login');
  await page.locator('input[name=username]').fill(server.admin.username);
  await page.locator('input[name=password]').fill(server.admin.password);
  await page.locator('input[name=password]').press('Enter');
  await page.locator('.wd-shell').waitFor();
  return page;
}

export async function bench_boardLoad(): Promise<BoardLoadBench> {
  const server = await startServer({ demo: true });
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const client = await login(server);
    const [small, large] = (await client.call('stationsByDept')).map(({ sn }) => sn);
    if (!small || !large) throw new Error('the demo has too few stations');
    const devices = await client.call('stationDevices', { path: { stationSn: large } });
    const found = await client.call('deviceVariablesOfDevices', {
      query: { deviceSns: devices.map(({ sn }) => sn).join() },
    });
    const pairs = found.flatMap(({ deviceSn, variables }) =>
      variables.map(({ sn }): [string, string] => [deviceSn, sn]),
    );
    const page = await page_open(browser, server);
    const rounds: RoundBench[] = [];
    for (const count of [60, 200]) {
      await board_save(client, large, board_make(count, pairs, ['trend', 'keyData', 'gauge']));
      rounds.push(await round_bench(page, large, count));
    }
    await page.close();
    await board_save(client, small, board_make(1, pairs, ['keyData']));
    await board_save(client, large, board_make(CHARTS, pairs, ['trend']));
    const chartsMs = await chartsAlone(CHARTS);
    const open = async (viewport: typeof DESK): Promise<OpenBench> => {
      const window = await page_open(browser, server, viewport);
      const { openMs, seen } = await openings(window, small, large);
      await window.close();
      const seenMs = seen === CHARTS ? chartsMs : await chartsAlone(seen);
      return { seen, openMs, seenMs, chartsMs, ratio: openMs / seenMs };
    };
    return { rounds, desk: await open(DESK), tall: await open(TALL) };
  } finally {
    await browser.close();
    await server.stop();
  }
}

if (import.meta.main) {
  const { rounds, desk, tall } = await bench_boardLoad();
  const kept = (figure: number, goal: number) => (figure <= goal ? 'within' : 'beyond');
  for (const { widgets, requests, longestTaskMs, dragFrameMs } of rounds) {
    console.log(`${widgets} widgets:`);
    console.log(`  ${requests} requests a round (${kept(requests, REQUESTS_GOAL)} ${REQUESTS_GOAL})`);
    const longest = longestTaskMs === 0 ? 'none over 50' : longestTaskMs.toFixed(0);
    console.log(
      `  longest task of a refresh: ${longest} ms (${kept(longestTaskMs, TASK_GOAL_MS)} ${TASK_GOAL_MS})`,
    );
    console.log(
      `  median picture while dragging: ${dragFrameMs.toFixed(1)} ms (${kept(dragFrameMs, FRAME_GOAL_MS)} ${FRAME_GOAL_MS})`,
    );
  }
  for (const { seen, openMs, seenMs, chartsMs, ratio } of [desk, tall]) {
    console.log(
      `opening ${CHARTS} charts, ${seen} in sight: ${openMs.toFixed(0)} ms; these alone: ${seenMs.toFixed(0)} ms, ${ratio.toFixed(2)} times (${kept(ratio, OPEN_GOAL)} ${OPEN_GOAL})`,
    );
    if (seen < CHARTS)
      console.log(
        `  all ${CHARTS} alone: ${chartsMs.toFixed(0)} ms, ${(openMs / chartsMs).toFixed(2)} times`,
      );
  }
}
