/** Counts in memory, from the number of records for every combination of some fields' values. */
import { LRUCache } from 'lru-cache';
import type { FilterCondition, FilterNode } from './filter.ts';

export interface Bases {
  counts: readonly number[];
  /** The indexes of all combinations. */
  all: readonly number[];
  /** By column: its different values, and the index of the value for each combination. */
  columns: ReadonlyMap<string, { values: readonly (string | null)[]; codes: readonly number[] }>;
  /** Cached counts by filter, because a user who turns pages repeats the same filter. */
  known: LRUCache<string, number>;
}

const MAX_KNOWN = 1000;

/** `values` contains an array for each column, with its value in each combination as database text. */
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

/** Returns bases from sums by combination. */
export const sumsBases = (
  columns: readonly string[],
  sums: readonly (readonly [n: number, combination: readonly (string | null)[]])[],
): Bases =>
  makeBases(
    columns,
    sums.map(([n]) => n),
    columns.map((_, at) => sums.map(([, combination]) => combination[at] ?? null)),
  );

/** Types whose values are equal if and only if their texts are equal. */
const EXACT: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);
const LOCAL: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'notIn', 'empty']);

/** Returns whether the filter only tests equality. Comparisons by order and patterns are left to the database. */
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
 * Returns the combinations that the filter selects. Each condition only checks the combinations left by the previous
 * conditions.
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
    const matches = values.map((value) => matchesValue(part, value));
    return left.filter((at) => matches[codes[at]!]);
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
