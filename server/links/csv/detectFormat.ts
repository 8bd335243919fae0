/**
 * Looks a file over before it is read: its encoding, separator and headings, which column holds the times, in which order
 * they are written, and which sign its decimals have. What the mapping says is not looked for.
 */
import { AppError } from '../../platform/errors/errors.ts';
import { makeEmptyCheck } from './cells.ts';
import { type ColumnSigns, createSigns, takeCell } from './columnSigns.ts';
import { findDelimiter } from './delimiter.ts';
import { type Encoding, findEncoding } from './encoding.ts';
import type { FileFormat } from './mapping.ts';
import { findColumn } from './names.ts';
import { MAX_COLUMNS } from './record.ts';
import { type CsvBroken, type CsvRow, openCsv } from './rows.ts';
import { findClockColumn, findTimeColumn, findTimeFormat, isHeading } from './timeColumn.ts';
import type { TimeFormat } from './times.ts';

/** Two readings of the same cell, and nothing in the file that tells which is meant. */
export interface Unclear {
  /** Its place. */
  column: number;
  example: string;
}

export interface Survey {
  encoding: Encoding;
  delimiter: string;
  /** Null: the file has none. */
  headings: string[] | null;
  columns: ColumnSigns[];
  /** Places of columns; null: none was found. */
  timeIndex: number | null;
  clockIndex: number | null;
  /** Null: no time was found, or it is unclear which is meant. */
  timeFormat: TimeFormat | null;
  timeUnclear: Unclear | null;
  decimalComma: boolean;
  numberUnclear: Unclear | null;
  /** The first records, without the headings. */
  rows: (CsvRow | CsvBroken)[];
}

const SAMPLE_ROWS = 1_000;
const SAMPLE_CELLS = 200_000;
const KEPT_ROWS = 20;

interface Looked {
  first: CsvRow;
  columns: ColumnSigns[];
  rows: (CsvRow | CsvBroken)[];
}

interface Times extends Pick<Survey, 'timeIndex' | 'clockIndex'> {
  format: TimeFormat | 'unclear' | null;
  headings: string[] | null;
}

function placeColumn(
  column: string | undefined,
  headings: readonly string[] | null,
  count: number,
): number | null {
  if (column === undefined) return null;
  const index = findColumn(column, headings, count);
  if (index < 0) throw new AppError('import.missingColumn', { column });
  return index;
}

function findTimes({ first, columns }: Looked, format: FileFormat): Times {
  const trimmed = first.cells.map((cell) => cell.trim());
  const maybe = format.header === false ? null : trimmed;
  const timeIndex =
    placeColumn(format.timeColumn, maybe, columns.length) ?? findTimeColumn(columns, maybe ?? []);
  const none = { timeIndex: null, clockIndex: null, format: null };
  if (timeIndex === null) return { ...none, headings: maybe };
  const timeFormat = format.timeFormat ?? findTimeFormat(columns[timeIndex]!);
  const hasHeadings = format.header ?? (timeFormat === null || isHeading(first.cells, timeIndex, timeFormat));
  const headings = hasHeadings ? trimmed : null;
  const clockIndex =
    placeColumn(format.clockColumn, headings, columns.length) ??
    (format.timeColumn === undefined ? findClockColumn(columns, timeIndex) : null);
  return { timeIndex, clockIndex, format: timeFormat, headings };
}

function findDecimals(columns: readonly ColumnSigns[], timeIndex: number | null): boolean | Unclear {
  const values = columns.filter((_, index) => index !== timeIndex);
  const commas = values.reduce((sum, signs) => sum + signs.commas, 0);
  const dots = values.reduce((sum, signs) => sum + signs.dots, 0);
  if (commas + dots > 0) return commas > dots;
  const column = columns.findIndex(({ twoNumbers }, index) => index !== timeIndex && twoNumbers !== null);
  return column < 0 ? false : { column, example: columns[column]!.twoNumbers! };
}

function checkWidth({ cells }: CsvRow): void {
  if (cells.length > MAX_COLUMNS)
    throw new AppError('import.tooManyColumns', { limit: MAX_COLUMNS }, { field: '/file' });
}

function takeRow(looked: Looked, row: CsvRow, isEmpty: (cell: string) => boolean): void {
  checkWidth(row);
  for (const [index, cell] of row.cells.entries()) {
    looked.columns[index] ??= createSigns();
    if (!isEmpty(cell)) takeCell(looked.columns[index], cell);
  }
}

const sampleSize = ({ columns }: Looked): number =>
  Math.min(SAMPLE_ROWS, Math.ceil(SAMPLE_CELLS / Math.max(1, columns.length)));

/** Rows are read until nothing is unclear any more; what tells may come at the very end. */
async function lookOver(rows: AsyncIterable<CsvRow | CsvBroken>, format: FileFormat): Promise<Looked> {
  const isEmpty = makeEmptyCheck(format.emptyMarks);
  let looked: Looked | null = null;
  let count = 0;
  let next = 0;
  for await (const row of rows) {
    if (!looked) {
      if ('broken' in row) throw new AppError('import.notCsv', { line: row.line });
      checkWidth(row);
      looked = { first: row, columns: row.cells.map(createSigns), rows: [] };
      next = sampleSize(looked);
      continue;
    }
    count += 1;
    if (looked.rows.length < KEPT_ROWS) looked.rows.push(row);
    if ('cells' in row) takeRow(looked, row, isEmpty);
    if (count < next) continue;
    next = count + sampleSize(looked);
    const times = findTimes(looked, format);
    const decimals = format.decimalComma ?? findDecimals(looked.columns, times.timeIndex);
    if (times.format !== 'unclear' && typeof decimals === 'boolean') break;
  }
  if (!looked) throw new AppError('import.empty');
  // A single record says itself what its cells are.
  if (count === 0) takeRow(looked, looked.first, isEmpty);
  return looked;
}

/**
 * Throws `import.empty`, `import.notCsv`, `import.missingColumn`, `import.tooManyColumns`, `import.lineTooLong`. What is
 * unclear, or not found, is in the answer.
 */
export async function surveyCsv(path: string, format: FileFormat): Promise<Survey> {
  const encoding = format.encoding ?? (await findEncoding(path));
  const delimiter = format.delimiter ?? (await findDelimiter(path, encoding));
  const looked = await lookOver(openCsv(path, { encoding, delimiter }).rows, format);
  const { columns, first } = looked;
  const times = findTimes(looked, format);
  const { timeIndex, clockIndex, headings } = times;
  const decimals = format.decimalComma ?? findDecimals(columns, timeIndex);
  return {
    ...{ encoding, delimiter, headings, columns, timeIndex, clockIndex },
    timeFormat: times.format === 'unclear' ? null : times.format,
    timeUnclear:
      times.format === 'unclear' ? { column: timeIndex!, example: columns[timeIndex!]!.twoDays ?? '' } : null,
    decimalComma: decimals === true,
    numberUnclear: typeof decimals === 'boolean' ? null : decimals,
    rows: (headings ? looked.rows : [first, ...looked.rows]).slice(0, KEPT_ROWS),
  };
}
