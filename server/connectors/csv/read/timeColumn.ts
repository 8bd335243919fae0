/** Finds the time column by its cells. Headings only decide between several. Pure. */
import { type ColumnSigns, isMostly } from './columnSigns.ts';
import { rankHeading } from './headings.ts';
import type { TimeFormat } from './times.ts';

const ORDERS = ['ymd', 'dmy', 'mdy'] as const satisfies TimeFormat[];
const NUMBERS = ['s', 'ms'] as const satisfies TimeFormat[];

const allMatch = (signs: ColumnSigns, formats: readonly TimeFormat[]): boolean =>
  formats.some((format) => isMostly(signs.formats.get(format), signs));

/** Returns whether the cells are dates or times of day, whatever their heading. */
export const isTimeLike = (signs: ColumnSigns): boolean =>
  (allMatch(signs, ORDERS) && !isMostly(signs.plain, signs)) || isMostly(signs.clocks, signs);

/**
 * Returns whether a column contains times. Plain numbers are times only if the heading says this, or in the
 * first column of a file.
 */
function isTimes(signs: ColumnSigns, rank: number, index: number): boolean {
  if (!allMatch(signs, [...ORDERS, ...NUMBERS])) return false;
  return !isMostly(signs.plain, signs) || rank > 0 || index === 0;
}

/** Returns the index of the time column. Null if no column contains times. */
export function findTimeColumn(columns: readonly ColumnSigns[], first: readonly string[]): number | null {
  const candidates = columns
    .map((signs, index) => ({ at: index, signs, rank: rankHeading(first[index] ?? '') }))
    .filter(({ signs, rank, at }) => isTimes(signs, rank, at))
    .sort((a, b) => b.rank - a.rank || a.at - b.at);
  return candidates[0]?.at ?? null;
}

/** Finds the column with the time of day, if the time column contains only dates. */
export function findClockColumn(columns: readonly ColumnSigns[], timeIndex: number): number | null {
  const times = columns[timeIndex];
  if (!times || times.withClock > 0) return null;
  const clockColumn = columns.findIndex(
    (signs, index) => index !== timeIndex && isMostly(signs.clocks, signs),
  );
  return clockColumn < 0 ? null : clockColumn;
}

/** Returns `unclear` if the order of day and month is ambiguous in all cells. Null if no cell is a time. */
export function findTimeFormat(signs: ColumnSigns): TimeFormat | 'unclear' | null {
  const most = (formats: readonly TimeFormat[], counts: Map<TimeFormat, number>): TimeFormat | null => {
    const [best] = formats
      .map((format) => ({ format, count: counts.get(format) ?? 0 }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
    return best?.format ?? null;
  };
  const fitting = most([...ORDERS, ...NUMBERS], signs.only);
  if (fitting) return fitting;
  if (signs.twoDays !== null) return 'unclear';
  return most(ORDERS, signs.formats);
}
