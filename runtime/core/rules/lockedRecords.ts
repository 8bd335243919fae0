/** Records that must not change: records of a closed month (`period`), and entries of a ledger (`book`). */
import type { EntityDefinition } from '../../../generated/definition.ts';
import type { Values } from './rule.ts';

/** Returns the month of a day, such as 2026-05. Null if the value is not a day. */
export const monthOf = (day: unknown): string | null =>
  typeof day === 'string' && day.length >= 7 ? day.slice(0, 7) : null;

/** Returns the month whose closing locks a record. Null if the record has no day, or is never locked. */
export const closingMonth = ({ period }: Pick<EntityDefinition, 'period'>, record: Values): string | null =>
  period ? monthOf(record[period.day]) : null;

/**
 * Returns the fields that a lock protects: fields that users and transitions write, except the exempt ones. Computed
 * fields may still change.
 */
export function lockedFields(
  { schema }: Pick<EntityDefinition, 'schema'>,
  open: readonly string[] = [],
): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => !open.includes(name) && !field['x-computed'] && !field['x-rollup'])
    .map(([name]) => name);
}

/**
 * Returns whether records can be deleted. `isChangeable` returns whether any of their fields can be changed.
 */
export const isDeletable = ({
  neverDeleted,
  book,
}: Pick<EntityDefinition, 'neverDeleted' | 'book'>): boolean => !neverDeleted && !book;
export const isChangeable = ({ book }: Pick<EntityDefinition, 'book'>): boolean =>
  !book || (book.open?.length ?? 0) > 0;
