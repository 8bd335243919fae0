/** Averages by time. */
import { every, type StatisticCase } from './case.ts';

const NIGHT = { bucket: 'hour', from: '2026-07-02T00:00:00+08:00', to: '2026-07-02T04:00:00+08:00' } as const;

const SHANGHAI = 'Asia/Shanghai';

export const byTime: StatisticCase[] = [
  {
    name: 'an average by time: a value holds until the next one, an hour at most',
    zone: SHANGHAI,
    kind: 'gauge',
    average: 'time',
    offlineAfter: 3_600,
    points: [
      ['2026-07-02T00:00:00+08:00', 10],
      ['2026-07-02T00:10:00+08:00', 9999, 2],
      ['2026-07-02T00:30:00+08:00', 20],
      ['2026-07-02T01:30:00+08:00', 0],
    ],
    asks: [
      // Half an hour each of 10 and 20; of 20 and 0; then half an hour in which 0 is still valid; then unknown.
      { ...NIGHT, method: 'AVG', values: [15, 10, 0, null], whole: 10 },
      { ...NIGHT, method: 'MAX', values: [20, 0, null, null], whole: 20 },
      {
        ...{
          method: 'AVG',
          bucket: 'total',
          from: '2026-07-02T00:15:00+08:00',
          to: '2026-07-02T01:00:00+08:00',
        },
        // A quarter of an hour of the earlier value 10, and half an hour of 20.
        ...{ values: [50 / 3], whole: 50 / 3 },
      },
      {
        ...{
          method: 'AVG',
          bucket: 'hour',
          from: '2026-07-02T01:15:00+08:00',
          to: '2026-07-02T01:20:00+08:00',
        },
        ...{ values: [20], whole: 20 },
      },
      {
        ...{
          method: 'AVG',
          bucket: 'day',
          from: '2026-07-01T00:00:00+08:00',
          to: '2026-07-03T00:00:00+08:00',
        },
        ...{ values: [null, 10], whole: 10 },
      },
    ],
  },
  {
    name: 'an average by time: many short readings do not outweigh one long one',
    zone: SHANGHAI,
    kind: 'gauge',
    average: 'time',
    offlineAfter: 7_200,
    points: [
      ...every('2026-07-02T00:00:00+08:00', 10, 1, 100),
      ['2026-07-02T00:10:00+08:00', 4],
      ['2026-07-02T02:00:00+08:00', 4],
    ],
    asks: [
      // 10 minutes of 100, then 4.
      { ...NIGHT, method: 'AVG', values: [20, 4, 4, 4], whole: 8 },
    ],
  },
  {
    name: 'an average by time: what a silent device measured is not known',
    zone: 'Europe/Berlin',
    kind: 'gauge',
    average: 'time',
    offlineAfter: 600,
    points: [
      ['2026-03-29T01:55:00+01:00', 6],
      ['2026-03-29T03:45:00+02:00', 12],
      ['2026-03-29T23:58:00+02:00', 24],
    ],
    asks: [
      // 6 for 5 minutes in each of two hours (the clock skips the one between), and 12 for ten minutes in the second.
      {
        ...{
          method: 'AVG',
          bucket: 'hour',
          from: '2026-03-29T01:00:00+01:00',
          to: '2026-03-29T05:00:00+02:00',
        },
        ...{ values: [6, 10, null], whole: 9 },
      },
      // 24 is valid for two minutes of its day and eight of the next.
      {
        ...{
          method: 'AVG',
          bucket: 'day',
          from: '2026-03-29T00:00:00+01:00',
          to: '2026-03-31T00:00:00+02:00',
        },
        ...{ values: [(6 * 10 + 12 * 10 + 24 * 2) / 22, 24], whole: 14 },
      },
    ],
  },
];
