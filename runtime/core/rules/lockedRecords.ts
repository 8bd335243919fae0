/** Records that must not change: those of a closed month (`period`), and entries of a book (`book`). */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

/** Returns the month of a day, such as 2026-05. */
export const monthOf = (day: unknown): string | null =>
  typeof day === 'string' && day.length >= 7 ? day.slice(0, 7) : null;

/** Returns the month that closes a record. Null if it has no day, or is never closed. */
export const closingMonth = ({ period }: Pick<EntityDefinition, 'period'>, record: Values): string | null =>
  period ? monthOf(record[period.day]) : null;

/**
 * Returns the fields that users and moves write, without those that remain open. Computed fields follow other records.
 */
export function heldFields(
  { schema }: Pick<EntityDefinition, 'schema'>,
  open: readonly string[] = [],
): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => !open.includes(name) && !field['x-computed'] && !field['x-rollup'])
    .map(([name]) => name);
}

/** Returns whether records are ever deleted, or changed in any field. */
export const isDeletable = ({
  neverDeleted,
  book,
}: Pick<EntityDefinition, 'neverDeleted' | 'book'>): boolean => !neverDeleted && !book;
export const isChangeable = ({ book }: Pick<EntityDefinition, 'book'>): boolean =>
  !book || (book.open?.length ?? 0) > 0;
