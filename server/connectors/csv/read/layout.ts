/** Finds where the data of a file begins, and the lines with the headings of its columns. Pure. */
import { findUnit } from '../../../../runtime/core/numbers/unit.ts';
import { isNumber } from './cells.ts';
import { rankHeading } from './headings.ts';
import type { CsvBroken, CsvRow } from './rows.ts';
import { findFormats, isPlain } from './times.ts';

interface LayoutOptions {
  skipLines?: number | undefined;
  headingLines?: number | undefined;
}

export interface Layout {
  /** Number of lines before the headings. */
  skipLines: number;
  headingLines: number;
  /** Null if the file has none. */
  headings: string[] | null;
  /** The first line of the data. */
  dataLine: number;
  /** The rows before the headings. */
  skipped: string[][];
}

const JOINED_LINES = 3;
const MOST = 0.6;
/** Lines with personal data are not headings, whatever their number of cells. */
const PERSONAL =
  /^(?:customer|client|owner|name|contact|address|street|city|kunde|inhaber|adresse|straße|ort|klant|客户|姓名|联系人|地址)/i;
const RULE = /^[\s\-=_*.]*$/;

type Row = CsvRow | CsvBroken;
const cellsOf = (row: Row | undefined): string[] => (row && 'cells' in row ? row.cells : []);
const isFilled = (cell: string | undefined): cell is string => cell !== undefined && cell.trim() !== '';
const widthOf = (cells: readonly string[]): number => cells.findLastIndex(isFilled) + 1;
/** Returns whether a line contains only separators, dashes or nothing. */
const isBlank = (row: Row): boolean => 'cells' in row && row.cells.every((cell) => RULE.test(cell));

function isStamp(cell: string | undefined): boolean {
  return cell !== undefined && cell.length <= 60 && /\d/.test(cell) && findFormats(cell).length > 0;
}

/** Finds the first line of data: a column contains a time in this line and all lines below. Null if there is none. */
function findFirstTime(rows: readonly Row[]): { start: number; column: number } | null {
  const width = Math.max(0, ...rows.map((row) => cellsOf(row).length));
  let best: { start: number; column: number; count: number } | null = null;
  for (let column = 0; column < Math.min(width, 200); column += 1) {
    const places = rows.flatMap((row, index) => (isStamp(cellsOf(row)[column]) ? [index] : []));
    const own = places.filter((index) => !isPlain(cellsOf(rows[index])[column]!));
    const used = own.length > 0 ? own : places;
    // A single time in another kind of line, such as the date of an export, does not begin the data.
    const start = used.find(
      (place, index) =>
        used.length - index >= (rows.length - place) * MOST && cellsOf(rows[place]).length > 1,
    );
    if (start === undefined) continue;
    const count = used.length + (own.length > 0 ? rows.length : 0);
    if (!best || count > best.count) best = { start, column, count };
  }
  return best;
}

