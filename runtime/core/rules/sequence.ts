/** Numbers of records (x-sequence). The pattern combines a date, a running number and fields of the record. */
import type { EntityDefinition, Sequence } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

const PLACE = /\{(\w+)(?::(\d))?\}/g;
const DATES = ['yyyy', 'yy', 'MM', 'dd'];
/** Periods after which numbering can restart, longest first, with their placeholders in a pattern. */
export const PERIODS: Readonly<Record<string, readonly string[]>> = {
  year: ['yyyy'],
  month: ['yyyy', 'MM'],
  day: ['yyyy', 'MM', 'dd'],
};

/** Returns the names of the record's fields in the pattern. */
export const listShownFields = (pattern: string): string[] =>
  [...pattern.matchAll(PLACE)].flatMap(([, name = '']) =>
    name === 'n' || DATES.includes(name) ? [] : [name],
  );

/** Returns the date placeholders in the pattern. `yy` is returned as `yyyy`. */
export const listShownDates = (pattern: string): string[] =>
  [...pattern.matchAll(PLACE)].flatMap(([, name = '']) =>
    DATES.includes(name) ? [name === 'yy' ? 'yyyy' : name] : [],
  );

/** Returns the fields of the record with separate numbering for each value. */
export const fieldsBy = ({ by = [] }: Sequence): string[] =>
  by.filter((part) => part !== 'tenant' && !(part in PERIODS));

/** Returns the number of a record. `day` has the form 2026-11-24. */
export function sequenceText({ pattern }: Sequence, n: number, day: string, values: Values): string {
  const [yyyy = '', MM = '', dd = ''] = day.split('-');
  const dates: Record<string, string> = { yyyy, yy: yyyy.slice(2), MM, dd };
  return pattern.replace(PLACE, (_, name: string, size = '1') =>
    name === 'n' ? String(n).padStart(Number(size), '0') : (dates[name] ?? String(values[name] ?? '')),
  );
}

/**
 * Splits a day's number into the texts before and after the running number, and the minimum number of digits. Null if
 * the pattern contains fields of the record, or several running numbers.
 */
export function sequenceParts(
  { pattern }: Sequence,
  day: string,
): { before: string; places: number; behind: string } | null {
  const figures = [...pattern.matchAll(PLACE)].filter(([, name]) => name === 'n');
  const [figure] = figures;
  if (!figure || figures.length > 1 || listShownFields(pattern).length > 0) return null;
  const [whole, , places = '1'] = figure;
  const dated = (part: string): string => sequenceText({ pattern: part }, 0, day, {});
  const before = dated(pattern.slice(0, figure.index));
  return { before, places: Number(places), behind: dated(pattern.slice(figure.index + whole.length)) };
}

/** Returns the key of a record's number range: its period, and the values with separate numbering. */
export function sequencePeriod(sequence: Sequence, day: string, values: Values): string {
  const { by = [] } = sequence;
  const [year, month, date] = day.split('-');
  const lengths = Object.keys(PERIODS).map((period, index) => (by.includes(period) ? index + 1 : 0));
  const period = [year, month, date].slice(0, Math.max(...lengths)).join('-');
  return JSON.stringify([period, ...fieldsBy(sequence).map((name) => values[name] ?? null)]);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns a PostgreSQL pattern that extracts the running number from numbers of the same range. */
export function sequenceFinder({ pattern }: Sequence, day: string, values: Values): string {
  const [yyyy = '', MM = '', dd = ''] = day.split('-');
  const dates: Record<string, string> = { yyyy, yy: yyyy.slice(2), MM, dd };
  let finder = '^';
  let last = 0;
  for (const match of pattern.matchAll(PLACE)) {
    const [whole, name = ''] = match;
    finder += escaped(pattern.slice(last, match.index));
    finder += name === 'n' ? '(\\d{1,15})' : escaped(dates[name] ?? String(values[name] ?? ''));
    last = match.index + whole.length;
  }
  return `${finder}${escaped(pattern.slice(last))}$`;
}

/** Returns the stored numbers for fields that the user has emptied. An assigned number cannot be removed. */
export const keepNumbers = (
  { schema }: Pick<EntityDefinition, 'schema'>,
  before: Values,
  body: Values,
): Values =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name, field]) => field['x-sequence']?.given && name in body && (body[name] ?? '') === '')
      .map(([name]) => [name, before[name]]),
  );
