import { describe, expect, it } from 'vitest';
import { widgetTables } from '../../../../runtime/board/export/tables.ts';
import { measuredSpec, mergeMeasured } from '../../../../runtime/board/export/useMeasured.ts';
import type { NeedResult, NeedSpec } from '../../../../runtime/core/scheduler/types.ts';

const window = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
const course: NeedSpec = { kind: 'history', sns: ['a', 'b'], ...window, maxPoints: 720 };
const mean: NeedSpec = { kind: 'statistic', sns: ['a'], method: 'AVG', ...window, bucket: 'total' };
type Points = [number, number | null][];
const answer = (rows: { sn: string; points: Points; more?: boolean }[]): NeedResult => ({
  key: '',
  ok: true,
  data: rows.map((row) => ({ unit: 'kW', decimals: 1, ...row })),
});
const words = { time: 'Time', part: 'the first part', methods: { AVG: 'Average' } } as never;
const tableOf = (results: NeedResult[]) => widgetTables([course], results, new Map(), words, 'Power')[0];

describe('the points behind a curve', () => {
  it('are requested separately from the drawn ones, and replace them', () => {
    expect(measuredSpec(course)).toEqual({ ...course, maxPoints: 20_000, measured: true });
    const sns = Array.from({ length: 20 }, (_, at) => String(at));
    expect(measuredSpec({ ...course, sns } as NeedSpec)).toMatchObject({ maxPoints: 5000 });
    expect(measuredSpec(mean)).toBeNull();
    const [drawn, figure, measured] = ['a', 'b', 'c'].map((sn) => answer([{ sn, points: [[1, 2]] }]));
    expect(mergeMeasured([mean, course], [figure!, drawn!], [measured!], {})).toEqual([figure, measured]);
    // The raw points of this variable are deleted, so only the drawn curve remains.
    const empty = answer([{ sn: 'a', points: [] }]);
    expect(mergeMeasured([course], [drawn!], [empty], {})).toEqual([drawn]);
    expect(mergeMeasured([course], [drawn!], [], {})).toEqual([drawn]);
  });

  it('have the unit and decimals of the widget', () => {
    const measured = answer([{ sn: 'a', points: [[1, 2500]] }]);
    const shaped = mergeMeasured([course], [measured], [measured], { unit: 'MW', decimals: 2 });
    expect(shaped[0]?.data).toMatchObject([{ unit: 'MW', decimals: 2, points: [[1, 2.5]] }]);
  });

  it('are in one row per time; the mark of a gap is no row', () => {
    const own: Points = [
      [1, 10],
      [2, null],
      [3, 12],
    ];
    const other: Points = [
      [1, 20],
      [3, 22],
    ];
    const rows = [
      { sn: 'a', points: own },
      { sn: 'b', points: other },
    ];
    expect(tableOf([answer(rows)])?.rows).toEqual([
      [1, 10, 20],
      [3, 12, 22],
    ]);
  });

  it('end where one of them has more, and the title says so', () => {
    const own: Points = [
      [1, 10],
      [2, 11],
    ];
    const other: Points = [
      [1, 20],
      [5, 22],
    ];
    const table = tableOf([
      answer([
        { sn: 'a', points: own, more: true },
        { sn: 'b', points: other },
      ]),
    ]);
    expect(table).toMatchObject({
      title: 'Power (the first part)',
      more: true,
      rows: [
        [1, 10, 20],
        [2, 11, null],
      ],
    });
  });
});
