/** Counts the cells of a column by their formats. Pure. */
import type { DataType } from '../../../sites/telemetry/types.ts';
import { findDecimalSign, isNumber, isTruth } from './cells.ts';
import { findFormats, isClock, isPlain, readWall, type TimeFormat } from './times.ts';

export interface ColumnSigns {
  /** Number of non-empty cells. */
  filled: number;
  numbers: number;
  truths: number;
  /** Count of values that are a time of day without a date. */
  clocks: number;
  /** For each time format, the number of cells that fit it. `only` counts cells that fit no other format. */
  formats: Map<TimeFormat, number>;
  only: Map<TimeFormat, number>;
  /** The number of cells that also contain a time of day. */
  withClock: number;
  /** The number of cells that are bare numbers. */
  plain: number;
  commas: number;
  dots: number;
  /**
   * `twoDays`: the first date that is also valid with day and month exchanged. `twoNumbers`: the first number
   * whose separator may be a decimal or a thousands separator.
   */
  twoDays: string | null;
  twoNumbers: string | null;
  examples: string[];
}

const EXAMPLES = 3;
const MAX_EXAMPLE = 60;
/** A longer cell is neither a number nor a time. */
const MAX_LOOKED_AT = 60;

export const createSigns = (): ColumnSigns => ({
  filled: 0,
  numbers: 0,
  truths: 0,
  clocks: 0,
  formats: new Map(),
  only: new Map(),
  withClock: 0,
  plain: 0,
  commas: 0,
  dots: 0,
  twoDays: null,
  twoNumbers: null,
  examples: [],
});

const add = <K>(counts: Map<K, number>, key: K): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

function addTime(signs: ColumnSigns, text: string): void {
  const formats = findFormats(text);
  for (const format of formats) add(signs.formats, format);
  const [first] = formats;
  if (first === undefined) return;
  if (formats.length === 1) add(signs.only, first);
  if (isPlain(text)) signs.plain += 1;
  if (first === 's' || first === 'ms' || readWall(text, first)?.hasClock) signs.withClock += 1;
  const days = new Set(
    formats.map((format) => (format === 's' || format === 'ms' ? 0 : readWall(text, format)?.wall)),
  );
  if (days.size > 1) signs.twoDays ??= text;
}

function addNumber(signs: ColumnSigns, text: string): void {
  if (!isNumber(text)) return;
  signs.numbers += 1;
  const sign = findDecimalSign(text);
  if (sign === 'comma') signs.commas += 1;
  else if (sign === 'dot') signs.dots += 1;
  else if (sign === 'either') signs.twoNumbers ??= text;
}

/** Counts the formats of a cell that is not empty. */
export function takeCell(signs: ColumnSigns, cell: string): void {
  const text = cell.trim();
  signs.filled += 1;
  if (signs.examples.length < EXAMPLES && !signs.examples.includes(text.slice(0, MAX_EXAMPLE)))
    signs.examples.push(text.slice(0, MAX_EXAMPLE));
  if (text.length > MAX_LOOKED_AT) return;
  if (isTruth(text)) signs.truths += 1;
  if (!/\d/.test(text)) return;
  addNumber(signs, text);
  addTime(signs, text);
  if (isClock(text)) signs.clocks += 1;
}

const MOST = 0.6;
const HALF = 0.5;

export const isMostly = (count: number | undefined, { filled }: ColumnSigns): boolean =>
  filled > 0 && (count ?? 0) >= filled * MOST;

/** Headings of identifiers, which are not quantities. */
const NUMBER_OF_THING =
  /(?:^|[^a-z])(?:ean|gsrn|mpan|mprn|nmi|esi ?id|meter ?(?:id|no|nr|number|point)|serial(?: ?(?:no|nr|number))?)(?:$|[^a-z])|zählpunkt|zählernummer|户号|表号|编号/i;

/** Returns the type of a variable for these values. A column without values is numeric. */
export function findType(signs: ColumnSigns, heading = ''): DataType {
  const isWhole = signs.commas + signs.dots === 0;
  if (signs.filled > 0 && isWhole && NUMBER_OF_THING.test(heading)) return 'text';
  if (signs.filled === 0 || signs.numbers >= signs.filled * HALF) return 'number';
  return isMostly(signs.truths, signs) ? 'boolean' : 'text';
}
