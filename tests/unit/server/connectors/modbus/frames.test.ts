import { expect, it } from 'vitest';
import { backOff } from '../../../../../server/connectors/modbus/backOff.ts';
import { createFrameCutter } from '../../../../../server/connectors/modbus/frames.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** Reads one register of unit 5. */
const QUESTION = hex('0007 0000 0006 05 03 0000 0001');
const ANSWER = hex('0007 0000 0005 05 03 02 002a');

function makeCutter() {
  const cutter = createFrameCutter();
  cutter.asked(QUESTION);
  return cutter;
}

it('returns a frame once it is complete, in whatever parts it arrives', () => {
  const cutter = makeCutter();
  for (let at = 0; at < ANSWER.length - 1; at += 1)
    expect(cutter.take(ANSWER.subarray(at, at + 1))).toEqual([]);
  expect(cutter.take(ANSWER.subarray(-1))).toEqual([ANSWER]);
});

it('accepts an exception of the same function as an answer', () => {
  const exception = hex('0007 0000 0003 05 83 02');
  expect(makeCutter().take(exception)).toEqual([exception]);
});

it('rejects an answer without a matching request', () => {
  const wrong = {
    number: hex('0008 0000 0005 05 03 02 002a'),
    protocol: hex('0007 0001 0005 05 03 02 002a'),
    unit: hex('0007 0000 0005 06 03 02 002a'),
    function: hex('0007 0000 0005 05 04 02 002a'),
    'length of nothing': hex('0007 0000 0001 05'),
    'length of too much': hex('0007 0000 00ff 05 03'),
    text: Buffer.from('HTTP/1.1 400 Bad Request'),
  };
  for (const [name, bytes] of Object.entries(wrong)) expect(makeCutter().take(bytes), name).toBeNull();
  expect(createFrameCutter().take(ANSWER), 'without a question').toBeNull();
  const cutter = makeCutter();
  expect(cutter.take(ANSWER)).toEqual([ANSWER]);
  expect(cutter.take(ANSWER), 'a second answer').toBeNull();
});

it('waits twice as long after each failure, at most a minute, with 20 % variation', () => {
  expect([1, 2, 3, 7, 50].map((failures) => backOff(failures, 0.5))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ]);
  expect([backOff(1, 0), backOff(1, 1)].map(Math.round)).toEqual([800, 1200]);
});
