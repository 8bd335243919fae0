/**
 * Measures boards of 60 and 200 widgets in a real browser against a real server. It measures the requests of a
 * refresh, the longest task while drawing, and the median frame while a widget is dragged. Then it measures opening a
 * board of 60 charts until all visible charts are drawn. The comparison draws the same charts alone, with the data in
 * memory. The board opens once with cached data, and once when the data must be requested. One screen has the usual
 * size. Another screen is so tall that all 60 charts are visible. On the usual screen, all 60 charts alone are
 * measured as well, without a goal. The kinds alternate, so that other work of the machine slows down all of them.
 * Goals: 3 requests; 50 ms; 17 ms; 1.5 times. Needs a build in dist/.
 */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page, Request, Response } from 'playwright';
import type { DashboardDocument } from '../generated/definition.ts';
import { REFRESH_MS } from '../runtime/core/scheduler/refreshInterval.ts';
import type { HistoryRow, NeedResult } from '../runtime/core/scheduler/types.ts';
import type { Client } from '../tests/support/calls/client.ts';
import { login, startServer, type TestServer } from '../tests/support/server/server.ts';
import { measurePage } from './browser/page.ts';
import type { Size } from './chartPage/main.tsx';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { isMini, sized } from './kit/size.ts';

const BOARD = '/main/ems/map/monitor/dashboard';
const REQUESTS_GOAL = 3;
const TASK_GOAL_MS = 50;
const FRAME_GOAL_MS = 17;
const OPEN_GOAL = 1.5;
const WIDGETS = sized([60, 200], [6]);
const CHARTS = sized(60, 6);
const OPENINGS = sized(7, 1);
const DRAG_STEPS = sized(90, 10);
const MARGIN_MS = sized(4000, 300);
const REST_MS = sized(1000, 200);
/** A reduced run does not wait for a whole refresh. */
const WATCHED_MS = sized(REFRESH_MS, 500);
const RECENT_MS = 600_000;
const DESK = { width: 1440, height: 900 };
const TALL = { width: 1440, height: 5200 };

/** Small boards. Visiting them removes the data of the large board and its station from the browser's cache. */
interface Boards {
  /** A further board of a station. */
  further: { stationSn: string; boardId: number };
  /** The stations of the small boards. */
  small: readonly string[];
  large: string;
}
/** A variable with its device. */
type Pair = readonly [device: string, variable: string];

interface RoundBench {
  widgets: number;
  requests: number;
  longestTaskMs: number;
  dragFrameMs: number;
}

interface OpenBench {
  /** Number of visible charts. The others are drawn when they are scrolled near the window. */
  seen: number;
  openMs: number;
  /** Milliseconds to open the board when its data must be requested. */
  firstMs: number;
  /** Milliseconds to open the board when only the visible widgets are drawn. */
  seenMs: number;
  /** Milliseconds to draw only the board's charts. */
  chartsMs: number;
}

interface BoardLoadBench {
  rounds: RoundBench[];
  desk: OpenBench;
  tall: OpenBench;
}

/** Makes a board over all variables of the station, with trends, figures and gauges in turn, or with trends only. */
function makeBoard(count: number, variables: readonly Pair[], kinds: readonly string[]): DashboardDocument {
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

async function saveBoard(
  client: Client,
  stationSn: string,
  document: DashboardDocument,
  which: { boardId?: number } = {},
): Promise<void> {
  const { version } = await client.call('kanbanGet', { path: { stationSn }, query: which });
  await client.call('kanbanSave', { body: { stationSn, ...which, document, version } });
}

/** Waits until every variable has values of today. The simulator fills in the past first. */
async function awaitHistory(client: Client, stationSn: string, pairs: readonly Pair[]): Promise<void> {
  const sns = pairs.map(([, sn]) => sn);
  for (;;) {
    const to = new Date().toISOString();
    const from = new Date(Date.now() - RECENT_MS).toISOString();
    const need = { key: 'recent', kind: 'history', sns, from, to, maxPoints: 10 } as const;
    const { results } = await client.call('boardQuery', { body: { stationSn, needs: [need] } });
    const rows = results.flatMap(({ data }) => (data ?? []) as HistoryRow[]);
    if (rows.filter(({ points }) => points.length > 0).length === sns.length) return;
    await setTimeout(REST_MS);
  }
}

/** Returns the longest time during `act` in which the page could not respond. It is 0 if none reached 50 ms. */
async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
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

/** Returns the median time of a frame while the first widget follows the pointer. */
async function dragFrame(page: Page): Promise<number> {
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

async function roundBench(page: Page, stationSn: string, widgets: number): Promise<RoundBench> {
  await page.goto(`${BOARD}?station=${stationSn}`);
  await page.locator(`[data-widget="w${widgets - 1}"]`).waitFor({ state: 'attached' });
  await page.locator('.wd-chart canvas').first().waitFor();
  // Begins some time after a refresh and ends the same time after the next refresh.
  if (!isMini)
    await page.waitForResponse((one) => one.url().endsWith('/siteKanban/query'), { timeout: 2 * REFRESH_MS });
  await page.waitForTimeout(MARGIN_MS);
  let requests = 0;
  const count = (one: Request) => {
    if (one.url().includes('/api/')) requests += 1;
  };
  page.on('request', count);
  const longestTaskMs = await longestTask(page, () => page.waitForTimeout(WATCHED_MS));
  page.off('request', count);
  return { widgets, requests, longestTaskMs, dragFrameMs: await dragFrame(page) };
}

/** Defines a function in the page that resolves when the next frame has been painted. */
function definePicture(): void {
  window.picture = () =>
    new Promise((done) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done();
        port2.postMessage(null);
      }),
    );
}

