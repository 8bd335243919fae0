/**
 * A generated list beside the same screen written by hand with antd's table (50 rows × 30 columns each), opened in
 * turns in one run; and a generated list of 10,000 loaded rows × 30 columns, scrolled in a real browser.
 * Goals: opening at most 1.5 times; no frame over 50 ms while scrolling. A frame is measured by the processor time
 * of the page's own thread (what other programs take from the machine is not ours), the time on the clock beside it.
 */
import type { Browser, Page } from 'playwright';
import { measurePage } from './page.ts';

const ROUNDS = 15;
const ROWS = 50;
const LOADED = 10_000;
const FRAMES = 300;
const SETTLE_MS = 500;
export const OPEN_GOAL = 1.5;
export const FRAME_GOAL_MS = 50;

interface Frames {
  /** Processor time of the longest frame. */
  longestMs: number;
  p99Ms: number;
  over: number;
  count: number;
  /** The median from one picture to the next, on the clock. */
  clockMs: number;
}

export interface ListBench {
  generatedMs: number;
  byHandMs: number;
  ratio: number;
  down: Frames;
  jumps: Frames;
  across: Frames;
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

async function openings(page: Page): Promise<Pick<ListBench, 'generatedMs' | 'byHandMs' | 'ratio'>> {
  const times = { generated: [] as number[], byHand: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of ['byHand', 'generated'] as const) {
      times[name].push(
        await page.evaluate(([one, rows]) => window.bench.open(one, rows), [name, ROWS] as const),
      );
      await page.evaluate(() => window.bench.close());
    }
  }
  // The first rounds also warm the browser up, for both alike.
  const [generatedMs, byHandMs] = [median(times.generated.slice(3)), median(times.byHand.slice(3))];
  return { generatedMs, byHandMs, ratio: generatedMs / byHandMs };
}

/** Scrolls to the end until every row is loaded. */
async function allLoad(page: Page): Promise<void> {
  await page.evaluate(async (count) => {
    const frame = document.querySelector('.wd-table-frame')!;
    while (
      !document
        .querySelector('.wd-list-pager')
        ?.textContent?.includes(`${count.toLocaleString('en')} in total`)
    ) {
      frame.scrollTop = frame.scrollHeight;
      await new Promise((done) => setTimeout(done, 10));
    }
    frame.scrollTop = 0;
    await new Promise((done) => setTimeout(done, 500));
  }, LOADED);
}

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  tdur?: number;
  pid: number;
  tid: number;
  args: { name?: string };
}

/** Gives the milliseconds of processor time that the page's thread took between one frame and the next. */
function framesWork(events: TraceEvent[]): number[] {
  const page = events.findLast(({ name }) => name === 'FireAnimationFrame');
  const own = events.filter(({ pid, tid }) => pid === page?.pid && tid === page.tid);
  const frames = own.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const work = new Array<number>(frames.length).fill(0);
  let at = 0;
  for (const { ts, tdur = 0 } of own.filter(({ name }) => name === 'RunTask').sort((a, b) => a.ts - b.ts)) {
    while (at < frames.length - 1 && frames[at + 1]! <= ts) at++;
    work[at]! += tdur / 1000;
  }
  return work;
}

/** Moves by so much in every frame. */
async function scroll(browser: Browser, page: Page, by: { x: number; y: number }): Promise<Frames> {
  await page.evaluate(() => document.querySelector('.wd-table-frame')!.scrollTo(0, 0));
  await page.waitForTimeout(SETTLE_MS);
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  const clock = await page.evaluate(
    async ([x, y, count]) => {
      const frame = document.querySelector('.wd-table-frame')!;
      const deltas: number[] = [];
      let last = await new Promise<number>(requestAnimationFrame);
      let [stepX, stepY] = [x, y];
      for (let index = 0; index < count; index++) {
        if (frame.scrollLeft + frame.clientWidth >= frame.scrollWidth) stepX = -x;
        if (frame.scrollLeft === 0) stepX = x;
        if (frame.scrollTop + frame.clientHeight >= frame.scrollHeight) stepY = -y;
        frame.scrollBy(stepX, stepY);
        const now = await new Promise<number>(requestAnimationFrame);
        deltas.push(now - last);
        last = now;
      }
      return deltas;
    },
    [by.x, by.y, FRAMES] as const,
  );
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  // The first one also ends what was before.
  const work = framesWork(trace.traceEvents).slice(1);
  const sorted = [...work].sort((a, b) => a - b);
  return {
    longestMs: sorted.at(-1) ?? Number.NaN,
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    over: work.filter((time) => time > FRAME_GOAL_MS).length,
    count: work.length,
    clockMs: median(clock),
  };
}

export async function listBench(): Promise<ListBench> {
  return measurePage('listPage', async (browser, base) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(base);
    await page.locator('html[data-ready]').waitFor();
    const opened = await openings(page);
    await page.evaluate((rows) => window.bench.open('endless', rows), 20);
    await allLoad(page);
    return {
      ...opened,
      down: await scroll(browser, page, { x: 0, y: 120 }),
      jumps: await scroll(browser, page, { x: 0, y: 1100 }),
      across: await scroll(browser, page, { x: 60, y: 0 }),
    };
  });
}

function framesText(name: string, { longestMs, p99Ms, over, count, clockMs }: Frames): string {
  return `${name}: longest frame ${longestMs.toFixed(1)} ms of work, p99 ${p99Ms.toFixed(1)} ms, ${over} of ${count} over ${FRAME_GOAL_MS} ms; on the clock ${clockMs.toFixed(1)} ms (median)`;
}

if (import.meta.main) {
  const { generatedMs, byHandMs, ratio, down, jumps, across } = await listBench();
  const verdict = ratio <= OPEN_GOAL ? 'within' : 'beyond';
  console.log(
    `opening a list of ${ROWS} rows × 30 columns: generated ${generatedMs.toFixed(1)} ms, by hand ${byHandMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (${verdict} ${OPEN_GOAL})`,
  );
  console.log(`scrolling ${LOADED} rows × 30 columns`);
  console.log(`  ${framesText('120 px a frame', down)}`);
  console.log(`  ${framesText('a screen and more a frame', jumps)}`);
  console.log(`  ${framesText('sideways', across)}`);
}
