/** A cell for writing, and a cell that was read. Pure. */
import { DAY_MS } from '../../../../runtime/core/time/timeWindow.ts';
import { AppError } from '../../../platform/errors/errors.ts';

export type CellStyle =
  | 'text'
  | 'header'
  | 'required'
  | 'date'
  | 'dateTime'
  | 'money'
  | 'integer'
  | 'number'
  | `decimals${1 | 2 | 3 | 4 | 5 | 6}`
  | 'wrapped';

/** Text, or a number with a style. Excel represents a time as a number of days. */
export type Cell = string | null | { value: number; style: CellStyle };

/** A value in a file. `serial` is a number of days in the writer's local time. */
export type ReadCell =
  | null
  | string
  | number
  | boolean
  | { serial: number }
  | { percent: number }
  | { fault: string };

export interface ReadRow {
  /** The row number in the spreadsheet, counting the header and empty rows. */
  row: number;
  cells: ReadCell[];
}

/** Wider tables are refused early. No entity has nearly as many fields. */
export const MAX_COLUMNS = 1_000;
/** Throws `import.tooManyColumns` before the reader's process sends any part of the row. */
export function checkWidth(columns: number): void {
  if (columns > MAX_COLUMNS)
    throw new AppError('import.tooManyColumns', { limit: MAX_COLUMNS }, { field: '/file' });
}

/** Maximum text length in Excel, which cuts off longer texts or reports the file as damaged. */
export const MAX_TEXT = 32_767;
const EPOCH_DAYS = 25_569;
/** Before this day, Excel's count includes a day that does not exist (29 February 1900). */
const FIRST_SERIAL = 61;
const LAST_SERIAL = 2_958_466;

/**
 * Returns Excel's day number for a local time, which is given as if it were UTC. Null if Excel cannot represent the
 * date.
 */
export function serialOfWall(wall: number): number | null {
  const serial = wall / DAY_MS + EPOCH_DAYS;
  return serial >= FIRST_SERIAL && serial < LAST_SERIAL ? serial : null;
}

/** Returns the local time as if it were UTC, in milliseconds. */
export function wallOfSerial(serial: number): number {
  return Math.round((serial - EPOCH_DAYS) * DAY_MS);
}

/** Formats a serial date of Excel as `2026-11-21 08:05:00`, or only as a date for a whole day. */
export function serialText(serial: number): string {
  // Times are fractions of days, which may be slightly below a full second, so they are rounded.
  const wall = Math.round(wallOfSerial(serial) / 1000) * 1000;
  if (!Number.isFinite(wall) || serial < 0 || serial >= LAST_SERIAL) return String(serial);
  const iso = new Date(wall).toISOString();
  if (serial < 1) return iso.slice(11, 19);
  const time = iso.slice(11, 19);
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

/** Returns the text that a user sees in the cell. */
export function textOfRead(cell: ReadCell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') {
    if ('serial' in cell) return serialText(cell.serial);
    return 'percent' in cell ? `${Number((cell.percent * 100).toPrecision(15))}%` : cell.fault;
  }
  return typeof cell === 'boolean' ? (cell ? 'TRUE' : 'FALSE') : String(cell);
}

export const isReadEmpty = (cell: ReadCell | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Converts a read cell to a cell for writing without a change of its value. */
export function rewriteRead(cell: ReadCell): Cell {
  if (typeof cell === 'number') return { value: cell, style: 'number' };
  if (typeof cell === 'object' && cell !== null && 'serial' in cell)
    return { value: cell.serial, style: Number.isInteger(cell.serial) ? 'date' : 'dateTime' };
  return cell === null ? null : textOfRead(cell);
}

/** `A`, `Z`, `AA` … */
export function columnLetters(index: number): string {
  let letters = '';
  for (let left = index + 1; left > 0; left = Math.floor((left - 1) / 26))
    letters = String.fromCharCode(65 + ((left - 1) % 26)) + letters;
  return letters;
}

/** Returns the column index of an address such as `AB12`, from 0. -1 if the text is not an address. */
export function columnIndex(address: string): number {
  let index = 0;
  let length = 0;
  for (; length < address.length; length += 1) {
    const code = address.charCodeAt(length);
    if (code < 65 || code > 90) break;
    index = index * 26 + code - 64;
  }
  return length > 0 && length < 4 ? index - 1 : -1;
}
