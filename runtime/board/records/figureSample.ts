/** Figures for stories and the catalogue: customers by month, by state and by industry, all invented. */
import type { StatisticAnswer } from '../../record/figures/words.ts';
import type { NeedResult } from '../widget/widget.ts';

type Key = StatisticAnswer['rows'][number]['key'];

const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];

const line = (customers: number, before: number | null) => ({
  currency: null,
  figures: { customers, creditLimit: `${customers * 120_000}.00` },
  before: before === null ? null : { customers: before },
  change: before === null ? null : { customers: (customers - before) / before },
});

function answer(by: string[], counts: readonly (readonly [Key, number, number?])[]): NeedResult[] {
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const before = counts.every(([, , one]) => one !== undefined)
    ? counts.reduce((sum, [, , one = 0]) => sum + one, 0)
    : null;
  const data: StatisticAnswer = {
    ...{ by, from: '2026-07-01', to: '2026-11-21', more: false },
    rows: counts.map(([key, count, was], at) => ({
      ...line(count, was ?? null),
      ...{ key, labels: {}, place: at + 1 },
    })),
    totals: [line(total, before)],
    sum: null,
  };
  return [{ key: 'sample', ok: true, data }];
}

export const sampleByMonth = (): NeedResult[] =>
  answer(
    ['month'],
    MONTHS.map((month, at) => [{ month }, [14, 19, 17, 26, 31][at]!, [12, 15, 18, 20, 22][at]!]),
  );

export const sampleByState = (): NeedResult[] =>
  answer(
    ['state'],
    [
      [{ state: 'developing' }, 48],
      [{ state: 'deal' }, 27],
      [{ state: 'repeatDeal' }, 14],
      [{ state: 'lost' }, 9],
    ],
  );

export const sampleByIndustry = (): NeedResult[] =>
  answer(
    ['industry'],
    [
      [{ industry: 'manufacturing' }, 41],
      [{ industry: 'energy' }, 33],
      [{ industry: 'commercialBuildings' }, 18],
      [{ industry: 'channel' }, 15],
    ],
  );

export const samplePivot = (): NeedResult[] =>
  answer(
    ['industry', 'state'],
    ['manufacturing', 'energy', 'channel'].flatMap((industry, at) =>
      ['developing', 'deal', 'repeatDeal'].map((state, other): [Key, number] => [
        { industry, state },
        18 - at * 4 - other * 3,
      ]),
    ),
  );
