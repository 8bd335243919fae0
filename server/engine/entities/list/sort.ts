import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { isWording } from '../../../../runtime/core/text/wording.ts';
import { inWordOrder } from '../../../platform/db/tables/wordOrder.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type Columns, fieldComparable, fieldSeen } from '../columns.ts';

export interface SortKey {
  field: string;
  order: 'asc' | 'desc';
}

const MAX_KEYS = 8;

/**
 * Reads the `sort` query (`name,-createdAt`). The default is the list's own order. The id is always added, so that the
 * order is stable. Its direction is that of the last key, so that one index serves both directions.
 */
export function parseSort(
  columns: Columns,
  text: string | undefined,
  fallback: readonly SortKey[],
  hidden: ReadonlySet<string>,
): SortKey[] {
  const requested = text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map(
      (part): SortKey =>
        part.startsWith('-') ? { field: part.slice(1), order: 'desc' } : { field: part, order: 'asc' },
    );
  for (const { field } of requested ?? []) {
    fieldSeen(hidden, field, '/query/sort');
    if (!columns.has(field)) throw new AppError('entity.sortField', { field }, { field: '/query/sort' });
    fieldComparable(columns, field, '/query/sort');
  }
  const sortable = (requested?.length ? requested : fallback).filter(({ field }) => columns.has(field));
  const keys = sortable.filter(({ field }, at) => sortable.findIndex((one) => one.field === field) === at);
  if (keys.length > MAX_KEYS)
    throw new AppError('entity.sortMany', { limit: MAX_KEYS }, { field: '/query/sort' });
  if (keys.some(({ field }) => field === 'id')) return keys;
  return [...keys, { field: 'id', order: keys.at(-1)?.order ?? 'asc' }];
}

/** Returns the SQL of a sorted column. Chinese texts are sorted by pinyin, as in the index of the list. */
export const sortedColumn = (entity: EntityDefinition, field: string): RawBuilder<unknown> =>
  isWording(entity.schema.properties?.[field]) ? inWordOrder(field) : sql`${sql.ref(field)}`;

const NEVER_EMPTY: ReadonlySet<string> = new Set(['id', 'tenantId', 'createdAt', 'updatedAt', 'version']);

/** Returns whether the field may be empty. */
export const mayBeEmpty = (entity: EntityDefinition, field: string): boolean =>
  !NEVER_EMPTY.has(field) && !entity.schema.required?.includes(field);
