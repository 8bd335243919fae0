/** Running totals: resets, restarts, roll-overs, single readings. */
import type { StatisticCase } from './case.ts';

const DAYS = { bucket: 'day', from: '2026-05-01T00:00:00+08:00', to: '2026-05-05T00:00:00+08:00' } as const;
const SHANGHAI = 'Asia/Shanghai';

export const counters: StatisticCase[] = [
  {
    name: 'a counter: resets, a restart at zero, a day without a point, the step over midnight',
    zone: SHANGHAI,
    kind: 'counter',
    points: [
      ['2026-05-01T08:00:00+08:00', 100],
      ['2026-05-01T20:00:00+08:00', 130],
      ['2026-05-02T08:00:00+08:00', 150],
      ['2026-05-02T12:00:00+08:00', 5],
      ['2026-05-02T20:00:00+08:00', 25],
      ['2026-05-04T06:00:00+08:00', 40],
      ['2026-05-04T07:00:00+08:00', 0],
      ['2026-05-04T08:00:00+08:00', 3],
    ],
    asks: [
      // 2 May: 20 to 150, a reset to 5, 20 more. 4 May: 15 since the 2nd, a restart, 3 more.
      { ...DAYS, method: 'DIFF', values: [30, 45, null, 18], whole: 93 },
      { ...DAYS, method: 'SUM', values: [30, 45, null, 18], whole: 93 },
      { ...DAYS, method: 'MAX', values: [130, 150, null, 40], whole: 150 },
      { ...DAYS, method: 'MIN', values: [100, 5, null, 0], whole: 0 },
      { ...DAYS, method: 'AVG', values: [115, 60, null, 43 / 3], whole: 453 / 8 },
      {
        ...{
          method: 'DIFF',
          bucket: 'total',
          from: '2026-05-02T10:00:00+08:00',
          to: '2026-05-04T06:30:00+08:00',
        },
        ...{ values: [40], whole: 40 },
      },
      {
        ...{
          method: 'DIFF',
          bucket: 'hour',
          from: '2026-05-04T06:00:00+08:00',
          to: '2026-05-04T10:00:00+08:00',
        },
        ...{ values: [15, 0, 3, null], whole: 18 },
      },
    ],
  },
  {
    name: 'a counter that starts again at 65536',
    zone: SHANGHAI,
    kind: 'counter',
    rollOver: 65_536,
    points: [
      ['2026-05-01T10:00:00+08:00', 65_000],
      // Rolls over: 536 to the end and 200 more.
      ['2026-05-01T10:30:00+08:00', 200],
      ['2026-05-01T11:00:00+08:00', 500],
      // A fall by less than half of it is a reset, with 450 since then.
      ['2026-05-01T11:30:00+08:00', 450],
      ['2026-05-01T23:00:00+08:00', 60_000],
      // Rolls over at midnight: 5536 and 1000.
      ['2026-05-02T01:00:00+08:00', 1_000],
    ],
    asks: [
      { ...DAYS, method: 'DIFF', values: [736 + 300 + 450 + 59_550, 6_536, null, null], whole: 67_572 },
      {
        ...{
          method: 'DIFF',
          bucket: 'hour',
          from: '2026-05-01T10:00:00+08:00',
          to: '2026-05-01T12:00:00+08:00',
        },
        ...{ values: [736, 750], whole: 1_486 },
      },
      {
        ...{
          method: 'SUM',
          bucket: 'total',
          from: '2026-05-01T23:30:00+08:00',
          to: '2026-05-02T01:30:00+08:00',
        },
        ...{ values: [6_536], whole: 6_536 },
      },
    ],
  },
  {
    name: 'the same readings without a roll-over are resets',
    zone: SHANGHAI,
    kind: 'counter',
    points: [
      ['2026-05-01T10:00:00+08:00', 65_000],
      ['2026-05-01T10:30:00+08:00', 200],
      ['2026-05-01T11:00:00+08:00', 500],
    ],
    asks: [{ ...DAYS, method: 'DIFF', values: [500, null, null, null], whole: 500 }],
  },
  {
    name: 'a single reading says nothing of a difference, a known one before it does',
    zone: SHANGHAI,
    kind: 'counter',
    points: [
      ['2026-05-01T10:00:00+08:00', 7],
      ['2026-05-03T10:00:00+08:00', 9],
    ],
    asks: [
      { ...DAYS, method: 'DIFF', values: [null, null, 2, null], whole: 2 },
      { ...DAYS, method: 'AVG', values: [7, null, 9, null], whole: 8 },
    ],
  },
];
