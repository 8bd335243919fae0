/**
 * Computes the used energy between two times from the readings of a counter, and its cost at the prices of these times.
 * Pure. The amount is the difference between the last reading before and the first reading after the use. The energy
 * between two readings is spread evenly over the part of their time that belongs to the use. All figures are whole
 * watt-hours, so that energies times prices equal the printed bill.
 */
import {
  type Decimal,
  decimalText,
  NONE,
  parseDecimal,
  sumDecimals,
} from '../../../runtime/core/numbers/decimal.ts';
import { moneyText, roundMoney } from '../../../runtime/core/numbers/money.ts';
import type { TimeWindow } from '../../../runtime/core/time/timeWindow.ts';
import type { PriceWindow } from '../energy/priceClock.ts';

/** The time, and the value of the counter in kWh. */
export type Reading = readonly [ts: number, kWh: number];

const WATT_HOURS = 1000;

interface Step extends TimeWindow {
  kWh: number;
}

/** Returns the steps between readings. A falling counter was reset and counts from zero again. */
const stepsOf = (readings: readonly Reading[]): Step[] =>
  readings.slice(1).map(([to, kWh], place) => {
    const [from, before] = readings[place]!;
    return { from, to, kWh: kWh < before ? kWh : kWh - before };
  });

/** Returns the used energy from the start up to a time, in watt-hours. */
function usedUpTo(moment: number, steps: readonly Step[], use: TimeWindow): number {
  const used = steps.reduce((sum, { from, to, kWh }) => {
    const [begin, end] = [Math.max(from, use.from), Math.min(to, use.to)];
    if (begin >= end) return sum;
    const share = (Math.min(Math.max(moment, begin), end) - begin) / (end - begin);
    return sum + kWh * share;
  }, 0);
  return Math.round(used * WATT_HOURS);
}

/** Returns the energy counted within a period, in kWh. */
export const usedWithin = (readings: readonly Reading[], use: TimeWindow): number =>
  kWhOf(usedUpTo(use.to, stepsOf(readings), use));

export interface UseLine {
  /** Null outside of all periods. */
  band: string | null;
  price: number | null;
  energy: number;
  /** Null without a price. */
  fee: string | null;
}

export interface Use {
  readingBefore: number;
  readingAfter: number;
  energy: number;
  fee: string;
  /** True if energy was used while the device was silent. */
  offline: boolean;
  lines: UseLine[];
}

const BANDLESS: readonly string[] = ['single', 'unpriced'];
const decimalOf = (value: number): Decimal => parseDecimal(value) ?? NONE;
const kWhOf = (wattHours: number): number => Number(decimalText(decimalOf(wattHours).div(WATT_HOURS)));

function lineOf(windows: readonly PriceWindow[], wattHours: number): UseLine {
  const { band, price } = windows[0]!;
  const energy = kWhOf(wattHours);
  const fee = price === null ? null : moneyText(roundMoney(decimalOf(energy).times(decimalOf(price))));
  return { band: BANDLESS.includes(band) ? null : band, price, energy, fee };
}

/**
 * `readings` include the last reading at or before the use and the first one at or after it. Null if one of them is
 * missing. `silentMs` is the allowed silence of the device.
 */
export function countUse(
  readings: readonly Reading[],
  windows: readonly PriceWindow[],
  use: TimeWindow,
  silentMs: number,
): Use | null {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last || last[0] < use.to) return null;
  const steps = stepsOf(readings);
  const offline = steps.some(({ from, to, kWh }) => to - from > silentMs && kWh > 0);
  const parts = windows.map((window) => ({
    window,
    wattHours: usedUpTo(window.to, steps, use) - usedUpTo(window.from, steps, use),
  }));
  const lines = [...Map.groupBy(parts, ({ window: { band, price } }) => `${band} ${price}`).values()]
    .map((own) => ({
      windows: own.map(({ window }) => window),
      wattHours: own.reduce((sum, { wattHours }) => sum + wattHours, 0),
    }))
    .filter(({ wattHours }) => wattHours > 0)
    .map((own) => lineOf(own.windows, own.wattHours));
  const fees = lines.flatMap(({ fee }) => (fee === null ? [] : decimalOf(Number(fee))));
  return {
    ...{ readingBefore: first[1], readingAfter: last[1], offline, lines },
    energy: kWhOf(usedUpTo(use.to, steps, use)),
    fee: moneyText(sumDecimals(fees)),
  };
}
