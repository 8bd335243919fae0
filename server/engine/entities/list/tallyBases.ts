/** Counts in memory: the number of records for every combination of some values. */
import { LRUCache } from 'lru-cache';
import type { FilterCondition, FilterNode } from './filter.ts';

export interface Bases {
  counts: readonly number[];
  /** The numbers of all combinations. */
  all: readonly number[];
  /** By column: its values, and the index of the value in each combination. */
  columns: ReadonlyMap<string, { values: readonly (string | null)[]; codes: readonly number[] }>;
  /** Earlier counts by their filter, because a user who turns pages sends the same filter again. */
  known: LRUCache<string, number>;
}

const MAX_KNOWN = 1000;

/** `values` are those of each column, a combination at a time, as the database writes them. */
export function makeBases(
  columns: readonly string[],
  counts: readonly number[],
  values: readonly (readonly (string | null)[] | null)[],
): Bases {
  return {
    counts,
    all: [...counts.keys()],
    known: new LRUCache({ max: MAX_KNOWN }),
    columns: new Map(
      columns.map((column, at) => {
        const all = values[at] ?? [];
        const distinct = [...new Set(all)];
        const codes = new Map(distinct.map((value, code) => [value, code]));
        return [column, { values: distinct, codes: all.map((value) => codes.get(value) ?? 0) }];
      }),
    ),
  };
}

/** Returns the same for sums by combination. */
export const sumsBases = (
  columns: readonly string[],
  sums: readonly (readonly [n: number, combination: readonly (string | null)[]])[],
): Bases =>
  makeBases(
    columns,
    sums.map(([n]) => n),
    columns.map((_, at) => sums.map(([, combination]) => combination[at] ?? null)),
  );

/** Types whose values are equal exactly if their texts are equal. */
const EXACT: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);
const LOCAL: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'notIn', 'empty']);

/** Returns whether the filter only compares for equality. The database evaluates orders and patterns. */
export function isFilterLocal(node: FilterNode | null): boolean {
  if (node === null) return true;
  if ('and' in node) return node.and.every(isFilterLocal);
  if ('or' in node) return node.or.every(isFilterLocal);
  return EXACT.has(node.type) && LOCAL.has(node.op);
}

function matchesValue(condition: FilterCondition, value: string | null): boolean {
  switch (condition.op) {
    case 'eq':
      return value === String(condition.value);
    case 'ne':
      return value !== String(condition.value);
    case 'in':
      return condition.value.some((one) => value === String(one));
    case 'notIn':
      return condition.value.every((one) => value !== String(one));
    case 'empty':
      return (value === null || (condition.type === 'string' && value === '')) === condition.value;
    default:
      throw new Error(`${condition.op} is not decided here`);
  }
}

/**
 * Returns the combinations that the filter selects. Every condition checks only those that remain from the previous
 * ones.
 */
function narrowed(
  { columns }: Bases,
  among: readonly number[],
  node: FilterNode,
  columnOf: (field: string) => string,
): readonly number[] {
  const narrow = (left: readonly number[], part: FilterNode): readonly number[] => {
    if ('and' in part) return part.and.reduce(narrow, left);
    if ('or' in part) {
      const any = new Set(part.or.flatMap((one) => narrow(left, one)));
      return left.filter((at) => any.has(at));
    }
    const column = columns.get(columnOf(part.field));
    if (!column) throw new Error(`${part.field} is not tallied`);
    const { codes, values } = column;
    const holds = values.map((value) => matchesValue(part, value));
    return left.filter((at) => holds[codes[at]!]);
  };
  return narrow(among, node);
}

/** Counts the records that the filter selects. `columnOf` names the column of a field. */
export function countBases(
  bases: Bases,
  filter: FilterNode | null,
  columnOf: (field: string) => string = (field) => field,
): number {
  const key = JSON.stringify(filter);
  const known = bases.known.get(key);
  if (known !== undefined) return known;
  const { all } = bases;
  const selected = filter === null ? all : narrowed(bases, all, filter, columnOf);
  const found = selected.reduce((sum, at) => sum + bases.counts[at]!, 0);
  bases.known.set(key, found);
  return found;
}
