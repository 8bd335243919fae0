/** The cells of a column are counted by what they look like. Pure. */
import type { DataType } from '../../../sites/telemetry/types.ts';
import { findDecimalSign, isNumber, isTruth } from './cells.ts';
import { findFormats, isClock, isPlain, readWall, type TimeFormat } from './times.ts';

export interface ColumnSigns {
  /** Cells that are not empty. */
  filled: number;
  numbers: number;
  truths: number;
  /** Times of a day alone. */
  clocks: number;
  /** Times by the formats in which they may be meant, and how many of them can be meant in no other. */
  formats: Map<TimeFormat, number>;
  only: Map<TimeFormat, number>;
  /** The number of cells that also say the time of day. */
  withClock: number;
  /** The number of cells that are bare numbers. */
  plain: number;
  commas: number;
  dots: number;
  /** The first cell that means another day in the other order, and the first number that may have decimals or thousands. */
  twoDays: string | null;
  twoNumbers: string | null;
  examples: string[];
}

const EXAMPLES = 3;
const MAX_EXAMPLE = 60;
/** A longer cell is no number and no time. */
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

function takeTime(signs: ColumnSigns, text: string): void {
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

function takeNumber(signs: ColumnSigns, text: string): void {
  if (!isNumber(text)) return;
  signs.numbers += 1;
  const sign = findDecimalSign(text);
  if (sign === 'comma') signs.commas += 1;
  else if (sign === 'dot') signs.dots += 1;
  else if (sign === 'either') signs.twoNumbers ??= text;
}

/** `cell` is not empty. */
export function takeCell(signs: ColumnSigns, cell: string): void {
  const text = cell.trim();
  signs.filled += 1;
  if (signs.examples.length < EXAMPLES && !signs.examples.includes(text.slice(0, MAX_EXAMPLE)))
    signs.examples.push(text.slice(0, MAX_EXAMPLE));
  if (text.length > MAX_LOOKED_AT) return;
  if (isTruth(text)) signs.truths += 1;
  if (!/\d/.test(text)) return;
  takeNumber(signs, text);
  takeTime(signs, text);
  if (isClock(text)) signs.clocks += 1;
}

const MOST = 0.6;
const HALF = 0.5;

export const isMostly = (count: number | undefined, { filled }: ColumnSigns): boolean =>
  filled > 0 && (count ?? 0) >= filled * MOST;

/** Numbers of things are no quantities. */
const NUMBER_OF_THING =
  /(?:^|[^a-z])(?:ean|gsrn|mpan|mprn|nmi|esi ?id|meter ?(?:id|no|nr|number|point)|serial(?: ?(?:no|nr|number))?)(?:$|[^a-z])|zählpunkt|zählernummer|户号|表号|编号/i;

/** The type of a variable that takes these values; a column without any is one of numbers. */
export function findType(signs: ColumnSigns, heading = ''): DataType {
  const isWhole = signs.commas + signs.dots === 0;
  if (signs.filled > 0 && isWhole && NUMBER_OF_THING.test(heading)) return 'text';
  if (signs.filled === 0 || signs.numbers >= signs.filled * HALF) return 'number';
  return isMostly(signs.truths, signs) ? 'boolean' : 'text';
}
