/**
 * Measures a form of 120 items on a phone. Our form and RJSF with its default theme alternate in the same browser.
 * The processor is slowed down four times. The first time is from the tap until the screen is painted, with a goal of
 * 1.5 times. The second time is until the last item is painted. It measures the first form of a page and later forms.
 * The first form also creates the styles of controls that the list does not have. Figures are medians.
 */
import type { Browser, Page } from 'playwright';
import { measurePage } from './browser/page.ts';
import { median } from './kit/percentile.ts';
import { keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const ROUNDS = sized(9, 1);
const FIELDS = sized(120, 80);
const SLOWER = sized(4, 1);
const SCREEN_GOAL = 1.5;
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
    const painted = async (isShown: () => boolean) => {
      const limit = performance.now() + 20_000;
      while (!isShown()) {
        if (performance.now() > limit) throw new Error('The form does not open');
        await task();
      }
      await frame();
      await task();
      return performance.now();
    };
    /** Taps once the page has no animation. */
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

const { ours, bare } = await measurePage('formPage', measure);
for (const visit of ['first', 'later'] as const)
  for (const [until, which, goal] of [
    ['the screen', 'screenMs', SCREEN_GOAL],
    ['the last item', 'wholeMs', undefined],
  ] as const) {
    const of = (visits: Visit[]) => median(visits.map((one) => one[visit][which]));
    const value = of(ours) / of(bare);
    const verdict = keepRatio({ name: `${visit} form until ${until}`, value, goal, better: 'less' });
    console.log(
      `${visit} form of ${FIELDS} on a phone, from tap until ${until} is painted: ours ${of(ours).toFixed(0)} ms, bare RJSF ${of(bare).toFixed(0)} ms, ratio ${value.toFixed(2)} (${verdict})`,
    );
  }
