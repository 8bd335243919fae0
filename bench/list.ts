/**
 * Compares a generated list with the same screen that is written by hand with antd's table. Both have 50 rows × 30
 * columns and open in turn, in one run. It also scrolls a generated list of 10,000 loaded rows × 30 columns in a real
 * browser. Goals: opening at most 1.5 times; no frame over 50 ms while scrolling. The figure of a frame is the
 * processor time of the page's own thread. Other programs of the machine do not change it. The elapsed time is
 * printed as well.
 */
import type { Page } from 'playwright';
import { type Frames, framesText, scroll } from './browser/frames.ts';
import { measurePage } from './browser/page.ts';
import { median } from './kit/percentile.ts';
import { keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const ROUNDS = sized(15, 2);
/** The first rounds warm up the browser for both sides. */
const WARM = sized(3, 1);
const ROWS = 50;
const LOADED = sized(10_000, 200);
const FRAME = '.wd-table-frame';
const OPEN_GOAL = 1.5;

interface ListBench {
  generatedMs: number;
  byHandMs: number;
  ratio: number;
  down: Frames;
  jumps: Frames;
  across: Frames;
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
  const [generatedMs, byHandMs] = [median(times.generated.slice(WARM)), median(times.byHand.slice(WARM))];
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

async function listBench(): Promise<ListBench> {
  return measurePage('listPage', async (browser, base) => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${base}?total=${LOADED}`);
    await page.locator('html[data-ready]').waitFor();
    const opened = await openings(page);
    await page.evaluate((rows) => window.bench.open('endless', rows), 20);
    await allLoad(page);
    return {
      ...opened,
      down: await scroll(browser, page, FRAME, { x: 0, y: 120 }),
      jumps: await scroll(browser, page, FRAME, { x: 0, y: 1100 }),
      across: await scroll(browser, page, FRAME, { x: 60, y: 0 }),
    };
  });
}

const { generatedMs, byHandMs, ratio, down, jumps, across } = await listBench();
const verdict = keepRatio({ name: 'opening a list', value: ratio, goal: OPEN_GOAL, better: 'less' });
console.log(
  `opening a list of ${ROWS} rows × 30 columns: generated ${generatedMs.toFixed(1)} ms, by hand ${byHandMs.toFixed(1)} ms, ratio ${ratio.toFixed(2)} (${verdict})`,
);
console.log(`scrolling ${LOADED} rows × 30 columns`);
console.log(`  ${framesText('120 px a frame', down)}`);
console.log(`  ${framesText('a screen and more a frame', jumps)}`);
console.log(`  ${framesText('sideways', across)}`);
