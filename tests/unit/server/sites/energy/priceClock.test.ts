import { describe, expect, it } from 'vitest';
import { findEnergyPrice } from '../../../../../runtime/core/numbers/unit.ts';
import { sumCharge } from '../../../../../server/sites/energy/charge.ts';
import { periodsProblem } from '../../../../../server/sites/energy/check.ts';
import { spanPrices } from '../../../../../server/sites/energy/hourlyPrices.ts';
import {
  addLabels,
  labelParts,
  labelTops,
  labelTrees,
  walkLabels,
} from '../../../../../server/sites/energy/labelTree.ts';
import { priceWindows, type Tariff } from '../../../../../server/sites/energy/priceClock.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);
const iso = (ts: number) => new Date(ts).toISOString().slice(5, 16);

const period = (start: string, end: string, band: string, price: number) => ({ start, end, band, price });
const TARIFF: Tariff = {
  effectiveFrom: '2026-01-01',
  currency: 'EUR',
  price: 0.2,
  periods: [period('01:30', '02:30', 'valley', 0.1), period('17:00', '21:00', 'sharp', 0.5)],
};

const windowsOf = (from: string, to: string, tariffs: Tariff[] = [TARIFF], zone = BERLIN) =>
  priceWindows(tariffs, { from: at(from), to: at(to) }, 'total', zone).map((one) => [
    iso(one.from),
    iso(one.to),
    one.band,
  ]);

