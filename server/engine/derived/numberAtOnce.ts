/**
 * An automatically created record gets its number in the statement that stores it. This saves a second write with its
 * index updates. The statement locks the sequence until the commit, so the transaction must not wait for another lock
 * after it.
 */
import { type RawBuilder, sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { lineSets } from '../../../runtime/core/lines.ts';
import { splitRules } from '../../../runtime/core/rules/rollups.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { fieldsBy, sequenceParts } from '../../../runtime/core/rules/sequence.ts';
import { fieldTypeOf } from '../../../runtime/fieldTypes/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { hooksOf } from '../hooks.ts';
import { feedsOf } from './rollupSources.ts';
import { type NumberStep, runOf, sequencesOf } from './sequences.ts';
import { hasSingles } from './singles.ts';

export interface AssignedNumber {
  field: string;
  /**
   * Increments the sequence, as `taken`. Without a row for the sequence, the number is assigned at the end of the
   * transaction.
   */
  move: RawBuilder<Row>;
  number: RawBuilder<string | null>;
}

/** Returns whether the definition requires further steps after the record is stored. */
const hasMore = (entity: EntityDefinition): boolean =>
  entity.of !== undefined ||
  entity.on?.some(({ when }) => when === 'created') === true ||
  hooksOf(entity.name)?.written !== undefined ||
  hasSingles(entity) ||
  lineSets(entity).length > 0 ||
  feedsOf(entity).length > 0 ||
  (splitRules(entity.schema).after['x-rules'] ?? []).length > 0;

/**
 * Returns whether values require further steps after the record is stored. Files are claimed, and list items are
 * checked and locked.
 */
const isClaimed = ({ schema }: EntityDefinition, values: Values): boolean =>
  Object.entries(values).some(
    ([name, value]) =>
      (typeof value === 'object' && value !== null) ||
      (typeof value === 'string' && fieldTypeOf(schema.properties?.[name] ?? {}).isFile === true),
  );

/** Returns the number. Null if it can be assigned only at the end of the transaction. */
export function numberAtOnce(
  step: NumberStep,
  entity: EntityDefinition,
  values: Values,
): AssignedNumber | null {
  const [found, ...more] = sequencesOf(entity);
  if (!found || more.length > 0 || hasMore(entity) || isClaimed(entity, values)) return null;
  const [field, sequence] = found;
  if (sequence.given || fieldsBy(sequence).length > 0 || (values[field] ?? null) !== null) return null;
  const { tenantId, day, period } = runOf(step, entity, field, sequence, values);
  const parts = sequenceParts(sequence, day);
  if (!parts) return null;
  const { before, places, behind } = parts;
  return {
    field,
    move: sql<Row>`(update sequence set n = n + 1
      where tenant_id = ${tenantId} and entity = ${entity.name} and field = ${field} and period = ${period}
      returning n::text as n)`,
    number: sql<string>`(select ${before}::text || lpad(n, greatest(${places}::int4, length(n)), '0') || ${behind}::text
      from taken)`,
  };
}
