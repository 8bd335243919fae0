/** Days, months and years in zones with and without daylight saving. */
import { every, type StatisticCase } from './case.ts';

const times = (count: number, value: number | null): (number | null)[] =>
  Array.from({ length: count }, () => value);

export const calendar: StatisticCase[] = [
  {
    name: 'Berlin: the spring day has 23 hours, the autumn day 25',
    zone: 'Europe/Berlin',
    kind: 'interval',
    points: [
      ...every('2026-03-28T00:00:00+01:00', 24 + 23 + 24, 60),
      ...every('2026-10-24T00:00:00+02:00', 24 + 25 + 24, 60),
    ],
    asks: [
      {
        ...{
          method: 'SUM',
          bucket: 'day',
          from: '2026-03-28T00:00:00+01:00',
          to: '2026-03-31T00:00:00+02:00',
        },
        ...{ values: [24, 23, 24], whole: 71 },
      },
      {
        ...{
          method: 'DIFF',
          bucket: 'hour',
          from: '2026-03-29T00:00:00+01:00',
          to: '2026-03-30T00:00:00+02:00',
        },
        ...{ values: times(23, 1), whole: 23 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'day',
          from: '2026-10-24T00:00:00+02:00',
          to: '2026-10-27T00:00:00+01:00',
        },
        ...{ values: [24, 25, 24], whole: 73 },
      },
      {
        ...{
          method: 'AVG',
          bucket: 'hour',
          from: '2026-10-25T00:00:00+02:00',
          to: '2026-10-26T00:00:00+01:00',
        },
        ...{ values: times(25, 1), whole: 1 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'month',
          from: '2026-03-01T00:00:00+01:00',
          to: '2026-05-01T00:00:00+02:00',
        },
        ...{ values: [71, null], whole: 71 },
      },
    ],
  },
  {
    name: 'Lord Howe: the clock moves by half an hour',
    zone: 'Australia/Lord_Howe',
    kind: 'interval',
    points: [
      // 5 April: 02:00+11:00 becomes 01:30+10:30. 4 October: 02:00+10:30 becomes 02:30+11:00.
      ...every('2026-04-05T00:00:00+11:00', 49 + 48, 30),
      ...every('2026-10-04T00:00:00+10:30', 47 + 48, 30),
    ],
    asks: [
      {
        ...{
          method: 'SUM',
          bucket: 'day',
          from: '2026-04-05T00:00:00+11:00',
          to: '2026-04-07T00:00:00+10:30',
        },
        ...{ values: [49, 48], whole: 97 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'hour',
          from: '2026-04-05T00:00:00+11:00',
          to: '2026-04-06T00:00:00+10:30',
        },
        ...{ values: [2, 2, 1, ...times(22, 2)], whole: 49 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'hour',
          from: '2026-10-04T00:00:00+10:30',
          to: '2026-10-05T00:00:00+11:00',
        },
        ...{ values: [2, 2, 1, ...times(21, 2)], whole: 47 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'day',
          from: '2026-10-04T00:00:00+10:30',
          to: '2026-10-06T00:00:00+11:00',
        },
        ...{ values: [47, 48], whole: 95 },
      },
    ],
  },
  {
    name: 'Kolkata: days begin half past the hour of UTC',
    zone: 'Asia/Kolkata',
    kind: 'interval',
    points: [
      ['2026-05-10T18:15:00Z', 1],
      ['2026-05-10T18:29:59.999Z', 2],
      ['2026-05-10T18:30:00Z', 4],
      ['2026-05-10T19:29:00Z', 8],
      ['2026-05-10T19:30:00Z', 16],
    ],
    asks: [
      {
        ...{
          method: 'SUM',
          bucket: 'day',
          from: '2026-05-10T00:00:00+05:30',
          to: '2026-05-12T00:00:00+05:30',
        },
        ...{ values: [3, 28], whole: 31 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'hour',
          from: '2026-05-10T23:00:00+05:30',
          to: '2026-05-11T02:00:00+05:30',
        },
        ...{ values: [3, 12, 16], whole: 31 },
      },
    ],
  },
  {
    name: 'Shanghai: months and years, one of them a leap year',
    zone: 'Asia/Shanghai',
    kind: 'interval',
    points: [
      ...every('2023-02-01T12:00:00+08:00', 28 + 31, 24 * 60),
      ...every('2024-02-01T12:00:00+08:00', 29 + 31, 24 * 60),
    ],
    asks: [
      {
        ...{
          method: 'SUM',
          bucket: 'month',
          from: '2023-02-01T00:00:00+08:00',
          to: '2023-04-01T00:00:00+08:00',
        },
        ...{ values: [28, 31], whole: 59 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'month',
          from: '2024-02-01T00:00:00+08:00',
          to: '2024-04-01T00:00:00+08:00',
        },
        ...{ values: [29, 31], whole: 60 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'year',
          from: '2023-01-01T00:00:00+08:00',
          to: '2026-01-01T00:00:00+08:00',
        },
        ...{ values: [59, 60, null], whole: 119 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'day',
          from: '2024-02-28T00:00:00+08:00',
          to: '2024-03-02T00:00:00+08:00',
        },
        ...{ values: [1, 1, 1], whole: 3 },
      },
    ],
  },
  {
    name: 'the last hour of a year belongs to it, wherever UTC is',
    zone: 'Europe/Berlin',
    kind: 'gauge',
    points: [
      ['2025-12-31T23:30:00+01:00', 5],
      ['2026-01-01T00:00:00+01:00', 7],
      ['2026-01-01T00:30:00+01:00', 9],
    ],
    asks: [
      {
        ...{
          method: 'MAX',
          bucket: 'year',
          from: '2025-01-01T00:00:00+01:00',
          to: '2027-01-01T00:00:00+01:00',
        },
        ...{ values: [5, 9], whole: 9 },
      },
      {
        ...{
          method: 'MIN',
          bucket: 'month',
          from: '2025-12-01T00:00:00+01:00',
          to: '2026-02-01T00:00:00+01:00',
        },
        ...{ values: [5, 7], whole: 5 },
      },
      {
        ...{
          method: 'AVG',
          bucket: 'total',
          from: '2025-12-31T23:45:00+01:00',
          to: '2026-01-01T00:15:00+01:00',
        },
        ...{ values: [7], whole: 7 },
      },
    ],
  },
];
