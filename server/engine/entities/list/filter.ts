/** Converts the `filter` of a list to conditions. Checks that columns exist and that values have the column's type. */

import type { Comparison } from '../../../../runtime/core/fieldType.ts';
import { isObject } from '../../../../runtime/core/object.ts';
import { isNamedRange, rangeDays } from '../../../../runtime/core/time/namedRange.ts';
import type { RecordCondition } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type Columns, fieldComparable, fieldSeen } from '../columns.ts';
import { isFilterValue, type Scalar, timeSpan } from './filterValue.ts';

export type Compare = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte';

export type FilterCondition = { field: string; type: Comparison } & (
  | { op: Compare; value: Scalar }
  | { op: 'contains' | 'startsWith'; value: string }
  /** The field is a list that contains one of the values, or none of them. */
  | { op: 'holds' | 'lacks'; value: Scalar[] }
  | { op: 'in' | 'notIn'; value: Scalar[] }
  | { op: 'between'; value: [Scalar, Scalar] }
  /** From the first instant (inclusive) to the second (exclusive). */
  | { op: 'during' | 'notDuring'; value: [string, string] }
  | { op: 'empty'; value: boolean }
  /** The reader has set the mark, or has not set it. */
  | { op: 'marked'; mark: string; value: boolean; of: string; userId: number }
  /** The field refers by the key to a record of another entity that the nested filter selects. */
  | { op: 'refers'; of: string; key: string; where: FilterNode; within?: RecordCondition }
);

export type FilterNode = { and: FilterNode[] } | { or: FilterNode[] } | FilterCondition;

/** The caller and their time zone, which define "me", "today" and times without a zone. */
export interface FilterContext {
  userId: number;
  zone: string;
  now: number;
  /** Returns the type of the items of a field's lists. Undefined if it is not a list of plain values. */
  itemType(field: string): Comparison | undefined;
  /** Fields that contain users. A user in one of these fields participates in the record. */
  participation: readonly string[];
  /** The field with the record's owner, if records can be handed over. */
  owner: string | null;
  /** The entity, for marks of its readers. */
  entity: string;
  marks: readonly string[];
  /** Fields that are hidden from the reader. */
  hidden: ReadonlySet<string>;
  /**
   * Returns a filter for the records of a station. Null if records have no station. `at` is the position for an error.
   */
  siteNode(stationSn: string, at: string): FilterNode | null;
}

const MAX_DEPTH = 3;
const MAX_CONDITIONS = 50;
const MAX_VALUES = 500;
const ORDERED: readonly Comparison[] = ['number', 'integer', 'date', 'date-time', 'decimal', 'string'];
const KEYS: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['me', ['field', 'op']],
  ['participation', ['op']],
  ['unowned', ['op']],
  ['site', ['op', 'value']],
  ['marked', ['op', 'value']],
  ['unmarked', ['op', 'value']],
]);
const LEAF_KEYS = ['field', 'op', 'value'];

/** The state while a filter is parsed: the columns, the caller, and the number of conditions so far. */
interface Reading {
  columns: Columns;
  asker: FilterContext;
  count: number;
}

type FilterFault = 'entity.filterOp' | 'entity.filterValue';

/** A condition with its position in the filter. */
interface Leaf {
  field: string;
  type: Comparison;
  op: string;
  value: unknown;
  refuse(key: FilterFault): AppError;
}

function readScalar({ field, type, refuse }: Leaf, value: unknown, expected: Comparison = type): Scalar {
  if (!isFilterValue(field, expected, value)) throw refuse('entity.filterValue');
  return value;
}

/** Returns the condition that the field contains the user. Null if the field cannot contain users. */
function meCondition(
  field: string,
  type: Comparison | undefined,
  { userId, itemType }: FilterContext,
): FilterCondition | null {
  if (type === 'integer') return { field, type, op: 'eq', value: userId };
  return type === 'json' && itemType(field) === 'integer'
    ? { field, type, op: 'holds', value: [userId] }
    : null;
}

function participationNode({ columns, asker: caller }: Reading): FilterNode {
  const or = caller.participation.flatMap((field): FilterNode[] => {
    const found = meCondition(field, columns.get(field), caller);
    return found ? [found] : [];
  });
  return { or };
}

/** Returns the condition that the record's owner is not an active user. */
function unownedNode({ columns, asker: { owner } }: Reading, at: string): FilterNode {
  if (owner === null || columns.get(owner) !== 'integer')
    throw new AppError('entity.filterOp', { field: 'owner', op: 'unowned' }, { field: `${at}/op` });
  const left: FilterNode = { field: 'status', type: 'string', op: 'ne', value: 'active' };
  const gone: FilterNode = {
    field: owner,
    type: 'integer',
    op: 'refers',
    of: 'user',
    key: 'id',
    where: left,
  };
  return { or: [{ field: owner, type: 'integer', op: 'empty', value: true }, gone] };
}

