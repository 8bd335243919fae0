import pg from 'pg';

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009;
const UTC = '+00';

type Parser = (text: string) => unknown;

/** Parses int8 as a number. Ids and counts are far below 2^53. Throws for larger values instead of rounding them. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

/** Converts a timestamptz to ISO with milliseconds: 2026-11-21 10:00:00.5+00 → …T10:00:00.500Z. Sessions use UTC. */
export function parseInstant(text: string): string {
  if (!text.endsWith(UTC)) return text;
  const space = text.indexOf(' ');
  const end = text.length - UTC.length;
  const dot = text.indexOf('.', space);
  const seconds = text.slice(space + 1, dot < 0 ? end : dot);
  const fraction = dot < 0 ? '' : text.slice(dot + 1, Math.min(dot + 4, end));
  return `${text.slice(0, space)}T${seconds}.${fraction.padEnd(3, '0')}Z`;
}

const arrayTexts: Parser = pg.types.getTypeParser(TEXT_ARRAY, 'text');
const arrayParser =
  (parse: Parser): Parser =>
  (text) =>
    (arrayTexts(text) as (string | null)[]).map((element) => (element === null ? null : parse(element)));

const keep: Parser = (text) => text;

const parsers: ReadonlyMap<number, Parser> = new Map([
  [builtins.INT8, parseInt8],
  [INT8_ARRAY, arrayParser(parseInt8)],
  [builtins.TIMESTAMPTZ, parseInstant],
  [TIMESTAMPTZ_ARRAY, arrayParser(parseInstant)],
  [builtins.DATE, keep],
  [DATE_ARRAY, arrayParser(keep)],
]);

/** Defines for all pools how column values are converted. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? (pg.types.getTypeParser(oid, format ?? 'text') as Parser);
  },
};
