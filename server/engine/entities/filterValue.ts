/** Values of filter conditions: whether they have the type of their column, and what they mean to the database. */
import { DateTime } from 'luxon';
import type { Comparison } from '../../../runtime/core/fieldType.ts';
import { startDay, unitNext, wallInstant } from '../../../runtime/core/timeWindow.ts';

export type Scalar = string | number | boolean;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const MONEY = /^-?\d{1,12}(\.\d{1,2})?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Columns of four bytes; a larger number would be an error of the database. */
const SMALL: ReadonlySet<string> = new Set(['tenantId', 'version']);
const MAX_SMALL = 2_147_483_647;

const isReal = (text: string): boolean => {
  const time = DateTime.fromISO(text, { zone: 'utc' });
  return time.isValid && time.year > 0;
};

export function valueFits(field: string, type: Comparison, value: unknown): value is Scalar {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isSafeInteger(value) && (!SMALL.has(field) || Math.abs(Number(value)) <= MAX_SMALL);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && DATE.test(value) && isReal(value);
    case 'date-time':
      return (
        typeof value === 'string' &&
        (DATE.test(value) || LOCAL.test(value) || INSTANT.test(value)) &&
        isReal(value)
      );
    case 'decimal':
      return typeof value === 'string' && MONEY.test(value);
    case 'uuid':
      return typeof value === 'string' && UUID.test(value);
    case 'string':
      // PostgreSQL texts hold every character but this one.
      return typeof value === 'string' && !value.includes('\u0000');
    case 'words':
    case 'json':
    case 'sealed':
      return false;
  }
}

/** The time that a value stands for, [from, to): a day of the asker where it names only a day, else an instant. */
export function timeSpan(value: string, zone: string): { from: string; to: string | null } {
  const iso = (ts: number): string => new Date(ts).toISOString();
  if (INSTANT.test(value)) return { from: value, to: null };
  const wall = DateTime.fromISO(value, { zone: 'utc' }).toMillis();
  if (LOCAL.test(value)) {
    // A time that the clock skipped is the moment of the jump.
    return { from: iso(wallInstant(wall, zone) ?? DateTime.fromISO(value, { zone }).toMillis()), to: null };
  }
  const noon = DateTime.fromISO(`${value}T12:00`, { zone }).toMillis();
  const from = startDay(noon, zone);
  return { from: iso(from), to: iso(unitNext(from, 'day', zone)) };
}
