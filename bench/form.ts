/**
 * Measures a keystroke in a form of 60 fields. Our form and RJSF with its default theme alternate in the same
 * browser. The time is from the key to the end of its work, as a median. Goal: at most 1.5 times.
 */
import assert from 'node:assert/strict';
import type { Page } from 'playwright';
import { measurePage } from './browser/page.ts';
import { median } from './kit/percentile.ts';
import { keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const ROUNDS = sized(5, 1);
const KEYS = sized(60, 3);
const GOAL = 1.5;

/** Types into the first field. Each key is measured until React has committed and the browser has laid out. */
async function keystrokes(page: Page, address: string): Promise<number[]> {
  await page.goto(address);
  const input = page.locator('input[type="text"]').first();
  await input.waitFor();
  await input.focus();
  const times = await page.evaluate(async (count) => {
    const field = document.activeElement as HTMLInputElement;
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const frame = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
    const channel = new MessageChannel();
    // Waits for the next task. By then React has rendered, including renders that follow from the first.
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
  assert.equal(await input.inputValue(), 'x'.repeat(KEYS), 'every key was taken');
  return times;
}

/** Measures the milliseconds per key. */
const measureBoth = (): Promise<{ ours: number; bare: number }> =>
  measurePage('formPage', async (browser, base) => {
    const page = await browser.newPage();
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(...(await keystrokes(page, `${base}?form=bare`)));
      ours.push(...(await keystrokes(page, `${base}?form=ours`)));
    }
    return { ours: median(ours), bare: median(bare) };
  });

const { ours, bare } = await measureBoth();
const value = ours / bare;
const verdict = keepRatio({ name: 'keystroke in 60 fields', value, goal: GOAL, better: 'less' });
console.log(
  `keystroke in 60 fields: ours ${ours.toFixed(2)} ms, bare RJSF ${bare.toFixed(2)} ms, ratio ${value.toFixed(2)} (${verdict})`,
);
