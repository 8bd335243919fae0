/**
 * A keystroke in a form of 60 fields: ours beside RJSF with its own default theme, in the same browser, in turns.
 * Time from the key to the end of the work it causes, median of many. Goal: at most 1.5 times.
 */
import type { Page } from 'playwright';
import { measurePage } from './page.ts';

const ROUNDS = 5;
const KEYS = 60;
export const GOAL = 1.5;

export interface FormBench {
  oursMs: number;
  bareMs: number;
  ratio: number;
}

/** Types into the first field; each key is measured until React has committed and the browser has laid out. */
async function keystrokes(page: Page, address: string): Promise<number[]> {
  await page.goto(address);
  const input = page.locator('input[type="text"]').first();
  await input.waitFor();
  await input.focus();
  return page.evaluate(async (count) => {
    const field = document.activeElement as HTMLInputElement;
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    const channel = new MessageChannel();
    // The next task: React has rendered by then, also what a render caused in turn.
    const task = () =>
      new Promise<unknown>((done) => {
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
      });
    const times: number[] = [];
    for (let index = 0; index < count; index++) {
      await frame();
      const start = performance.now();
      setter?.call(field, `${field.value}x`);
      field.dispatchEvent(new InputEvent('input', { bubbles: true, data: 'x', inputType: 'insertText' }));
      await task();
      document.body.getBoundingClientRect();
      times.push(performance.now() - start);
    }
    return times;
  }, KEYS);
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

export async function benchForm(): Promise<FormBench> {
  return measurePage('formPage', async (browser, base) => {
    const page = await browser.newPage();
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(...(await keystrokes(page, `${base}?form=bare`)));
      ours.push(...(await keystrokes(page, `${base}?form=ours`)));
    }
    const [oursMs, bareMs] = [median(ours), median(bare)];
    return { oursMs, bareMs, ratio: oursMs / bareMs };
  });
}

if (import.meta.main) {
  const { oursMs, bareMs, ratio } = await benchForm();
  const verdict = ratio <= GOAL ? 'within' : 'beyond';
  console.log(
    `keystroke in 60 fields: ours ${oursMs.toFixed(2)} ms, bare RJSF ${bareMs.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (${verdict} ${GOAL})`,
  );
}
