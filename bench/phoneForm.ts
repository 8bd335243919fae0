/**
 * A form of 120 items on a phone, from the tap until it is painted: ours beside RJSF with its own default theme, in the same
 * browser, in turns, with a processor that is slowed down four times. Measured for the first form of a page, which makes
 * the look of every control, and for those after it. Medians. Goal: at most 1.5 times.
 */
import type { Browser, Page } from 'playwright';
import { GOAL } from './form.ts';
import { measurePage } from './page.ts';

const ROUNDS = 9;
const FIELDS = 120;
const SLOWER = 4;
const PHONE = { width: 390, height: 844 };

interface Opened {
  firstMs: number;
  laterMs: number;
}

/** Opens the form, closes it, and opens it again. */
async function openForm(page: Page, address: string): Promise<Opened> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Open' }).waitFor();
  return page.evaluate(async (count) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const task = () => new Promise<void>((done) => setTimeout(done));
    const isWhole = () => document.querySelector(`[id$="field${count - 1}"]`) !== null;
    /** The page is at rest before it is tapped. */
    const tap = async (isOpening: boolean) => {
      for (let at = 0; at < 10; at++) await frame();
      const start = performance.now();
      document.querySelector('button')!.click();
      while (isWhole() !== isOpening) {
        if (performance.now() > start + 20_000) throw new Error('The form does not open');
        await task();
      }
      await frame();
      await task();
      return performance.now() - start;
    };
    const firstMs = await tap(true);
    await tap(false);
    return { firstMs, laterMs: await tap(true) };
  }, FIELDS);
}

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function measure(browser: Browser, base: string): Promise<Record<'ours' | 'bare', Opened>> {
  const page = await browser.newPage({ viewport: PHONE });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const opened: Record<'ours' | 'bare', Opened[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const form of ['bare', 'ours'] as const)
      opened[form].push(await openForm(page, `${base}?form=${form}&fields=${FIELDS}&tap`));
  const middle = (all: Opened[]): Opened => ({
    firstMs: median(all.map(({ firstMs }) => firstMs)),
    laterMs: median(all.map(({ laterMs }) => laterMs)),
  });
  return { ours: middle(opened.ours), bare: middle(opened.bare) };
}

if (import.meta.main) {
  const { ours, bare } = await measurePage('formPage', measure);
  for (const [name, which] of [
    ['first', 'firstMs'],
    ['later', 'laterMs'],
  ] as const) {
    const ratio = ours[which] / bare[which];
    const verdict = ratio <= GOAL ? 'within' : 'beyond';
    console.log(
      `${name} form of ${FIELDS} on a phone, from tap to painted: ours ${ours[which].toFixed(0)} ms, bare RJSF ${bare[which].toFixed(0)} ms, ratio ${ratio.toFixed(2)} (${verdict} ${GOAL})`,
    );
  }
}
