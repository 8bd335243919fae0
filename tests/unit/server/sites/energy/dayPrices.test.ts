import { describe, expect, it } from 'vitest';
import {
  dayMoments,
  hoursOfDay,
  listDayPrices,
  timeRows,
} from '../../../../../server/sites/energy/dayPrices.ts';

const ZONE = 'Europe/Berlin';
const rows = (count: number) => Array.from({ length: count }, (_, price) => ({ price }));
const timesOf = (day: string, count: number, zone = ZONE) =>
  timeRows(day, rows(count), zone)?.map(({ from }) => from);

describe('the hours of a day', () => {
  it.each([
    ['2026-03-29', ZONE, 23],
    ['2026-06-10', ZONE, 24],
    ['2026-10-25', ZONE, 25],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
  ])('%s in %s', (day, zone, hours) => {
    expect(hoursOfDay(day, zone)).toBe(hours);
  });
});

describe('the times of its prices', () => {
  it('skip the hour that the clock skips, and repeat the one that it shows twice', () => {
    expect(timesOf('2026-03-29', 23)?.slice(1, 4)).toEqual(['01:00', '03:00', '04:00']);
    expect(timesOf('2026-10-25', 25)?.slice(1, 5)).toEqual(['01:00', '02:00', '02:00', '03:00']);
    expect(timesOf('2026-10-25', 50)?.slice(4, 8)).toEqual(['02:00', '02:30', '02:00', '02:30']);
    expect(timesOf('2026-04-05', 49, 'Australia/Lord_Howe')?.slice(2, 6)).toEqual([
      ...['01:00', '01:30', '01:30', '02:00'],
    ]);
  });

  it('exist for any number of prices that divides the day', () => {
    for (const count of [23, 25, 46, 92, 100, 0, 72])
      expect(dayMoments('2026-06-10', count, ZONE)).toBe(null);
    for (const count of [24, 48, 96]) expect(dayMoments('2026-06-10', count, ZONE)).toHaveLength(count + 1);
  });
});

it('belong to prices of 1 kWh, one after the other over the days', () => {
  const days = [
    { day: '2026-10-24', per: 'MWh', hours: rows(24) },
    { day: '2026-10-25', per: 'kWh', hours: rows(25) },
    { day: '2026-10-26', per: 'kWh', hours: rows(23) },
  ];
  const prices = listDayPrices(days, ZONE);
  expect(prices).toHaveLength(49);
  expect(prices[23]!.price).toBe(0.023);
  expect(prices.at(-1)!.price).toBe(24);
  expect(prices.slice(1).every(({ from }, at) => from === prices[at]!.to)).toBe(true);
});
