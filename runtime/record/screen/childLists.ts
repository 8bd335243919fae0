/** Lists are made of records: the list of a record's children is told from above instead of imported. */
import type { ComponentType } from 'react';
import type { Entity } from '../../core/definitions/entities.ts';

/** Records that all refer to one other. */
export interface ChildListProps {
  entity: Entity;
  /** The reference, and what it holds. */
  held: { field: string; value: string | number | (string | number)[] };
  /** The record around them is locked: none is added, changed or deleted. */
  isClosed?: boolean;
}

type Load = () => Promise<{ default: ComponentType<ChildListProps> }>;

let load: Load | null = null;

/** Called once, before the first record is drawn. */
export function setChildList(list: Load): void {
  load = list;
}

export function loadChildList(): Promise<{ default: ComponentType<ChildListProps> }> {
  if (!load) throw new Error('setChildList was not called: nothing says how children are listed');
  return load();
}

/** The children of an entity that have a tab of their own on the page of its records. */
export const childTabs = (parent: string, entities: readonly Entity[]): Entity[] =>
  entities.filter(
    ({ of, schema }) => of?.in === 'page' && schema.properties?.[of.field]?.['x-ref'] === parent,
  );
