/** Builds the answer from the database rows: names of steps, ratios, comparison and ranks. Pure. */
import type { StatisticFigure } from '../../../generated/definition.ts';
import type { Dimension } from '../../../runtime/core/definitions/statistics.ts';
import { listSteps, type Period, readDay, stepKey } from '../../../runtime/core/statistics/steps.ts';
import type { Figure, Figures, Key, StatisticRow, StatisticTotal } from './answerRow.ts';
import { countedFigures, type FoundRow } from './query.ts';
import type { StatisticQuestion } from './question.ts';
import { addUpRows, addUpTotals, withoutTime } from './running.ts';

function keyOf(dimensions: readonly Dimension[], values: readonly unknown[]): Key {
  const entries = dimensions.map(({ name, step }, index) => {
    const value = (values[index] ?? null) as Key[string];
    return [name, step && typeof value === 'string' ? stepKey(readDay(value), step) : value] as const;
  });
  return Object.fromEntries(entries);
}

const quotient = (part: Figure | undefined, whole: Figure | undefined): number | null =>
  part === null || part === undefined || !whole || Number(whole) === 0 ? null : Number(part) / Number(whole);

/** Returns all figures by name. Ratios are computed here. */
export function figuresOf(question: StatisticQuestion, countedValues: readonly Figure[]): Figures {
  const counted: Figures = Object.fromEntries(
    countedFigures(question).map(({ name }, index) => [name, countedValues[index] ?? null]),
  );
  const figureOf = ({ name, do: what, of = [] }: StatisticFigure): Figure =>
    what === 'ratio' ? quotient(counted[of[0]!], counted[of[1]!]) : (counted[name] ?? null);
  return Object.fromEntries(question.figures.map((figure) => [figure.name, figureOf(figure)]));
}

/** Returns the figures of a row without records: counts are zero, sums are null. */
const emptyFigures = (question: StatisticQuestion): Figures =>
  figuresOf(
    question,
    countedFigures(question).map(({ do: what }) => (what === 'count' || what === 'distinct' ? 0 : null)),
  );

function changeOf(figures: Figures, before: Figures): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures).map(([name, now]) => {
      const was = before[name];
      if (was === null || was === undefined || Number(was) === 0) return [name, null];
      return [name, (Number(now ?? 0) - Number(was)) / Math.abs(Number(was))];
    }),
  );
}

const totalOf = (question: StatisticQuestion, { currency, figures }: FoundRow): StatisticTotal => ({
  ...{ currency, before: null, change: null },
  figures: figuresOf(question, figures),
});

const rowOf = (question: StatisticQuestion, row: FoundRow): StatisticRow => ({
  ...totalOf(question, row),
  key: keyOf(question.dimensions, row.values),
  place: 0,
});

/** Returns a function that converts a step of the earlier period to the step with the same position now. */
function makeShift(dimensions: readonly Dimension[], time: string, from: Period, to: Period) {
  const steps = new Map(
    dimensions.flatMap(({ name, field, step }) => {
      if (!step || field !== time) return [];
      const steps = listSteps(to, step);
      return [[name, new Map(listSteps(from, step).map((key, index) => [key, steps[index]]))] as const];
    }),
  );
  return (key: Key): Key =>
    Object.fromEntries(
      Object.entries(key).map(([name, value]) => [name, steps.get(name)?.get(String(value)) ?? value]),
    );
}

const idOf = (currency: string | null, key: Key = {}): string =>
  JSON.stringify([currency, Object.values(key)]);

/**
 * Joins each row with the row of the earlier period that has the same key. A row that exists only in the earlier
 * period has empty figures now.
 */
function compareRows<T extends StatisticTotal>(
  rows: readonly T[],
  before: readonly T[],
  question: StatisticQuestion,
  id: (row: T) => string,
): T[] {
  const was = new Map(before.map((row) => [id(row), row]));
  const compared = rows.map((row) => {
    const other = was.get(id(row))?.figures ?? emptyFigures(question);
    was.delete(id(row));
    return { ...row, before: other, change: changeOf(row.figures, other) };
  });
  const gone = [...was.values()].map((row) => {
    const figures = emptyFigures(question);
    return { ...row, figures, before: row.figures, change: changeOf(figures, row.figures) };
  });
  return [...compared, ...gone];
}

