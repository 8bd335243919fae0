/** Conditions joined by "and" and "or", in the formats of the address and of the server. */

import type { EntityDefinition, Field } from '../../../generated/definition.ts';
import { isObject } from '../../core/object.ts';
import { filterKind, listField } from './fields.ts';
import { type FilterOp, filterNames, opChoices } from './ops.ts';
import { isDateRange } from './ranges.ts';

export interface Condition {
  field: string;
  op: FilterOp;
  value?: unknown;
}
export type Join = 'and' | 'or';
export interface FilterGroup {
  join: Join;
  nodes: readonly FilterNode[];
}
export type FilterNode = Condition | FilterGroup;

/** A filter in the format of the server. */
export type ServerNode =
  | { field?: string; op: string; value?: unknown }
  | { and: ServerNode[] }
  | { or: ServerNode[] };

/** Maximum depth of nested groups. With the group of the filter bar, it reaches the server's limit. */
export const MAX_DEPTH = 2;
const MAX_NODES = 20;

export const isGroup = (node: FilterNode): node is FilterGroup => 'join' in node;

/** Returns whether a condition is complete. */
export function completeCondition({ op, value }: Condition): boolean {
  switch (op) {
    case 'me':
      return true;
    case 'empty':
      return typeof value === 'boolean';
    case 'in':
    case 'notIn':
      return Array.isArray(value) && value.length > 0;
    case 'between':
      return Array.isArray(value) && value.length === 2 && value.every((end) => end !== null && end !== '');
    case 'within':
      return isDateRange(value);
    default:
      return value !== undefined && value !== null && value !== '' && !isObject(value);
  }
}

function readNode(entity: EntityDefinition, source: unknown, depth: number): FilterNode | null {
  if (!isObject(source)) return null;
  for (const join of ['and', 'or'] as const) {
    if (join in source) return groupFrom(entity, join, source[join], depth);
  }
  const { field, op, value } = source;
  if (typeof field !== 'string' || !filterNames(entity).includes(field)) return null;
  const choice = op === 'empty' && value === false ? 'filled' : op;
  if (!opChoices(entity, field).some((offered) => offered === choice)) return null;
  const condition: Condition = { field, op: op as FilterOp, ...(value !== undefined && { value }) };
  return completeCondition(condition) ? condition : null;
}

function groupFrom(entity: EntityDefinition, join: Join, source: unknown, depth: number): FilterGroup | null {
  if (!Array.isArray(source) || depth > MAX_DEPTH) return null;
  const nodes = source
    .slice(0, MAX_NODES)
    .map((node) => readNode(entity, node, depth + 1))
    .filter((node) => node !== null);
  return nodes.length > 0 ? { join, nodes } : null;
}

/** Parses the address. Unsupported conditions are omitted. Null if no condition remains. */
export function readGroup(entity: EntityDefinition, text: string | null): FilterGroup | null {
  if (!text) return null;
  try {
    const node = readNode(entity, JSON.parse(text), 1);
    return node && isGroup(node) ? node : null;
  } catch {
    return null;
  }
}

/** Returns the group without incomplete conditions. */
export function tidyGroup(group: FilterGroup): FilterGroup | null {
  const nodes = group.nodes
    .map((node) => (isGroup(node) ? tidyGroup(node) : completeCondition(node) ? node : null))
    .filter((node) => node !== null);
  return nodes.length > 0 ? { join: group.join, nodes } : null;
}

function nodePlain(node: FilterNode): ServerNode {
  return isGroup(node) ? ({ [node.join]: node.nodes.map(nodePlain) } as ServerNode) : node;
}

export function writeGroup(group: FilterGroup): string {
  return JSON.stringify(nodePlain(group));
}

export function countGroup(group: FilterGroup | null): number {
  return (group?.nodes ?? []).reduce((sum, node) => sum + (isGroup(node) ? countGroup(node) : 1), 0);
}

/** Returns the start and end of local days as instants. A filter by day uses the user's time zone. */
export function dayEdge(day: string, format: string | undefined, end: boolean): string {
  if (format === 'date') return day;
  return new Date(`${day}T${end ? '23:59:59.999' : '00:00:00.000'}`).toISOString();
}

function dateNode({ field, op, value }: Condition, format: string | undefined): ServerNode {
  const edge = (day: unknown, end: boolean) => dayEdge(String(day), format, end);
  switch (op) {
    case 'eq':
      return { field, op: 'between', value: [edge(value, false), edge(value, true)] };
    case 'between': {
      const [from, to] = value as [unknown, unknown];
      return { field, op, value: [edge(from, false), edge(to, true)] };
    }
    case 'gte':
      return { field, op, value: edge(value, false) };
    case 'lte':
      return { field, op, value: edge(value, true) };
    default:
      return { field, op, value };
  }
}

function conditionNode(field: Field, condition: Condition): ServerNode {
  if (condition.op === 'me') return { field: condition.field, op: 'me' };
  return filterKind(field) === 'date' ? dateNode(condition, field.format) : { ...condition };
}

export function groupQuery(entity: EntityDefinition, group: FilterGroup): ServerNode {
  const nodes = group.nodes.map((node) =>
    isGroup(node) ? groupQuery(entity, node) : conditionNode(listField(entity, node.field), node),
  );
  return { [group.join]: nodes } as ServerNode;
}
