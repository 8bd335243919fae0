/** Instantaneous values: gaps, constant values, qualities. */
import { every, type StatisticCase } from './case.ts';

const NIGHT = { bucket: 'hour', from: '2026-07-02T00:00:00+08:00', to: '2026-07-02T04:00:00+08:00' } as const;

const SHANGHAI = 'Asia/Shanghai';

export const gauges: StatisticCase[] = [
  {
    name: 'a gauge: samples count the same, a hole stays a hole, the change counts from before',
    zone: SHANGHAI,
    kind: 'gauge',
    points: [
      ['2026-07-01T23:50:00+08:00', 2],
      ['2026-07-02T00:10:00+08:00', 4],
      ['2026-07-02T00:40:00+08:00', 9],
      ['2026-07-02T02:00:00+08:00', 7],
    ],
    asks: [
      { ...NIGHT, method: 'AVG', values: [6.5, null, 7, null], whole: 20 / 3 },
      { ...NIGHT, method: 'MAX', values: [9, null, 7, null], whole: 9 },
      { ...NIGHT, method: 'MIN', values: [4, null, 7, null], whole: 4 },
      { ...NIGHT, method: 'SUM', values: [13, null, 7, null], whole: 20 },
      { ...NIGHT, method: 'DIFF', values: [7, null, -2, null], whole: 5 },
    ],
  },
  {
    name: 'a constant value is a value, and its change is 0',
    zone: SHANGHAI,
    kind: 'gauge',
    points: every('2026-07-02T00:00:00+08:00', 16, 15, 5),
    asks: [
      { ...NIGHT, method: 'AVG', values: [5, 5, 5, 5], whole: 5 },
      { ...NIGHT, method: 'DIFF', values: [0, 0, 0, 0], whole: 0 },
      { ...NIGHT, method: 'MAX', values: [5, 5, 5, 5], whole: 5 },
    ],
  },
  {
    name: 'bad points count nowhere, uncertain ones do',
    zone: SHANGHAI,
    kind: 'gauge',
    points: [
      ['2026-07-02T00:00:00+08:00', 10, 0],
      ['2026-07-02T00:20:00+08:00', 9999, 2],
      ['2026-07-02T00:40:00+08:00', 20, 1],
      ['2026-07-02T01:30:00+08:00', -9999, 2],
      ['2026-07-02T02:30:00+08:00', 30],
      ['2026-07-02T02:40:00+08:00', 0, 2],
    ],
    asks: [
      { ...NIGHT, method: 'AVG', values: [15, null, 30, null], whole: 20 },
      { ...NIGHT, method: 'MAX', values: [20, null, 30, null], whole: 30 },
      { ...NIGHT, method: 'MIN', values: [10, null, 30, null], whole: 10 },
      { ...NIGHT, method: 'DIFF', values: [10, null, 10, null], whole: 20 },
      { ...NIGHT, method: 'SUM', values: [30, null, 30, null], whole: 60 },
    ],
  },
];
