/** The numbers of records (x-sequence): their pattern combines a day, a figure and the record's own fields. */
import type { EntityDefinition, Sequence } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

const PLACE = /\{(\w+)(?::(\d))?\}/g;
const DATES = ['yyyy', 'yy', 'MM', 'dd'];
/** The periods that numbers may begin again with, from the longest on, each with what a pattern says it by. */
export const PERIODS: Readonly<Record<string, readonly string[]>> = {
  year: ['yyyy'],
  month: ['yyyy', 'MM'],
  day: ['yyyy', 'MM', 'dd'],
};

/** Names the fields of the record that the pattern shows. */
export const listShownFields = (pattern: string): string[] =>
  [...pattern.matchAll(PLACE)].flatMap(([, name = '']) =>
    name === 'n' || DATES.includes(name) ? [] : [name],
  );

/** Names what of a day the pattern shows; two figures of a year tell as much as four. */
export const listShownDates = (pattern: string): string[] =>
  [...pattern.matchAll(PLACE)].flatMap(([, name = '']) =>
    DATES.includes(name) ? [name === 'yy' ? 'yyyy' : name] : [],
  );

/** The fields of the record with which the numbers begin again. */
export const fieldsBy = ({ by = [] }: Sequence): string[] =>
  by.filter((part) => part !== 'tenant' && !(part in PERIODS));

/** The number of a record; `day` is written as 2026-11-24. */
export function sequenceText({ pattern }: Sequence, n: number, day: string, values: Values): string {
  const [yyyy = '', MM = '', dd = ''] = day.split('-');
  const dates: Record<string, string> = { yyyy, yy: yyyy.slice(2), MM, dd };
  return pattern.replace(PLACE, (_, name: string, size = '1') =>
    name === 'n' ? String(n).padStart(Number(size), '0') : (dates[name] ?? String(values[name] ?? '')),
  );
}

/**
 * Splits the number of a day into the text before and behind its figure, and the places that the figure takes at least;
 * null where it shows fields of the record, or its figure more than once.
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

/** Names the run of numbers that a record belongs to: its period, and the values that it begins again with. */
export function sequencePeriod(sequence: Sequence, day: string, values: Values): string {
  const { by = [] } = sequence;
  const [year, month, date] = day.split('-');
  const lengths = Object.keys(PERIODS).map((period, index) => (by.includes(period) ? index + 1 : 0));
  const period = [year, month, date].slice(0, Math.max(...lengths)).join('-');
  return JSON.stringify([period, ...fieldsBy(sequence).map((name) => values[name] ?? null)]);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A pattern of PostgreSQL that finds the figure in the numbers of the same run. */
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

/** A number that people may enter stays as it is where they leave it empty. */
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
