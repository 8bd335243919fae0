/**
 * A form of 120 items on a phone: ours beside RJSF with its own default theme, in the same browser, in turns, with a
 * processor that is slowed down four times. Measured from the tap until the screen is painted, where the goal is 1.5 times,
 * and until the last item is; for the first form of a page, which makes the look of those controls that the list before
 * it lacks, and for those after it. Medians.
 */
import type { Browser, Page } from 'playwright';
import { GOAL } from './form.ts';
import { measurePage } from './page.ts';

const ROUNDS = 9;
const FIELDS = 120;
const SLOWER = 4;
const PHONE = { width: 390, height: 844 };

interface Opened {
  screenMs: number;
  wholeMs: number;
}

interface Visit {
  first: Opened;
  later: Opened;
}

/** Opens the form, closes it, and opens it again. */
async function openForm(page: Page, address: string): Promise<Visit> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Open' }).waitFor();
  return page.evaluate(async (count) => {
    const frame = () => new Promise<number>(requestAnimationFrame);
    const task = () => new Promise<void>((done) => setTimeout(done));
    const fields = () => [...document.querySelectorAll('[id*="field"]')];
    const isGone = () => fields().length === 0;
    const isFull = () => (fields().at(-1)?.getBoundingClientRect().top ?? 0) > innerHeight;
    const isWhole = () => document.querySelector(`[id$="field${count - 1}"]`) !== null;
    const painted = async (holds: () => boolean) => {
      const limit = performance.now() + 20_000;
      while (!holds()) {
        if (performance.now() > limit) throw new Error('The form does not open');
        await task();
      }
      await frame();
      await task();
      return performance.now();
    };
    /** Taps a page that is at rest. */
    const tap = async () => {
      for (let at = 0; at < 10; at++) await frame();
      const start = performance.now();
      document.getElementById('open')!.click();
      return start;
    };
    const open = async () => {
      const start = await tap();
      const [screen, whole] = await Promise.all([painted(isFull), painted(isWhole)]);
      return { screenMs: screen - start, wholeMs: whole - start };
    };
    const first = await open();
    await tap();
    await painted(isGone);
    return { first, later: await open() };
  }, FIELDS);
}

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

async function measure(browser: Browser, base: string): Promise<Record<'ours' | 'bare', Visit[]>> {
  const page = await browser.newPage({ viewport: PHONE });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const visits: Record<'ours' | 'bare', Visit[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++)
    for (const form of ['bare', 'ours'] as const)
      visits[form].push(await openForm(page, `${base}?form=${form}&fields=${FIELDS}&tap`));
  return visits;
}

if (import.meta.main) {
  const { ours, bare } = await measurePage('formPage', measure);
  for (const visit of ['first', 'later'] as const)
    for (const [until, which] of [
      ['the screen', 'screenMs'],
      ['the last item', 'wholeMs'],
    ] as const) {
      const of = (visits: Visit[]) => median(visits.map((one) => one[visit][which]));
      const ratio = of(ours) / of(bare);
      const verdict = which === 'wholeMs' ? '' : ratio <= GOAL ? ` (within ${GOAL})` : ` (beyond ${GOAL})`;
      console.log(
        `${visit} form of ${FIELDS} on a phone, from tap until ${until} is painted: ours ${of(ours).toFixed(0)} ms, bare RJSF ${of(bare).toFixed(0)} ms, ratio ${ratio.toFixed(2)}${verdict}`,
      );
    }
}
