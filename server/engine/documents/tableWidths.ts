/** Computes the column widths and the font size of a printed table. Pure. */
import type { PaperTable } from './paper.ts';
import { partsOf } from './pieces.ts';

/** Returns the width of a text as a multiple of its font size. */
export type MeasureText = (text: string, isBold: boolean) => number;

export interface TableFit {
  /** Widths in points, without the space beside the text. */
  widths: number[];
  fontSize: number;
}

const USUAL_SIZE = 9;
/** Minimum font size. Smaller text is not readable. */
const LEAST_SIZE = 4.5;
/** Below this font size the page becomes landscape. */
export const TURN_SIZE = 6;
/** Space beside the text of each cell, in points. */
export const CELL_ROOM = 8;
/** Margin for rounding by the library. */
const SLACK = 0.6;
/** Longer words may be broken. */
const MAX_WORD = 30;
/** Maximum share of the table's width for the longest text of a column. */
const MOST = 0.5;

/** Returns whether a text may break after the character, as in Chinese. */
const isBreaking = (letter: string): boolean => letter > '\u2e7f';

/** Returns the parts of a text that stay together: numbers, and words between spaces. */
function wordsOf(text: string): string[] {
  return partsOf(text).flatMap(({ text: part, isWhole }) =>
    isWhole
      ? [part]
      : part.split(/\s+/).flatMap((word) => {
          if (![...word].some(isBreaking)) return [word.slice(0, MAX_WORD)];
          return word.split(/(?<=[\u2e80-\u{10ffff}])|(?=[\u2e80-\u{10ffff}])/u);
        }),
  );
}

/**
 * Returns two widths of each column: the minimum for its longest word or number, and the preferred width. Both are in
 * units of the text size.
 */
function needsOf({ columns, rows }: PaperTable, measure: MeasureText): { least: number; wanted: number }[] {
  const texts = columns.map((_, at) => rows.map((row) => row[at] ?? ''));
  const widest = (all: readonly string[], isBold: boolean): number =>
    all.reduce((most, text) => Math.max(most, measure(text, isBold)), 0);
  return columns.map(({ label, isFigure }, at) => ({
    least: Math.max(
      widest(wordsOf(label), true),
      widest(isFigure ? texts[at]! : texts[at]!.flatMap(wordsOf), false),
    ),
    wanted: Math.max(measure(label, true), widest(texts[at]!, false)),
  }));
}

/** Splits a table that is too wide into parts. Each part begins with the first column. */
export function splitTable(table: PaperTable, room: number, measure: MeasureText): PaperTable[] {
  const [first = 0, ...others] = needsOf(table, measure).map(
    ({ least }) => least * LEAST_SIZE + CELL_ROOM + SLACK,
  );
  const parts: number[][] = [];
  let left = 0;
  for (const [before, width] of others.entries()) {
    if (parts.length === 0 || width > left) {
      parts.push([0]);
      left = room - first;
    }
    parts.at(-1)!.push(before + 1);
    left -= width;
  }
  if (parts.length < 2) return [table];
  return parts.map((part) => ({
    columns: part.map((at) => table.columns[at]!),
    rows: table.rows.map((row) => part.map((at) => row[at] ?? '')),
  }));
}

/**
 * Gives each column the width of its longest word or number. The remaining width is distributed by the preferred
 * widths.
 */
export function fitTable(table: PaperTable, room: number, measure: MeasureText): TableFit {
  const { columns } = table;
  const needs = needsOf(table, measure);
  const free = room - columns.length * (CELL_ROOM + SLACK);
  const least = needs.reduce((sum, need) => sum + need.least, 0);
  const fontSize = Math.max(LEAST_SIZE, Math.min(USUAL_SIZE, Math.floor((free / least) * 10) / 10));
  const bound = (free * MOST) / fontSize;
  const extras = needs.map((need) => Math.max(0, Math.min(need.wanted, bound) - need.least));
  const more = extras.reduce((sum, one) => sum + one, 0);
  const rest = Math.max(0, free / fontSize - least);
  const granted = more > rest ? extras.map((one) => (one * rest) / more) : extras;
  const left = Math.max(0, rest - more);
  const isWide = columns.map(({ isFigure }) => !isFigure);
  const takers = isWide.some(Boolean) ? isWide : isWide.map(() => true);
  const count = takers.filter(Boolean).length;
  const widths = needs.map(
    (need, at) => (need.least + granted[at]! + (takers[at] ? left / count : 0)) * fontSize + SLACK,
  );
  return { widths, fontSize };
}