/**
 * Measures the time from a jump of `steps` in the browser's history until every visible chart is drawn. All scripts
 * are already loaded.
 */
const opening = (page: Page, steps: number): Promise<number> =>
  page.evaluate(
    async ([charts, forward]) => {
      const isSeen = (chart: Element) => {
        const { top, bottom } = chart.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      };
      const isDrawn = () => {
        const widgets = [...document.querySelectorAll('[data-widget]')];
        return (
          widgets.length >= charts &&
          widgets.filter(isSeen).every((widget) => widget.querySelector('.wd-chart canvas'))
        );
      };
      const start = performance.now();
      history.go(forward);
      while (!isDrawn()) await window.picture();
      return performance.now() - start;
    },
    [CHARTS, steps] as const,
  );

/** Goes back over this many boards and loads the data of each. */
async function boardsBack(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++)
    await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/siteKanban/query')),
      page.goBack(),
    ]);
  await page.locator('[data-widget="w1"]').waitFor({ state: 'detached' });
  await page.waitForTimeout(REST_MS);
}

interface Opened {
  /** The rows that the server returned to the board, one for each chart. */
  rows: HistoryRow[];
  seen: number;
  size: Size;
}

async function chooseStation(page: Page, stationSn: string): Promise<void> {
  await page.getByRole('combobox').first().click();
  await page.locator('.wd-site-option', { hasText: stationSn }).click();
  await page.waitForURL((url) => url.searchParams.get('station') === stationSn);
}

/** Opens the board. The small boards are before it in the browser's history. */
async function visitBoards(
  page: Page,
  { further, small, large }: Boards,
  pairs: readonly Pair[],
): Promise<Opened> {
  const rows = new Map<string, HistoryRow>();
  const note = async (response: Response) => {
    if (!response.url().endsWith('/siteKanban/query')) return;
    const { data } = (await response.json()) as { data: { results: NeedResult[] } };
    for (const row of data.results.flatMap((result) => result.data as HistoryRow[]))
      if ('points' in row) rows.set(row.sn, row);
  };
  page.on('response', note);
  await page.goto(`${BOARD}?station=${further.stationSn}&board=${further.boardId}`);
  await page.locator('[data-widget="w0"]').waitFor();
  for (const station of [...small, large]) await chooseStation(page, station);
  await page.locator(`[data-widget="w${CHARTS - 1}"] .wd-chart`).waitFor({ state: 'attached' });
  while (!pairs.slice(0, CHARTS).every(([, sn]) => rows.has(sn))) await page.waitForTimeout(REST_MS);
  await page.waitForTimeout(MARGIN_MS);
  page.off('response', note);
  const [boxes, edge] = await page
    .locator('.wd-chart')
    .evaluateAll((charts) => [charts.map((chart) => chart.getBoundingClientRect()), innerHeight] as const);
  const size = await page
    .locator('.wd-chart')
    .first()
    .evaluate(({ clientWidth: width, clientHeight: height }) => ({ width, height }));
  return {
    rows: Array.from({ length: CHARTS }, (_, at) => rows.get(pairs[at % pairs.length]![1])!),
    seen: boxes.filter(({ top, bottom }) => bottom > 0 && top < edge).length,
    size,
  };
}

/** Measures opening a board and drawing only its charts, in turns. */
async function openBench(
  page: Page,
  alone: Page,
  boards: Boards,
  pairs: readonly Pair[],
): Promise<OpenBench> {
  const { rows, seen, size } = await visitBoards(page, boards, pairs);
  assert.ok(seen > 0 && rows.every((row) => row.points.length > 0), 'each chart has its data');
  const times = { first: [] as number[], open: [] as number[], seen: [] as number[], charts: [] as number[] };
  const draw = (drawn: HistoryRow[]) =>
    alone.evaluate(([some, one]) => window.drawCharts(some, one), [drawn, size] as const);
  for (let round = 0; round < OPENINGS; round++) {
    for (const [to, steps] of [
      [times.first, boards.small.length + 1],
      [times.open, 1],
    ] as const) {
      await boardsBack(page, steps);
      to.push(await opening(page, steps));
      await page.waitForTimeout(MARGIN_MS);
    }
    times.seen.push(await draw(rows.slice(0, seen)));
    await alone.waitForTimeout(REST_MS);
    times.charts.push(await draw(rows));
  }
  const [firstMs, openMs] = [median(times.first), median(times.open)];
  const [seenMs, chartsMs] = [median(times.seen), median(times.charts)];
  return { seen, firstMs, openMs, seenMs, chartsMs };
}

