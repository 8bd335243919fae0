/**
 * Shrinks 50 photos of 12 megapixels one after the other, as forms do before an upload. A canvas of the page does the
 * same in the same browser, in turn. It measures the time of a photo, and the longest task of the page's own thread
 * between two frames. Goals: 0.4 s a photo, no task over 50 ms, at most 1.2 times the canvas.
 */
import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright';
import { traceFrames } from './browser/frames.ts';
import { measurePage } from './browser/page.ts';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const PHOTOS = sized(50, 1);
/** Number of photos in a turn. */
const EACH = sized(10, 1);
const WIDTH = sized(4000, 2800);
const SMALL = '2560x1920';
const GOALS = { photoMs: 400, workMs: 50, ratio: 1.2 };
const SIDES = ['bare', 'ours'] as const;
type Side = (typeof SIDES)[number];

interface Turn {
  photoMs: number;
  workMs: number;
}

/** Shrinks the photos of a turn. Returns the durations of the frames. */
const shrinkAll = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const output = document.querySelector('output')!;
    document.querySelector('button')!.click();
    const deltas: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    while (output.textContent === 'ready') {
      const now = await new Promise<number>(requestAnimationFrame);
      deltas.push(now - last);
      last = now;
    }
    return deltas;
  });

async function measureTurn(browser: Browser, page: Page, address: string): Promise<Turn> {
  await page.goto(address);
  const output = page.locator('output');
  await output.filter({ hasText: 'ready' }).waitFor();
  let elapsed = 0;
  const { longestMs } = await traceFrames(browser, page, async () => {
    const frames = await shrinkAll(page);
    elapsed = frames.reduce((sum, ms) => sum + ms, 0);
    return frames;
  });
  assert.equal(await output.textContent(), `${SMALL} ${SMALL}`, 'the pictures are smaller');
  return { photoMs: elapsed / EACH, workMs: longestMs };
}

async function measure(browser: Browser, base: string): Promise<Record<Side, Turn[]>> {
  const page = await browser.newPage();
  const turns: Record<Side, Turn[]> = { bare: [], ours: [] };
  for (let done = 0; done < PHOTOS; done += EACH)
    for (const side of SIDES)
      turns[side].push(
        await measureTurn(browser, page, `${base}?shrink=${side}&photos=${EACH}&width=${WIDTH}`),
      );
  return turns;
}

const { ours, bare } = await measurePage('photoPage', measure);
const [photoMs, bareMs] = [ours, bare].map((turns) => median(turns.map((turn) => turn.photoMs)));
const [workMs, bareWork] = [ours, bare].map((turns) => Math.max(...turns.map((turn) => turn.workMs)));
console.log(
  `${PHOTOS} photos of ${WIDTH} pixels: ${photoMs!.toFixed(0)} ms each (${judge({ value: photoMs!, goal: GOALS.photoMs, better: 'less' })})`,
);
console.log(
  `longest work of the page ${workMs!.toFixed(1)} ms (${judge({ value: workMs!, goal: GOALS.workMs, better: 'less' })}), with a canvas of the page ${bareWork!.toFixed(1)} ms`,
);
const value = photoMs! / bareMs!;
console.log(
  `a canvas of the page ${bareMs!.toFixed(0)} ms each, ratio ${value.toFixed(2)} (${keepRatio({ name: 'time of a photo beside a canvas of the page', value, goal: GOALS.ratio, better: 'less' })})`,
);
