/**
 * Fixed values of all records in a list, from its page or its parent record. They filter the list, and are preset in
 * new records.
 */
import type { PageDefinition } from '../../../generated/definition.ts';
import type { Values } from '../../core/rules/rule.ts';
import type { ServerNode } from './group.ts';
import type { ListSelection } from './query.ts';

export type FixedValues = NonNullable<PageDefinition['where']>;

function nodeOf([field, value]: [string, FixedValues[string]]): ServerNode {
  if (value === null) return { field, op: 'empty', value: true };
  return { field, op: Array.isArray(value) ? 'in' : 'eq', value };
}

/** Returns the fixed values as conditions. */
export const fixedNodes = (fixed: FixedValues = {}): ServerNode[] => Object.entries(fixed).map(nodeOf);

/** Returns the selection, limited by fixed values and other conditions. */
export function narrowFixed<S extends ListSelection>(
  selection: S,
  fixed: FixedValues | undefined,
  others: readonly ServerNode[] = [],
): S {
  if (!fixed && others.length === 0) return selection;
  const { and = [] } = (selection.filter ? JSON.parse(selection.filter) : {}) as { and?: ServerNode[] };
  return { ...selection, filter: JSON.stringify({ and: [...fixedNodes(fixed), ...others, ...and] }) };
}

/**
 * Returns the fixed values for a new record. A condition with several values or none is omitted. A `listed` field gets
 * a list with one value.
 */
export function valuesOfFixed(
  fixed: FixedValues | undefined,
  listed: (name: string) => boolean = () => false,
): Values | undefined {
  const single = Object.entries(fixed ?? {}).filter(([name, value]) =>
    Array.isArray(value) ? value.length === 1 && listed(name) : value !== null,
  );
  return single.length > 0 ? Object.fromEntries(single) : undefined;
}
