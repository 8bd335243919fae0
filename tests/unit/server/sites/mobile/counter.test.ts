import { describe, expect, it } from 'vitest';
import { priceWindows } from '../../../../../server/sites/energy/priceClock.ts';
import { countUse, type Reading } from '../../../../../server/sites/mobile/counter.ts';

const MINUTE_MS = 60_000;
const at = (time: string): number => Date.parse(`2026-11-10T${time}:00+08:00`);
const use = { from: at('08:00'), to: at('10:00') };
const TARIFF = {
  ...{ effectiveFrom: '', currency: 'CNY', price: null },
  periods: [
    { start: '00:00', end: '09:00', band: 'valley', price: 0.4 },
    { start: '09:00', end: '10:00', band: 'peak', price: 1.2 },
  ],
};
const windows = priceWindows([TARIFF], use, 'total', 'Asia/Shanghai');
const count = (...readings: [string, number][]) =>
  countUse(
    readings.map(([time, kWh]): Reading => [at(time), kWh]),
    windows,
    use,
    30 * MINUTE_MS,
  );

describe('a use', () => {
  it('waits for a reading after its end, and for any at all', () => {
    expect(count()).toBeNull();
    expect(count(['08:00', 10], ['09:59', 20])).toBeNull();
  });

  it('is the reading after it less the reading before it', () => {
    expect(
      count(['07:50', 10], ['08:20', 12], ['08:50', 14], ['09:10', 15], ['09:40', 19], ['10:05', 20]),
    ).toMatchObject({ readingBefore: 10, readingAfter: 20, energy: 10, offline: false });
  });

  it('spreads energy during silence over the time within it', () => {
    // The device reported 90 kWh between 07:00 and 11:00. Each of the two hours of the use gets half of it.
    expect(count(['07:00', 100], ['11:00', 190])).toMatchObject({
      ...{ energy: 90, offline: true, fee: '72.00' },
      lines: [
        { band: 'valley', energy: 45, fee: '18.00' },
        { band: 'peak', energy: 45, fee: '54.00' },
      ],
    });
  });

  it('adds up to the watt-hour, however it is split', () => {
    const { lines, energy } = count(['08:00', 0], ['10:00', 0.001])!;
    expect(lines.reduce((sum, line) => sum + line.energy, 0)).toBe(energy);
    expect(energy).toBe(0.001);
  });

  it('is zero without a mark if nothing was used during silence', () => {
    expect(count(['07:00', 5], ['11:00', 5])).toMatchObject({
      energy: 0,
      fee: '0.00',
      offline: false,
      lines: [],
    });
  });

  it('continues from zero if the counter was reset', () => {
    expect(count(['08:00', 99], ['08:30', 100], ['09:00', 2], ['10:00', 2])).toMatchObject({ energy: 3 });
  });

  it('costs nothing without an agreed price', () => {
    const free = priceWindows([{ ...TARIFF, periods: null }], use, 'total', 'Asia/Shanghai');
    const readings: Reading[] = [
      [use.from, 0],
      [use.to, 7],
    ];
    expect(countUse(readings, free, use, MINUTE_MS)).toMatchObject({
      fee: '0.00',
      lines: [{ band: null, price: null, energy: 7, fee: null }],
    });
  });
});