/** Returns the number of cells of most lines. */
function commonWidth(rows: readonly Row[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    const width = widthOf(cellsOf(row));
    counts.set(width, (counts.get(width) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}

/**
 * Returns the index of the first data row. Lines above the first time that resemble the lines below are data
 * with an unreadable time.
 */
function findStart(rows: readonly Row[], first: { start: number; column: number }): number {
  const data = rows.slice(first.start);
  const width = Math.max(...data.map((row) => cellsOf(row).length));
  const numeric = Array.from({ length: width }, (_, column) => column).filter((column) => {
    if (column === first.column) return false;
    const filled = data.map((row) => cellsOf(row)[column]).filter(isFilled);
    return filled.length > 0 && filled.filter(isNumber).length >= filled.length * MOST;
  });
  let start = first.start;
  for (let index = start - 1; index >= 0; index -= 1) {
    const cells = cellsOf(rows[index]);
    const filled = numeric.map((column) => cells[column]).filter(isFilled);
    const hasValues = filled.length > 0 && filled.every(isNumber) && cells.length >= commonWidth(data);
    if (!hasValues || rankHeading((cells[first.column] ?? '').trim()) > 0) break;
    start = index;
  }
  return start;
}

/** Returns the unit of a cell that contains only a unit, also in brackets. Undefined for other cells. */
const unitOfCell = (cell: string): string | undefined =>
  findUnit(cell.replace(/^[[(]\s*(.*?)\s*[\])]$/, '$1'));

/**
 * Returns whether each column has a heading of its own. If the headings are only units, the time column must have a
 * heading of times.
 */
const isWhole = (headings: readonly string[], column: number): boolean => {
  const values = headings.filter((_, index) => index !== column);
  const named = values.filter((heading) => heading !== '');
  if (!isFilled(headings[column]) || new Set(named).size < values.length) return false;
  return rankHeading(headings[column]) > 0 || !named.every((heading) => unitOfCell(heading) !== undefined);
};

/** Copies headings to the right. An empty cell above a filled cell belongs to the heading on its left. */
function spread(line: readonly string[], below: readonly string[]): string[] {
  const spreadCells: string[] = [];
  for (const [index, under] of below.entries()) {
    const own = (line[index] ?? '').trim();
    spreadCells.push(own || (isFilled(under) && index > 1 ? (spreadCells[index - 1] ?? '') : ''));
  }
  return spreadCells;
}

/** Joins several lines of headings to one. A unit below a name is put in brackets. */
export function joinHeadings(lines: readonly (readonly string[])[], timeColumn: number | null): string[] {
  const last = (lines.at(-1) ?? []).map((cell) => cell.trim());
  const upper = lines.slice(0, -1).map((line) => spread(line, last));
  return last.map((cell, index) => {
    const above = upper.map((line) => line[index] ?? '').filter(isFilled);
    if (index === timeColumn) {
      const texts = [cell, ...above.toReversed()];
      return texts.find((text) => rankHeading(text) > 0) ?? texts.find(isFilled) ?? '';
    }
    if (above.length === 0) return cell;
    const words = [...new Set(above)].join(' ');
    if (cell === '' || words === cell) return words;
    const unit = unitOfCell(cell);
    return unit === undefined ? `${words} ${cell}` : `${words} [${unit}]`;
  });
}

/**
 * Finds the heading lines directly above `start`. There are several if the last one does not distinguish all columns.
 */
function findHeadingLines(rows: readonly Row[], start: number, column: number): number[] {
  const width = commonWidth(rows.slice(start));
  let at = start - 1;
  while (at >= 0) {
    const cells = cellsOf(rows[at]);
    if (cells.length > 1 && (widthOf(cells) >= width || rankHeading((cells[column] ?? '').trim()) > 0)) break;
    at -= 1;
  }
  if (at < 0) return [];
  const found = [at];
  while (found.length < JOINED_LINES) {
    const top = found[0]!;
    const headings = joinHeadings(
      found.map((index) => cellsOf(rows[index])),
      column,
    );
    const above = rows[top - 1];
    const isNext = above && 'cells' in above && above.line === rows[top]!.line - 1;
    if (isWhole(headings, column) || !isNext || cellsOf(above).length < width) break;
    if (PERSONAL.test(cellsOf(above)[0]?.trim() ?? '')) break;
    found.unshift(top - 1);
  }
  return found;
}

const isSeparatorLine = (row: Row): boolean =>
  row.line === 1 && /^"?sep=/i.test('cells' in row ? (row.cells[0] ?? '') : row.broken);

function makeLayout(rows: readonly Row[], lines: readonly number[], start: number, column: number | null) {
  const first = lines[0] ?? start;
  const after = rows[start]?.line ?? (rows.at(-1)?.line ?? 0) + 1;
  return {
    skipLines: Math.max(0, (rows[first]?.line ?? after) - 1),
    headingLines: lines.length,
    headings:
      lines.length === 0
        ? null
        : joinHeadings(
            lines.map((index) => cellsOf(rows[index])),
            column,
          ),
    dataLine: after,
    skipped: rows.slice(0, first).map(cellsOf),
  } satisfies Layout;
}

/** Finds the layout. Lines that the user has set are not searched. `all` are the first records of the file. */
export function findLayout(all: readonly Row[], options: LayoutOptions): Layout {
  const isSkipped = (row: Row) =>
    isSeparatorLine(row) || row.line <= (options.skipLines ?? 0) || isBlank(row);
  const before = all.filter((row) => row.line <= (options.skipLines ?? 0) && !isBlank(row)).map(cellsOf);
  const rows = all.filter((row) => !isSkipped(row));
  const time = findFirstTime(rows);
  const start = time ? findStart(rows, time) : 0;
  const column = time?.column ?? null;
  const count = options.headingLines;
  const places = (from: number, length: number) => Array.from({ length }, (_, index) => from + index);
  let lines: number[];
  let data: number;
  if (count !== undefined && (options.skipLines !== undefined || !time)) {
    lines = places(0, Math.min(count, rows.length));
    data = lines.length;
  } else if (count !== undefined) {
    data = Math.max(start, count);
    lines = places(data - count, count);
  } else {
    lines = time ? findHeadingLines(rows, start, column!) : places(0, Math.min(1, rows.length));
    data = time ? start : lines.length;
  }
  const layout = makeLayout(rows, lines, data, column);
  const skipLines = Math.max(layout.skipLines, options.skipLines ?? 0, all.some(isSeparatorLine) ? 1 : 0);
  return { ...layout, skipLines, skipped: [...before, ...layout.skipped] };
}
