import { AppError } from '../http/errors.ts';
import type { Columns, ColumnType } from './columns.ts';

type FilterOp = 'eq' | 'ne' | 'in' | 'contains' | 'gte' | 'lte' | 'between' | 'empty';
type Scalar = string | number | boolean;

/** A condition whose column exists and whose values have the column's type. */
export type FilterCondition = { field: string; type: ColumnType } & (
  | { op: 'eq' | 'ne' | 'gte' | 'lte'; value: Scalar }
  | { op: 'contains'; value: string }
  | { op: 'in'; value: Scalar[] }
  | { op: 'between'; value: [Scalar, Scalar] }
  | { op: 'empty'; value: boolean }
);

export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

const MAX_CONDITIONS = 50;
const MAX_VALUES = 500;
const AT_FILTER = { field: '/query/filter' };
const ORDERED: readonly ColumnType[] = ['number', 'integer', 'date', 'date-time', 'money', 'string'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/;
const MONEY = /^-?\d{1,12}(\.\d{1,2})?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const is_record = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const is_real_date = (text: string): boolean => !Number.isNaN(Date.parse(text));

function value_fits(type: ColumnType, value: unknown): value is Scalar {
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return typeof value === 'number' && Number.isSafeInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && DATE.test(value) && is_real_date(value);
    case 'date-time':
      return typeof value === 'string' && INSTANT.test(value) && is_real_date(value);
    case 'money':
      return typeof value === 'string' && MONEY.test(value);
    case 'uuid':
      return typeof value === 'string' && UUID.test(value);
    case 'string':
      // PostgreSQL texts hold every character but this one.
      return typeof value === 'string' && !value.includes('\u0000');
    case 'json':
      return false;
  }
}

function scalar_read(field: string, type: ColumnType, value: unknown): Scalar {
  if (!value_fits(type, value)) throw new AppError('entity.filterValue', { field }, AT_FILTER);
  return value;
}

function condition_read(columns: Columns, source: unknown): FilterCondition {
  if (!is_record(source) || typeof source.field !== 'string')
    throw new AppError('entity.filterSyntax', {}, AT_FILTER);
  const { field, op, value } = source;
  const type = columns.get(field);
  if (!type) throw new AppError('entity.filterField', { field }, AT_FILTER);
  const refuse = () => new AppError('entity.filterOp', { field, op: String(op) }, AT_FILTER);
  switch (op as FilterOp) {
    case 'eq':
    case 'ne':
      return { field, type, op: op as 'eq' | 'ne', value: scalar_read(field, type, value) };
    case 'gte':
    case 'lte':
      if (!ORDERED.includes(type)) throw refuse();
      return { field, type, op: op as 'gte' | 'lte', value: scalar_read(field, type, value) };
    case 'between': {
      if (!ORDERED.includes(type)) throw refuse();
      if (!Array.isArray(value) || value.length !== 2)
        throw new AppError('entity.filterValue', { field }, AT_FILTER);
      const [from, to] = value as unknown[];
      return {
        field,
        type,
        op: 'between',
        value: [scalar_read(field, type, from), scalar_read(field, type, to)],
      };
    }
    case 'in': {
      const values: unknown = value;
      if (!Array.isArray(values) || values.length > MAX_VALUES)
        throw new AppError('entity.filterValue', { field }, AT_FILTER);
      return { field, type, op: 'in', value: values.map((one: unknown) => scalar_read(field, type, one)) };
    }
    case 'contains': {
      if (type !== 'string' && type !== 'json') throw refuse();
      const text = scalar_read(field, 'string', value);
      return { field, type, op: 'contains', value: String(text) };
    }
    case 'empty':
      if (typeof value !== 'boolean') throw new AppError('entity.filterValue', { field }, AT_FILTER);
      return { field, type, op: 'empty', value };
    default:
      throw refuse();
  }
}

/** Reads the `filter` query: `{"and": [{"field", "op", "value"}]}`. */
export function filter_parse(columns: Columns, text: string | undefined): FilterCondition[] {
  if (!text) return [];
  let source: unknown;
  try {
    source = JSON.parse(text);
  } catch {
    throw new AppError('entity.filterSyntax', {}, AT_FILTER);
  }
  const extra = is_record(source) ? Object.keys(source).filter((key) => key !== 'and') : [];
  if (
    !is_record(source) ||
    !Array.isArray(source.and) ||
    extra.length > 0 ||
    source.and.length > MAX_CONDITIONS
  ) {
    throw new AppError('entity.filterSyntax', {}, AT_FILTER);
  }
  return source.and.map((condition: unknown) => condition_read(columns, condition));
}

/** Reads the `sort` query (`name,-createdAt`); without one the list's own order. The id makes it stable. */
export function sort_parse(
  columns: Columns,
  text: string | undefined,
  fallback: readonly SortKey[],
): SortKey[] {
  const asked = text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(
      (part): SortKey =>
        part.startsWith('-') ? { field: part.slice(1), order: 'desc' } : { field: part, order: 'asc' },
    );
  for (const { field } of asked ?? []) {
    if (!columns.has(field)) throw new AppError('entity.sortField', { field }, { field: '/query/sort' });
  }
  const keys = (asked?.length ? asked : fallback).filter(({ field }) => columns.has(field));
  return keys.some(({ field }) => field === 'id') ? keys : [...keys, { field: 'id', order: 'asc' }];
}
