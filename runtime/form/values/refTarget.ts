/** Derives from a definition the target of a reference, and the conditions for its records. */
import type { EntityDefinition, Field, Text } from '../../../generated/definition.ts';
import {
  findAwaitedTitle,
  type ObjectValues,
  type RefNeed,
  refNeeds,
  refSource,
  SITE,
} from '../../core/rules/refWhere.ts';

export interface RefTarget {
  entity: string;
  key: string;
  /** Conditions on selectable records, by default none. */
  needs?: readonly RefNeed[];
  /** The title of the field that must be filled first. */
  awaits?: Text;
  /** Excludes records that their state locks. */
  unlocked?: true;
}

/**
 * Returns the target of a reference field, or of a list of references. Null for other fields. `holders`: the objects
 * with the fields that limit the choice. Without `holders`, all records are offered, as in a filter.
 */
export function refTarget(field: Field, holders: readonly ObjectValues[] | null = null): RefTarget | null {
  const source = refSource(field);
  const { 'x-ref': entity, 'x-refKey': key = 'id' } = source;
  if (!entity) return null;
  if (!holders) return { entity, key };
  const needs = refNeeds(source, holders);
  const awaits = findAwaitedTitle(source, holders);
  return { entity, key, ...(needs.length > 0 && { needs }), ...(awaits && { awaits }) };
}

export interface FilterLeaf {
  field?: string;
  op: string;
  value: unknown;
}

export const needLeaves = (needs: readonly RefNeed[] = []): FilterLeaf[] =>
  needs.map(({ field, value }) => {
    if (field === SITE) return { op: 'site', value };
    return { field, op: Array.isArray(value) ? 'in' : 'eq', value };
  });

/** Returns the conditions as a list filter. Undefined without conditions. */
export function needFilter(needs: readonly RefNeed[] | undefined, ...more: FilterLeaf[]): string | undefined {
  const and = [...more, ...needLeaves(needs)];
  return and.length > 0 ? JSON.stringify({ and }) : undefined;
}

/** Returns filter conditions that exclude records in a locking state. */
export function unlockedLeaves({ states }: EntityDefinition): FilterLeaf[] {
  const lockedStates = states?.locked?.in ?? [];
  return states && lockedStates.length > 0 ? [{ field: states.field, op: 'notIn', value: lockedStates }] : [];
}
