/**
 * Compares a wiring diagram of 500 symbols, 800 wires and 200 values with the bare library @xyflow/react. The library
 * draws the same number of nodes and edges. Both run in the same browser, in turn. It measures the time from the tap
 * until the diagram is painted. It also measures the processor time of each frame, while every value changes and
 * while the drawing is dragged. Figures are medians. Goals: open within 1 s, a frame within 16 ms, at most 1.5 times
 * the library.
 */
import type { Browser, Page } from 'playwright';
import { type Frames, traceFrames } from './browser/frames.ts';
import { measurePage } from './browser/page.ts';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const SYMBOLS = sized(500, 50);
const WIRES = sized(800, 60);
const VALUES = sized(200, 20);
const ROUNDS = sized(5, 1);
const STEPS = sized(60, 5);
const GOALS = { openMs: 1_000, frameMs: 16, openRatio: 1.5, refreshRatio: 1.5, dragRatio: 1.5 };

interface Measured {
  openMs: number;
  refreshMs: number;
  dragMs: number;
}

/** Draws it twice. The first time includes one-time preparation and is not measured. */
async function openOnce(page: Page): Promise<number> {
  return page.evaluate(async (symbols) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const task = () => new Promise<void>((done) => setTimeout(done));
    const isDrawn = () => document.querySelectorAll('.react-flow__node').length === symbols;
    const tap = async (isOpening: boolean) => {
      for (let at = 0; at < 10; at++) await frame();
      const start = performance.now();
      document.querySelector('button')!.click();
      while (isDrawn() !== isOpening) {
        if (performance.now() > start + 20_000) throw new Error('The diagram does not open');
        await task();
      }
      await frame();
      await task();
      return performance.now() - start;
    };
    await tap(true);
    await tap(false);
    return tap(true);
  }, SYMBOLS);
}

/** Changes every value in each frame. In use, values change far less often. */
const refresh = (page: Page): Promise<number[]> =>
  page.evaluate(async (steps) => {
    const next = document.querySelectorAll('button')[1]!;
    const deltas: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let at = 0; at < steps; at++) {
      next.click();
      const now = await new Promise<number>(requestAnimationFrame);
      deltas.push(now - last);
      last = now;
    }
    return deltas;
  }, STEPS);

/** Drags the drawing by its background, a little in every frame. */
const drag = (page: Page): Promise<number[]> =>
  page.evaluate(async (steps) => {
    const pane = document.querySelector('.react-flow__pane')!;
    const { left, top } = pane.getBoundingClientRect();
    const dispatch = (type: string, target: EventTarget, at: number) =>
      target.dispatchEvent(
        new MouseEvent(type, {
          ...{ bubbles: true, cancelable: true, view: window, button: 0, buttons: 1 },
          ...{ clientX: left + 20 + at * 4, clientY: top + 20 + at * 2 },
        }),
      );
    const viewport = document.querySelector<HTMLElement>('.react-flow__viewport')!;
    const before = viewport.style.transform;
    dispatch('mousedown', pane, 0);
    const deltas: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let at = 1; at <= steps; at++) {
      dispatch('mousemove', window, at);
      const now = await new Promise<number>(requestAnimationFrame);
      deltas.push(now - last);
      last = now;
    }
    dispatch('mouseup', window, steps);
    if (viewport.style.transform === before) throw new Error('The drawing was not dragged');
    return deltas;
  }, STEPS);

async function measureOne(browser: Browser, page: Page, address: string): Promise<Measured> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Open' }).waitFor();
  const openMs = await openOnce(page);
  const refreshed: Frames = await traceFrames(browser, page, () => refresh(page));
  const dragged: Frames = await traceFrames(browser, page, () => drag(page));
  return { openMs, refreshMs: refreshed.medianMs, dragMs: dragged.medianMs };
}

async function measure(browser: Browser, base: string): Promise<Record<'ours' | 'bare', Measured[]>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const measured: Record<'ours' | 'bare', Measured[]> = { ours: [], bare: [] };
  const query = `symbols=${SYMBOLS}&wires=${WIRES}&values=${VALUES}`;
  for (let round = 0; round < ROUNDS; round++)
    for (const draw of ['bare', 'ours'] as const)
      measured[draw].push(await measureOne(browser, page, `${base}?draw=${draw}&${query}`));
  return measured;
}

const { ours, bare } = await measurePage('diagramPage', measure);
console.log(`${SYMBOLS} symbols, ${WIRES} wires, ${VALUES} values`);
for (const [name, of, goal, ratioGoal] of [
  ['from tap to painted', 'openMs', GOALS.openMs, GOALS.openRatio],
  ['a frame in which every value changes', 'refreshMs', GOALS.frameMs, GOALS.refreshRatio],
  ['a frame while it is dragged', 'dragMs', GOALS.frameMs, GOALS.dragRatio],
] as const) {
  const medianOf = (all: readonly Measured[]): number => median(all.map((one) => one[of]));
  const [own, library] = [medianOf(ours), medianOf(bare)];
  const value = own / library;
  const verdict = judge({ value: own, goal, better: 'less' });
  console.log(
    `${name}: ${own.toFixed(1)} ms (${verdict}), bare library ${library.toFixed(1)} ms, ratio ${value.toFixed(2)} (${keepRatio({ name, value, goal: ratioGoal, better: 'less' })})`,
  );
}
