/** A workbook for display: texts in rows and columns. */
export interface ShownSheet {
  name: string;
  rows: string[][];
  rowCount: number;
  columnCount: number;
}

export interface RawSheet {
  sheet: string;
  /** Texts, numbers, booleans, dates and null. */
  data: readonly (readonly unknown[])[];
}

export const MAX_ROWS = 500;
export const MAX_COLUMNS = 50;

const MIDNIGHT = 'T00:00:00.000Z';

/** Formats a date or time as in the file, without a time zone. */
function writeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return text.endsWith(MIDNIGHT) ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

export function writeCell(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return writeDate(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

export function shownSheet({ sheet, data }: RawSheet): ShownSheet {
  const columnCount = data.reduce((most, row) => Math.max(most, row.length), 0);
  const rows = data.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_COLUMNS).map(writeCell));
  return { name: sheet, rows, rowCount: data.length, columnCount };
}

/** Returns the column name as in spreadsheets: A to Z, AA and so on, for an index from 0. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}
