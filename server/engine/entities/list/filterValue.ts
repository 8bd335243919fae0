/** Values of filter conditions: checks their type and converts them for the database. */
import type { Comparison } from '../../../../runtime/core/fieldType.ts';
import {
  DAY_MS,
  instantNear,
  parseTime,
  readWall,
  startDate,
  wallInstant,
  zoneOffset,
} from '../../../../runtime/core/time/timeWindow.ts';

export type Scalar = string | number | boolean;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/;
const MONEY = /^-?\d{1,12}(\.\d{1,2})?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Four-byte columns. A larger number would cause a database error. */
const SMALL: ReadonlySet<string> = new Set(['tenantId', 'version']);
const MAX_SMALL = 2_147_483_647;

const isReal = (text: string): boolean => {
  const time = parseTime(text, 'UTC');
  return time !== null && new Date(time).getUTCFullYear() > 0;
};

export function isFilterValue(field: string, type: Comparison, value: unknown): value is Scalar {
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
      // PostgreSQL texts can contain every character except NUL.
      return typeof value === 'string' && !value.includes('\u0000');
    case 'words':
    case 'json':
    case 'sealed':
      return false;
  }
}

/**
 * Returns the time span of a value as [from, to). A day without a time is a day in the caller's time zone. Any other
 * value is an instant.
 */
export function timeSpan(value: string, zone: string): { from: string; to: string | null } {
  const iso = (ts: number): string => new Date(ts).toISOString();
  if (INSTANT.test(value)) return { from: value, to: null };
  const wall = readWall(value) ?? Number.NaN;
  if (LOCAL.test(value)) {
    // A local time skipped by the clock is moved later by the length of the gap.
    return {
      from: iso(wallInstant(wall, zone) ?? instantNear(wall, zoneOffset(wall, zone), zone)),
      to: null,
    };
  }
  const date = wall / DAY_MS;
  return { from: iso(startDate(date, zone)), to: iso(startDate(date + 1, zone)) };
}
