import { describe, expect, it } from 'vitest';
import {
  clockOf,
  paint,
  readSlots,
  SLOTS,
  slotOf,
  spanAt,
  writeBlocks,
} from '../../../../runtime/form/controls/dayPlan/plan.ts';

const NIGHT = { start: '00:00', end: '06:00', power: -80 };
const DAY = { start: '06:00', end: '24:00', power: 0 };

describe('the plan of a day', () => {
  it('consists of its blocks, written as they were read', () => {
    expect(writeBlocks(readSlots([NIGHT, DAY], 'power'), 'power')).toEqual([NIGHT, DAY]);
  });

  it('has no value without a block, and accepts no invalid block', () => {
    const slots = readSlots(
      [NIGHT, { start: '08:10', end: '09:00', power: 1 }, null, { start: '9', end: '10:00' }],
      'power',
    );
    expect(slots.filter((slot) => slot !== null)).toHaveLength(24);
    expect(writeBlocks(slots, 'power')).toEqual([NIGHT]);
    expect(readSlots([{ start: '06:00', end: '05:00', power: 1 }], 'power')).toEqual(readSlots([], 'power'));
  });

  it('splits a block when another value is painted, and joins equal neighbours', () => {
    const slots = readSlots([NIGHT, DAY], 'power');
    const peak = paint(slots, { from: 72, to: 80 }, 60);
    expect(writeBlocks(peak, 'power')).toEqual([
      NIGHT,
      { start: '06:00', end: '18:00', power: 0 },
      { start: '18:00', end: '20:00', power: 60 },
      { start: '20:00', end: '24:00', power: 0 },
    ]);
    expect(writeBlocks(paint(peak, { from: 72, to: 80 }, 0), 'power')).toEqual([NIGHT, DAY]);
  });

  it('finds the whole block around a quarter of an hour', () => {
    const slots = readSlots([NIGHT, DAY], 'power');
    expect(spanAt(slots, 10)).toEqual({ from: 0, to: 24 });
    expect(spanAt(slots, 95)).toEqual({ from: 24, to: SLOTS });
  });

  it('reads and writes quarters of an hour', () => {
    expect(['00:00', '06:15', '24:00'].map(slotOf)).toEqual([0, 25, SLOTS]);
    expect(['06:10', '24:15', '', null].map(slotOf)).toEqual([null, null, null, null]);
    expect([0, 25, SLOTS].map(clockOf)).toEqual(['00:00', '06:15', '24:00']);
  });
});