async function openPage(browser: Browser, server: TestServer, viewport = DESK): Promise<Page> {
  const page = await browser.newPage({ viewport, baseURL: server.url });
  await page.addInitScript(definePicture);
  await page.goto('/login');
  await page.locator('input[name=username]').fill(server.admin.username);
  await page.locator('input[name=password]').fill(server.admin.password);
  await page.locator('input[name=password]').press('Enter');
  await page.locator('#main').waitFor();
  return page;
}

async function benchBoardLoad(): Promise<BoardLoadBench> {
  const server = await startServer({ demo: true });
  try {
    return await measurePage('chartPage', (browser, base) => boardsBench(server, browser, base));
  } finally {
    await server.stop();
  }
}

async function boardsBench(server: TestServer, browser: Browser, base: string): Promise<BoardLoadBench> {
  const client = await login(server);
  // Uses English because some machines have no Chinese font. A browser without the font searches for it at every
  // word.
  await client.call('updateInfoData', { body: { lang: 'en', theme: 'default' } });
  const [first, large, third] = (await client.call('stationsByDept')).map(({ sn }) => sn);
  if (!first || !large || !third) throw new Error('the demo has too few stations');
  const known = await client.call('boardMine', { query: { stationSn: first } });
  const boardId = known.find((board) => board.boardId !== null)?.boardId;
  if (!boardId) throw new Error('the demo has too few boards');
  const devices = await client.call('stationDevices', { path: { stationSn: large } });
  const found = await client.call('deviceVariablesOfDevices', {
    query: { deviceSns: devices.map(({ sn }) => sn).join() },
  });
  const pairs = found.flatMap(({ deviceSn, variables }) => variables.map(({ sn }): Pair => [deviceSn, sn]));
  await awaitHistory(client, large, pairs);
  const page = await openPage(browser, server);
  const rounds: RoundBench[] = [];
  for (const count of WIDGETS) {
    await saveBoard(client, large, makeBoard(count, pairs, ['trend', 'keyData', 'gauge']));
    rounds.push(await roundBench(page, large, count));
  }
  await page.close();
  const little = makeBoard(1, pairs, ['keyData']);
  for (const station of [first, third]) await saveBoard(client, station, little);
  await saveBoard(client, first, little, { boardId });
  const boards: Boards = { further: { stationSn: first, boardId }, small: [third, first], large };
  await saveBoard(client, large, makeBoard(CHARTS, pairs, ['trend']));
  const open = async (viewport: typeof DESK): Promise<OpenBench> => {
    const board = await openPage(browser, server, viewport);
    const alone = await browser.newPage({ viewport: TALL });
    await alone.addInitScript(definePicture);
    await alone.goto(base);
    const opened = await openBench(board, alone, boards, pairs);
    await Promise.all([board.close(), alone.close()]);
    return opened;
  };
  return { rounds, desk: await open(DESK), tall: await open(TALL) };
}

const { rounds, desk, tall } = await benchBoardLoad();
const verdict = (value: number, goal: number) => judge({ value, goal, better: 'less' });
for (const { widgets, requests, longestTaskMs, dragFrameMs } of rounds) {
  console.log(`${widgets} widgets:`);
  console.log(`  ${requests} requests a round (${verdict(requests, REQUESTS_GOAL)})`);
  const longest = longestTaskMs === 0 ? 'none over 50' : longestTaskMs.toFixed(0);
  console.log(`  longest task of a refresh: ${longest} ms (${verdict(longestTaskMs, TASK_GOAL_MS)})`);
  console.log(
    `  median picture while dragging: ${dragFrameMs.toFixed(1)} ms (${verdict(dragFrameMs, FRAME_GOAL_MS)})`,
  );
}
for (const [screen, { seen, firstMs, openMs, seenMs, chartsMs }] of Object.entries({ desk, tall })) {
  const times = (ms: number, alone: number) => `${ms.toFixed(0)} ms, ${(ms / alone).toFixed(2)} times`;
  console.log(`${CHARTS} charts, ${seen} in sight; these alone: ${seenMs.toFixed(0)} ms`);
  const judged = (how: string, ms: number) => {
    const name = `${how}, ${screen} screen`;
    return `${times(ms, seenMs)} (${keepRatio({ name, value: ms / seenMs, goal: OPEN_GOAL, better: 'less' })})`;
  };
  console.log(`  coming back to them: ${judged('back', openMs)}`);
  console.log(`  for the first time: ${judged('first', firstMs)}`);
  if (seen < CHARTS)
    console.log(
      `  all ${CHARTS} alone: ${chartsMs.toFixed(0)} ms; back ${times(openMs, chartsMs)}, first ${times(firstMs, chartsMs)}`,
    );
}