/** Adds rows for steps without records, if time is the only dimension. */
function fillSteps(
  question: StatisticQuestion,
  rows: readonly StatisticRow[],
  time: string,
  opening: readonly StatisticTotal[],
): StatisticRow[] {
  const [only, ...others] = question.dimensions;
  if (!question.period || !only?.step || only.field !== time || others.length > 0) return [...rows];
  const found = new Set([...rows, ...opening].map(({ currency }) => currency));
  const currencies = found.size > 0 ? [...found] : [null];
  const rowsById = new Map(rows.map((row) => [idOf(row.currency, row.key), row]));
  return currencies.flatMap((currency) =>
    listSteps(question.period!, only.step!).map((step): StatisticRow => {
      const key = { [only.name]: step };
      const empty = { ...{ key, currency, place: 0, before: null, change: null } };
      return rowsById.get(idOf(currency, key)) ?? { ...empty, figures: emptyFigures(question) };
    }),
  );
}

const compareValues = (a: unknown, b: unknown): number => {
  if (a === b) return 0;
  // Rows without a value are last in either direction.
  if (a === null || a === undefined) return Number.POSITIVE_INFINITY;
  if (b === null || b === undefined) return Number.NEGATIVE_INFINITY;
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isNaN(x) && !Number.isNaN(y)) return x - y;
  return String(a) < String(b) ? -1 : 1;
};

/** Sorts the rows and adds ranks. Equal rows share a rank, and the following ranks are skipped. */
function placeRows(rows: readonly StatisticRow[], { sort }: StatisticQuestion): StatisticRow[] {
  const sortedBy = (row: StatisticRow) => row.key[sort.name] ?? row.figures[sort.name] ?? null;
  const sorted = [...rows].sort((a, b) => {
    const order = compareValues(sortedBy(a), sortedBy(b));
    return sort.isFalling && Number.isFinite(order) ? -order : order;
  });
  const last = new Map<string | null, { at: number; place: number; value: unknown }>();
  return sorted.map((row) => {
    const { at, place, value } = last.get(row.currency) ?? { at: 0, place: 0, value: undefined };
    const sortValue = sortedBy(row);
    const next = { at: at + 1, place: at > 0 && value === sortValue ? place : at + 1, value: sortValue };
    last.set(row.currency, next);
    return { ...row, place: next.place };
  });
}

/** Returns the top rows of each currency. All rows that share the last rank are included. */
const limitTop = (rows: readonly StatisticRow[], top: number | null): StatisticRow[] =>
  top === null ? [...rows] : rows.filter(({ place }) => place <= top);

export interface FoundPeriods {
  now: readonly FoundRow[];
  before: readonly FoundRow[] | null;
}

/** The rows of a period. Running figures include the time before the period. */
export interface Opened {
  now: readonly FoundRow[];
  before: readonly FoundRow[];
}

const NOTHING_OPENED: Opened = { now: [], before: [] };

export function shapeAnswer(
  question: StatisticQuestion,
  time: string,
  { now, before }: FoundPeriods,
  opened: Opened = NOTHING_OPENED,
) {
  const opening = withoutTime(question, time);
  const openingRows = (rows: readonly FoundRow[]): StatisticRow[] =>
    rows
      .filter(({ isTotal }) => isTotal === (opening.dimensions.length === 0))
      .map((row) => rowOf(opening, row));
  const openingTotals = (rows: readonly FoundRow[]): StatisticTotal[] =>
    rows.filter(({ isTotal }) => isTotal).map((row) => totalOf(opening, row));
  const split = (foundRows: readonly FoundRow[]) => ({
    totals: foundRows.filter(({ isTotal }) => isTotal).map((row) => totalOf(question, row)),
    rows: foundRows.filter(({ isTotal }) => !isTotal).map((row) => rowOf(question, row)),
  });
  const { totals: periodTotals, rows } = split(now);
  const empty = emptyFigures(question);
  const openings = openingTotals(opened.now);
  const totals = addUpTotals(question, periodTotals, openings, empty);
  const steps = fillSteps(question, rows, time, openings);
  const filled = addUpRows(question, time, steps, openingRows(opened.now), empty);
  if (!before || !question.before || !question.period) return { totals, rows: finish(question, filled) };
  const shift = makeShift(question.dimensions, time, question.before, question.period);
  const was = split(before);
  const wasTotals = addUpTotals(question, was.totals, openingTotals(opened.before), empty);
  const wasRows = addUpRows(question, time, was.rows, openingRows(opened.before), empty);
  const shifted = wasRows.map((row) => ({ ...row, key: shift(row.key) }));
  return {
    totals: compareRows(totals, wasTotals, question, ({ currency }) => idOf(currency)),
    rows: finish(
      question,
      compareRows(filled, shifted, question, ({ currency, key }) => idOf(currency, key)),
    ),
  };
}

const finish = (question: StatisticQuestion, rows: readonly StatisticRow[]): StatisticRow[] =>
  limitTop(placeRows(rows, question), question.top);
