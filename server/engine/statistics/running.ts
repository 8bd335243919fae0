/** Adds up figures over time: each step includes all earlier steps and the time before the period. */
import type { StatisticFigure } from '../../../generated/definition.ts';
import type { Dimension } from '../../../runtime/core/definitions/statistics.ts';
import { decimalText, parseDecimal, sumDecimals } from '../../../runtime/core/numbers/decimal.ts';
import type { Figures, Key, StatisticRow, StatisticTotal } from './answerRow.ts';
import type { StatisticQuestion } from './question.ts';

type Value = Figures[string];

export const listRunning = ({ figures }: Pick<StatisticQuestion, 'figures'>): StatisticFigure[] =>
  figures.filter(({ running }) => running);

/** Returns whether a dimension consists of steps of the time field. */
const isAlongTime =
  (time: string) =>
  ({ field, step }: Dimension): boolean =>
    step !== undefined && field === time;

/** Returns the request for the time before the period, without the time dimension. */
export const withoutTime = (question: StatisticQuestion, time: string): StatisticQuestion => ({
  ...question,
  dimensions: question.dimensions.filter((dimension) => !isAlongTime(time)(dimension)),
});

/** Adds two values. Amounts remain decimal texts. */
function add(a: Value | undefined, b: Value | undefined): Value {
  if (a === null || a === undefined) return b ?? null;
  if (b === null || b === undefined) return a;
  if (typeof a === 'number' && typeof b === 'number' && Number.isInteger(a) && Number.isInteger(b))
    return a + b;
  const scale = Math.max(...[a, b].map((one) => String(one).split('.')[1]?.length ?? 0));
  const sum = decimalText(sumDecimals([a, b].flatMap((one) => parseDecimal(one) ?? [])), scale);
  return typeof a === 'string' || typeof b === 'string' ? sum : Number(sum);
}

const groupOf = (currency: string | null, key: Key, names: readonly string[]): string =>
  JSON.stringify([currency, names.map((name) => key[name] ?? null)]);

/** Returns the rows with running figures. `opening` contains the rows before the period. `time` is the time field. */
export function addUpRows(
  question: StatisticQuestion,
  time: string,
  rows: readonly StatisticRow[],
  opening: readonly StatisticRow[],
  empty: Figures,
): StatisticRow[] {
  const names = listRunning(question).map(({ name }) => name);
  if (names.length === 0 || question.dimensions.length === 0) return [...rows];
  const [along] = question.dimensions.filter(isAlongTime(time));
  const others = withoutTime(question, time).dimensions.map(({ name }) => name);
  const sums = new Map(
    opening.map(({ currency, key, figures }) => [groupOf(currency, key, others), { ...figures }]),
  );
  const stepOf = ({ key }: StatisticRow): string => String(along ? key[along.name] : '');
  const order = [...rows].sort((a, b) => (stepOf(a) < stepOf(b) ? -1 : 1));
  const added = new Map(
    order.map((row) => {
      const group = groupOf(row.currency, row.key, others);
      const known = sums.get(group) ?? {};
      const figures = { ...known };
      for (const name of names) figures[name] = add(known[name], row.figures[name]);
      sums.set(group, figures);
      const running = Object.fromEntries(names.map((name) => [name, figures[name] ?? null]));
      return [row, { ...row, figures: { ...row.figures, ...running } }] as const;
    }),
  );
  const counted = new Set(rows.map(({ currency, key }) => groupOf(currency, key, others)));
  // Groups without records in the period keep their earlier balance. If time is a dimension, `fillSteps` adds these
  // rows.
  const still = along
    ? []
    : opening.filter(({ currency, key }) => !counted.has(groupOf(currency, key, others)));
  return [
    ...rows.map((row) => added.get(row) ?? row),
    ...still.map((row) => ({ ...row, figures: { ...empty, ...pick(row.figures, names) } })),
  ];
}

const pick = (figures: Figures, names: readonly string[]): Figures =>
  Object.fromEntries(names.map((name) => [name, figures[name] ?? null]));

/** Returns the totals at the end of the period. */
export function addUpTotals(
  question: StatisticQuestion,
  totals: readonly StatisticTotal[],
  opening: readonly StatisticTotal[],
  empty: Figures,
): StatisticTotal[] {
  const names = listRunning(question).map(({ name }) => name);
  if (names.length === 0) return [...totals];
  const before = new Map(opening.map(({ currency, figures }) => [currency, figures]));
  const counted = new Set(totals.map(({ currency }) => currency));
  const still = opening.filter(({ currency }) => !counted.has(currency));
  return [
    ...totals.map((total) => {
      const running = names.map((name) => [
        name,
        add(before.get(total.currency)?.[name], total.figures[name]),
      ]);
      return { ...total, figures: { ...total.figures, ...Object.fromEntries(running) } };
    }),
    ...still.map((total) => ({ ...total, figures: { ...empty, ...pick(total.figures, names) } })),
  ];
}
