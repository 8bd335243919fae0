import pg from 'pg';

const { builtins } = pg.types;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;
const DATE_ARRAY = 1182;
const TEXT_ARRAY: number = 1009;

type Parser = (text: string) => unknown;

/** int8 as a number: ids and counts stay far below 2^53; a value above must never be rounded silently. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit a number`);
  return value;
}

/** timestamptz (sessions run in UTC) as ISO with milliseconds: 2026-11-21 10:00:00.5+00 → …T10:00:00.500Z. */
export function parseInstant(text: string): string {
  const [date, time = ''] = text.split(' ');
  if (!time.endsWith('+00')) return text;
  const [seconds = '', fraction = ''] = time.slice(0, -3).split('.');
  return `${date}T${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
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

/** Decides once for both pools how column values arrive in the program. */
export const columnTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parser {
    const parser = format === 'binary' ? undefined : parsers.get(oid);
    return parser ?? (pg.types.getTypeParser(oid, format ?? 'text') as Parser);
  },
};
