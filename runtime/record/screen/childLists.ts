/** The list of a record's children. It is registered at start, because lists import records. */
import type { ComponentType } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';

/** Records that all refer to the same record. */
export interface ChildListProps {
  entity: Entity;
  /** The reference field and its value. */
  held: { field: string; value: string | number | (string | number)[] };
  /** True if the parent record is locked, so that children cannot be added, changed or deleted. */
  isClosed?: boolean;
}

type Load = () => Promise<{ default: ComponentType<ChildListProps> }>;

let load: Load | null = null;

/** Must be called once, before the first record is rendered. */
export function setChildList(list: Load): void {
  load = list;
}

export function loadChildList(): Promise<{ default: ComponentType<ChildListProps> }> {
  if (!load) throw new Error('setChildList was not called: nothing says how children are listed');
  return load();
}

/** Returns the children of an entity that have their own tab on the page of its records. */
export const childTabs = (parent: string, entities: readonly Entity[]): Entity[] =>
  entities.filter(
    ({ of, schema }) => of?.in === 'page' && schema.properties?.[of.field]?.['x-ref'] === parent,
  );
