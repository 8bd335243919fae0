/** Pages of an endless list. The next page begins after the last record, by its values in the sorted columns. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import type { Comparison } from '../../../../runtime/core/fieldType.ts';
import { isTextStorable } from '../../../platform/db/tables/storable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { isJsonStorable } from '../../../platform/jsonText.ts';
import type { Columns } from '../columns.ts';
import { mayBeEmpty, type SortKey, sortedColumn } from './sort.ts';

type Builder = ExpressionBuilder<Record<string, Record<string, unknown>>, string>;

/** The values of the sorted columns as PostgreSQL writes them, so that nothing is rounded. */
type Position = readonly (string | null)[];

const SQL_TYPES: Readonly<Record<Comparison, string>> = {
  string: 'text',
  number: 'float8',
  integer: 'int8',
  boolean: 'bool',
  date: 'date',
  'date-time': 'timestamptz',
  decimal: 'numeric',
  uuid: 'uuid',
  words: 'jsonb',
  json: 'jsonb',
  sealed: 'text',
};

const NUMBER = /^-?\d{1,300}(?:\.\d{1,300})?(?:e[+-]\d{1,3})?$/;
const TIME = /^\d{4,6}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2})?$/;
const MAX_INTEGER = 2n ** 63n;

/**
 * Checks for each type that a text has the format of PostgreSQL. Otherwise a forged cursor would cause a database
 * error.
 */
const WRITTEN: Readonly<Record<Comparison, (text: string) => boolean>> = {
  string: isTextStorable,
  number: isNumberReal,
  integer: (text) => /^-?\d{1,19}$/.test(text) && BigInt(text) < MAX_INTEGER && BigInt(text) >= -MAX_INTEGER,
  boolean: (text) => ['true', 'false', 't', 'f'].includes(text),
  date: (text) => TIME.test(text) && isTimeReal(text),
  'date-time': (text) => TIME.test(text) && isTimeReal(text),
  decimal: isNumberReal,
  uuid: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  words: isJsonReal,
  json: isJsonReal,
  sealed: () => false,
};

function isJsonReal(text: string): boolean {
  try {
    JSON.parse(text);
    return isJsonStorable(text);
  } catch {
    return false;
  }
}

/** Returns whether a number is within the range of the column. Stored numbers are never infinite. */
function isNumberReal(text: string): boolean {
  const value = Number(text);
  return NUMBER.test(text) && Number.isFinite(value) && (value !== 0 || /^-?0+(?:\.0+)?$/.test(text));
}

/** Returns whether the day and the time exist. */
function isTimeReal(text: string): boolean {
  const [day = '', clock = '00:00:00'] = text.split(' ');
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(0, 8).split(':').map(Number);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const read = new Date(0);
  read.setUTCFullYear(year, month - 1, date);
  const isDay = year > 0 && read.getUTCMonth() === month - 1 && read.getUTCDate() === date;
  return isDay && hours < 24 && minutes < 60 && seconds < 60;
}

const sortText = (sort: readonly SortKey[]): string =>
  sort.map(({ field, order }) => `${order === 'desc' ? '-' : ''}${field}`).join();

export function writeCursor(sort: readonly SortKey[], position: Position): string {
  return Buffer.from(JSON.stringify([sortText(sort), ...position])).toString('base64url');
}

/**
 * Returns the position at which the list continues. Null at its start. A cursor is valid only for the sort for which
 * it was made.
 */
export function readCursor(text: string, sort: readonly SortKey[], columns: Columns): Position | null {
  if (text === '') return null;
  const isWritten = (value: unknown, at: number): boolean =>
    value === null ||
    (typeof value === 'string' && WRITTEN[columns.get(sort[at]?.field ?? '') ?? 'string'](value));
  try {
    const [made, ...position] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const fits = made === sortText(sort) && position.length === sort.length && position.every(isWritten);
    if (fits) return position as Position;
  } catch {
    // An invalid cursor throws the same error as a cursor of another sort.
  }
  throw new AppError('entity.badCursor', {}, { field: '/query/cursor' });
}

/** Returns the column name of a part of the position, which is read with each record. */
export const positionName = (index: number): string => `$at${index}`;

/** Returns the condition for records after the position. Records without a value are last in either direction. */
export function buildCursor(
  eb: Builder,
  entity: EntityDefinition,
  columns: Columns,
  sort: readonly SortKey[],
  position: Position,
): Expression<SqlBool> {
  const keys = sort.map(({ field, order }, index) => {
    const type = SQL_TYPES[columns.get(field) ?? 'string'];
    const text = position[index] ?? null;
    return {
      column: sortedColumn(entity, field),
      order,
      text,
      value: sql`${text}::${sql.raw(type)}`,
      empty: mayBeEmpty(entity, field),
    };
  });
  const first = keys[0];
  // Only a comparison of whole rows lets PostgreSQL start within an index.
  if (keys.every(({ order, empty }) => !empty && order === first?.order)) {
    const operator = sql.raw(first?.order === 'desc' ? '<' : '>');
    return sql<SqlBool>`(${sql.join(keys.map(({ column }) => column))}) ${operator} (${sql.join(keys.map(({ value }) => value))})`;
  }
  const after = ({ column, order, text, value, empty }: (typeof keys)[number]): Expression<SqlBool> => {
    if (text === null) return sql<SqlBool>`false`;
    const further = sql<SqlBool>`${column} ${sql.raw(order === 'desc' ? '<' : '>')} ${value}`;
    return empty ? sql<SqlBool>`(${further} or ${column} is null)` : further;
  };
  const equal = ({ column, text, value }: (typeof keys)[number]): Expression<SqlBool> =>
    text === null ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${value}`;
  return eb.or(keys.map((key, at) => eb.and([...keys.slice(0, at).map(equal), after(key)])));
}