function siteNode({ asker: caller }: Reading, value: unknown, at: string): FilterNode {
  if (typeof value !== 'string' || value === '')
    throw new AppError('entity.filterValue', { field: 'site' }, { field: `${at}/value` });
  const node = caller.siteNode(value, `${at}/op`);
  if (!node) throw new AppError('entity.filterOp', { field: 'site', op: 'site' }, { field: `${at}/op` });
  return node;
}

function markNode({ asker: caller }: Reading, value: unknown, at: string, isSet: boolean): FilterNode {
  const { entity, userId, marks } = caller;
  const mark = marks.find((name) => name === value);
  if (mark === undefined)
    throw new AppError('entity.filterValue', { field: 'mark' }, { field: `${at}/value` });
  return { field: 'id', type: 'integer', op: 'marked', mark, value: isSet, of: entity, userId };
}

/** Compares a time with a value that may mean a whole day. */
function compareTime({ field, type }: Leaf, op: Compare, value: string, zone: string): FilterCondition {
  const { from, to } = timeSpan(value, zone);
  if (to === null) return { field, type, op, value: from };
  switch (op) {
    case 'eq':
      return { field, type, op: 'during', value: [from, to] };
    case 'ne':
      return { field, type, op: 'notDuring', value: [from, to] };
    case 'gt':
      return { field, type, op: 'gte', value: to };
    case 'lte':
      return { field, type, op: 'lt', value: to };
    case 'gte':
    case 'lt':
      return { field, type, op, value: from };
  }
}

function readCompare(leaf: Leaf, op: Compare, zone: string): FilterCondition {
  const { field, type } = leaf;
  if (op !== 'eq' && op !== 'ne' && !ORDERED.includes(type)) throw leaf.refuse('entity.filterOp');
  if (type === 'json' || type === 'words') throw leaf.refuse('entity.filterOp');
  const value = readScalar(leaf, leaf.value);
  return type === 'date-time' ? compareTime(leaf, op, String(value), zone) : { field, type, op, value };
}

function readBetween(leaf: Leaf, zone: string): FilterCondition {
  const { field, type, value, refuse } = leaf;
  if (!ORDERED.includes(type)) throw refuse('entity.filterOp');
  if (!Array.isArray(value) || value.length !== 2) throw refuse('entity.filterValue');
  const [from, to] = (value as unknown[]).map((one) => readScalar(leaf, one)) as [Scalar, Scalar];
  if (type !== 'date-time') return { field, type, op: 'between', value: [from, to] };
  const first = timeSpan(String(from), zone).from;
  const last = timeSpan(String(to), zone);
  return last.to === null
    ? { field, type, op: 'between', value: [first, last.from] }
    : { field, type, op: 'during', value: [first, last.to] };
}

/** Returns the type of the values in a list of this field. */
function itemTypeOf({ field, type, refuse }: Leaf, { itemType }: FilterContext): Comparison {
  const item = type === 'json' ? itemType(field) : undefined;
  if (item === undefined) throw refuse('entity.filterOp');
  return item;
}

function readList(leaf: Leaf, op: 'in' | 'notIn', caller: FilterContext): FilterCondition {
  const { field, type, value, refuse } = leaf;
  if (type === 'boolean' || type === 'words') throw refuse('entity.filterOp');
  const expected = type === 'json' ? itemTypeOf(leaf, caller) : type;
  if (!Array.isArray(value) || value.length > MAX_VALUES) throw refuse('entity.filterValue');
  const values = value.map((one: unknown) => readScalar(leaf, one, expected));
  return expected === type
    ? { field, type, op, value: values }
    : { field, type, op: op === 'in' ? 'holds' : 'lacks', value: values };
}

function readContains(leaf: Leaf, caller: FilterContext): FilterCondition {
  const { field, type, value } = leaf;
  if (type === 'string' || type === 'words')
    return { field, type, op: 'contains', value: String(readScalar(leaf, value, 'string')) };
  return { field, type, op: 'holds', value: [readScalar(leaf, value, itemTypeOf(leaf, caller))] };
}

function readWithin(leaf: Leaf, { now, zone }: FilterContext): FilterCondition {
  const { field, type, value, refuse } = leaf;
  if (type !== 'date' && type !== 'date-time') throw refuse('entity.filterOp');
  if (!isNamedRange(value)) throw refuse('entity.filterValue');
  const days = rangeDays(value, now, zone);
  return type === 'date'
    ? { field, type, op: 'between', value: [days.firstDay, days.lastDay] }
    : { field, type, op: 'during', value: [days.from, days.to] };
}

