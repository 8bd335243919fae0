/**
 * Measures the frames of a page that is scrolled in a real browser. The figure is the processor time of the page's
 * own thread. Other programs of the machine do not change it. The elapsed time is printed as well.
 */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright';
import { median, percentile } from '../kit/percentile.ts';
import { judge } from '../kit/report.ts';
import { sized } from '../kit/size.ts';

const FRAMES = sized(300, 5);
const SETTLE_MS = sized(500, 50);
const FRAME_GOAL_MS = 50;

export interface Frames {
  /** Processor time of the longest frame. */
  longestMs: number;
  p99Ms: number;
  medianMs: number;
  over: number;
  count: number;
  /** The median elapsed time of a frame. */
  clockMs: number;
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

/** Returns the processor time of the page's thread in each frame, in milliseconds. */
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

/** Measures the frames while `run` is executed. `run` returns the elapsed time of each frame. */
export async function traceFrames(
  browser: Browser,
  page: Page,
  run: () => Promise<number[]>,
): Promise<Frames> {
  await page.waitForTimeout(SETTLE_MS);
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline'],
  });
  const clock = await run();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  // The first frame includes earlier work.
  const work = framesWork(trace.traceEvents).slice(1);
  assert.ok(work.length > 0, 'the browser drew no frame');
  return {
    longestMs: Math.max(...work),
    p99Ms: percentile(work, 0.99),
    medianMs: median(work),
    over: work.filter((time) => time > FRAME_GOAL_MS).length,
    count: work.length,
    clockMs: median(clock),
  };
}

/** Scrolls by this distance in every frame. */
export async function scroll(
  browser: Browser,
  page: Page,
  selector: string,
  by: { x: number; y: number },
): Promise<Frames> {
  await page.evaluate((frame) => document.querySelector(frame)!.scrollTo(0, 0), selector);
  const run = () =>
    page.evaluate(
      async ([selector, x, y, count]) => {
        const frame = document.querySelector(selector)!;
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
      [selector, by.x, by.y, FRAMES] as const,
    );
  return traceFrames(browser, page, run);
}

export function framesText(name: string, { longestMs, p99Ms, over, count, clockMs }: Frames): string {
  const verdict = judge({ value: longestMs, goal: FRAME_GOAL_MS, better: 'less' });
  return `${name}: longest frame ${longestMs.toFixed(1)} ms of work (${verdict}), p99 ${p99Ms.toFixed(1)} ms, ${over} of ${count} over ${FRAME_GOAL_MS} ms; on the clock ${clockMs.toFixed(1)} ms (median)`;
}