describe('prices by the hour', () => {
  it('apply until the next one, for an hour at most', () => {
    const hour = at('2026-10-25T00:00:00Z');
    const prices = spanPrices(
      [
        [hour, 100],
        [hour + 900_000, -40],
        [hour + 8_100_000, 30],
      ],
      findEnergyPrice('EUR/MWh')!.factor,
    );
    const tariff: Tariff = { ...TARIFF, price: null, periods: null, priceVariable: 'p', hourly: prices };
    const window = { from: at('2026-10-24T23:30:00Z'), to: at('2026-10-25T03:00:00Z') };
    expect(
      priceWindows([tariff], window, 'total', BERLIN).map(({ from, price, band }) => [
        iso(from),
        price,
        band,
      ]),
    ).toEqual([
      ['10-24T23:30', null, 'unpriced'],
      ['10-25T00:00', 0.1, 'hourly'],
      ['10-25T00:15', -0.04, 'hourly'],
      ['10-25T01:15', null, 'unpriced'],
      ['10-25T02:15', 0.03, 'hourly'],
    ]);
  });

  it('have the unit of their variable', () => {
    expect(findEnergyPrice('EUR/MWh')).toEqual({ currency: 'EUR', factor: 0.001 });
    expect(findEnergyPrice('元/kWh')).toEqual({ currency: 'CNY', factor: 1 });
    expect(findEnergyPrice('ct/kWh')).toEqual({ currency: null, factor: 0.01 });
    expect([findEnergyPrice('EUR/kW'), findEnergyPrice('EUR/m³'), findEnergyPrice('kWh')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the clock of prices', () => {
  it('splits an ordinary day at its periods and its end, and joins equal prices', () => {
    expect(windowsOf('2026-01-10T23:00:00Z', '2026-01-12T00:00:00Z')).toEqual([
      ['01-10T23:00', '01-11T00:30', 'single'],
      ['01-11T00:30', '01-11T01:30', 'valley'],
      ['01-11T01:30', '01-11T16:00', 'single'],
      ['01-11T16:00', '01-11T20:00', 'sharp'],
      ['01-11T20:00', '01-11T23:00', 'single'],
      // A new day begins a new part, even at the same price.
      ['01-11T23:00', '01-12T00:00', 'single'],
    ]);
  });

  it('has half of a period on the day that skips its second half', () => {
    expect(windowsOf('2026-03-28T23:00:00Z', '2026-03-29T10:00:00Z')).toEqual([
      ['03-28T23:00', '03-29T00:30', 'single'],
      ['03-29T00:30', '03-29T01:00', 'valley'],
      ['03-29T01:00', '03-29T10:00', 'single'],
    ]);
  });

  it('has a period twice if the clock shows it twice', () => {
    // From 01:30 to 02:59 in summer time, then again from 02:00 to 02:29.
    expect(windowsOf('2026-10-24T22:00:00Z', '2026-10-25T10:00:00Z')).toEqual([
      ['10-24T22:00', '10-24T23:30', 'single'],
      ['10-24T23:30', '10-25T00:30', 'valley'],
      ['10-25T00:30', '10-25T01:00', 'single'],
      ['10-25T01:00', '10-25T01:30', 'valley'],
      ['10-25T01:30', '10-25T10:00', 'single'],
    ]);
  });

  it('applies a tariff from the start of its day until the next one, and has no price before', () => {
    const plain = (effectiveFrom: string, price: number): Tariff => ({
      effectiveFrom,
      currency: 'CNY',
      price,
      periods: null,
    });
    const answer = priceWindows(
      [plain('2026-05-03', 2), plain('2026-05-02', 1)],
      { from: at('2026-04-30T16:00:00Z'), to: at('2026-05-03T16:00:00Z') },
      'total',
      'Asia/Shanghai',
    );
    expect(answer.map(({ from, price, band }) => [iso(from), price, band])).toEqual([
      ['04-30T16:00', null, 'unpriced'],
      ['05-01T16:00', 1, 'single'],
      ['05-02T16:00', 2, 'single'],
    ]);
  });

  it('separates buckets, and supports zones of quarter hours', () => {
    const answer = priceWindows(
      [{ ...TARIFF, periods: null }],
      { from: at('2026-05-01T18:15:00Z'), to: at('2026-05-03T18:15:00Z') },
      'day',
      'Asia/Kathmandu',
    );
    expect(answer.map(({ from, bucket }) => [iso(from), bucket])).toEqual([
      ['05-01T18:15', 0],
      ['05-02T18:15', 1],
    ]);
  });
});

describe('money', () => {
  const window = (price: number | null, bucket = 0) => ({
    from: 0,
    to: 1,
    bucket,
    band: price === null ? ('unpriced' as const) : ('peak' as const),
    price,
    currency: 'EUR',
  });

  it('is exact where floats are not, and rounded once', () => {
    // The exact sum of a thousand times 0.1 kWh at 0.7 is 70. The float sum is 70.00000000000027.
    const many = Array.from({ length: 1000 }, () => window(0.7));
    expect(
      sumCharge(
        many,
        many.map(() => 0.1),
        1,
      ),
    ).toMatchObject({ energy: 100, cost: '70.00' });
    // Three times 0.005 is 0.02 if the sum is rounded, half away from zero.
    expect(sumCharge([window(0.005), window(0.005), window(0.005)], [1, 1, 1], 1).cost).toBe('0.02');
  });

  it('is the sum of the shown periods', () => {
    const sharp = { ...window(0.005), band: 'sharp' as const };
    const { cost, bands } = sumCharge([sharp, window(0.005)], [1, 1], 1);
    expect(bands.map((one) => one.cost)).toEqual(['0.01', '0.01']);
    expect(cost).toBe('0.02');
  });

  it('is unknown without a price or without a reading', () => {
    const { energy, cost, bands } = sumCharge([window(null), window(2)], [5, null], 1);
    expect({ energy, cost }).toEqual({ energy: 5, cost: null });
    expect(bands.map((one) => [one.band, one.energy, one.cost])).toEqual([
      ['peak', null, null],
      ['unpriced', 5, null],
    ]);
  });
});

describe('periods', () => {
  it('may continue after midnight and leave gaps, but not overlap', () => {
    const night = period('22:00', '06:00', 'valley', 1);
    expect(periodsProblem([night, period('06:00', '22:00', 'peak', 1)])).toBeNull();
    expect(periodsProblem([night, period('08:00', '09:00', 'peak', 1)])).toBeNull();
    expect(periodsProblem([night, period('05:59', '07:00', 'peak', 1)])).toBe(1);
    expect(periodsProblem([period('00:00', '24:00', 'flat', 1)])).toBeNull();
    expect(periodsProblem([period('24:00', '06:00', 'flat', 1)])).toBe(0);
  });
});

describe('labels', () => {
  const label = (id: number, parentId: number | null, variables: string[] = []) => ({
    id,
    parentId,
    variables,
    name: `L${id}`,
    stationSn: 'S',
    energyTypeId: 1,
    labelType: 'area',
  });
  const labels = [
    label(4, 2, ['c']),
    label(1, null),
    label(2, 1),
    label(3, 1, ['a', 'b']),
    label(5, 4, ['d']),
  ];

  it('divide a total into the labels below the only label for everything', () => {
    expect(labelParts(labels).map(({ id }) => id)).toEqual([2, 3]);
    expect(labelParts([...labels, label(9, null)]).map(({ id }) => id)).toEqual([1, 9]);
    expect(labelParts([label(1, null)]).map(({ id }) => id)).toEqual([1]);
  });

  it('count nothing twice: a label below another shown one is part of it', () => {
    const tops = (...ids: number[]) =>
      labelTops(
        labels,
        labels.filter(({ id }) => ids.includes(id)),
      ).map(({ id }) => id);
    expect(tops(1, 5)).toEqual([1]);
    expect(tops(4, 3)).toEqual([4, 3]);
    expect(tops(2, 5, 3)).toEqual([2, 3]);
  });

  it('are walked parents first', () => {
    expect(walkLabels(labels).map(({ label: { id }, level }) => [id, level])).toEqual([
      [1, 0],
      [2, 1],
      [4, 2],
      [5, 3],
      [3, 1],
    ]);
    expect(labelTrees(labels)[0]?.children.map(({ id }) => id)).toEqual([2, 3]);
  });

  it('are their own meters, or their children; unmeasured energy remains unknown', () => {
    const counted = new Map<string, (number | null)[]>([
      ['a', [1, null]],
      ['b', [2, null]],
      ['c', [10, 20]],
      ['d', [500, 500]],
    ]);
    const sums = addLabels(labels, counted, 2);
    expect(sums.get(3)).toEqual([3, null]);
    // The energy below a main meter is shown separately.
    expect(sums.get(4)).toEqual([10, 20]);
    expect(sums.get(1)).toEqual([13, 20]);
  });
});