function leafCondition(leaf: Leaf, caller: FilterContext): FilterCondition {
  const { field, type, value, refuse } = leaf;
  switch (leaf.op) {
    case 'eq':
    case 'ne':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return readCompare(leaf, leaf.op, caller.zone);
    case 'between':
      return readBetween(leaf, caller.zone);
    case 'in':
    case 'notIn':
      return readList(leaf, leaf.op, caller);
    case 'contains':
      return readContains(leaf, caller);
    case 'startsWith':
      if (type !== 'string') throw refuse('entity.filterOp');
      return { field, type, op: 'startsWith', value: String(readScalar(leaf, value)) };
    case 'empty':
      if (typeof value !== 'boolean') throw refuse('entity.filterValue');
      return { field, type, op: 'empty', value };
    case 'within':
      return readWithin(leaf, caller);
    case 'me': {
      const mine = meCondition(field, type, caller);
      if (!mine) throw refuse('entity.filterOp');
      return mine;
    }
    default:
      throw refuse('entity.filterOp');
  }
}

function readLeaf(reading: Reading, source: Record<string, unknown>, at: string): FilterNode {
  const { field, op, value } = source;
  const known = KEYS.get(op) ?? LEAF_KEYS;
  if (typeof op !== 'string' || Object.keys(source).some((key) => !known.includes(key)))
    throw new AppError('entity.filterSyntax', {}, { field: at });
  reading.count += 1;
  if (reading.count > MAX_CONDITIONS)
    throw new AppError('entity.filterMany', { limit: MAX_CONDITIONS }, { field: at });
  if (op === 'participation') return participationNode(reading);
  if (op === 'unowned') return unownedNode(reading, at);
  if (op === 'site') return siteNode(reading, value, at);
  if (op === 'marked' || op === 'unmarked') return markNode(reading, value, at, op === 'marked');
  if (typeof field !== 'string') throw new AppError('entity.filterSyntax', {}, { field: at });
  fieldSeen(reading.asker.hidden, field, `${at}/field`);
  const type = reading.columns.get(field);
  if (!type) throw new AppError('entity.filterField', { field }, { field: `${at}/field` });
  if (op !== 'empty') fieldComparable(reading.columns, field, `${at}/field`);
  const refuse = (key: FilterFault) =>
    key === 'entity.filterOp'
      ? new AppError(key, { field, op }, { field: `${at}/op` })
      : new AppError(key, { field }, { field: `${at}/value` });
  return leafCondition({ field, type, op, value, refuse }, reading.asker);
}

function readNode(reading: Reading, source: unknown, at: string, depth: number): FilterNode {
  if (!isObject(source)) throw new AppError('entity.filterSyntax', {}, { field: at });
  const kind = 'and' in source ? 'and' : 'or' in source ? 'or' : null;
  if (kind === null) {
    // The top level of a filter must be a group, even for one condition.
    if (depth === 0) throw new AppError('entity.filterSyntax', {}, { field: at });
    return readLeaf(reading, source, at);
  }
  const parts = source[kind];
  if (!Array.isArray(parts) || Object.keys(source).length > 1)
    throw new AppError('entity.filterSyntax', {}, { field: at });
  if (depth >= MAX_DEPTH) throw new AppError('entity.filterDeep', { limit: MAX_DEPTH }, { field: at });
  const nodes = parts.map((part: unknown, index) =>
    readNode(reading, part, `${at}/${kind}/${index}`, depth + 1),
  );
  // An empty group selects all records, for "or" too.
  return kind === 'and' || nodes.length === 0 ? { and: nodes } : { or: nodes };
}

/**
 * Parses `{"and": [{"field", "op", "value"}, {"or": [...]}]}`, with up to three levels of groups. `at` is the filter's
 * position in the request, for errors.
 */
export const readFilter = (
  columns: Columns,
  source: unknown,
  caller: FilterContext,
  at: string,
): FilterNode => readNode({ columns, asker: caller, count: 0 }, source, at, 0);

/** Parses a filter from JSON text. Null without text. */
export function parseFilter(
  columns: Columns,
  text: string | undefined,
  caller: FilterContext,
  at = '/query/filter',
): FilterNode | null {
  if (!text) return null;
  let source: unknown;
  try {
    source = JSON.parse(text);
  } catch {
    throw new AppError('entity.filterSyntax', {}, { field: at });
  }
  return readFilter(columns, source, caller, at);
}
