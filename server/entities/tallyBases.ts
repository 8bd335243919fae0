/** Counting within the server: how many records there are of every combination of some values. */
import type { FilterCondition, FilterNode } from './filter.ts';

export interface Bases {
  counts: readonly number[];
  /** By column: its values, and which of them each combination has. */
  columns: ReadonlyMap<string, { values: readonly (string | null)[]; codes: readonly number[] }>;
  /** What was counted before, by its filter: one who turns pages asks the same again. */
  known: Map<string, number>;
}

const MAX_KNOWN = 1000;

/** `values` are those of each column, a combination at a time, as the database writes them. */
export function bases_make(
  columns: readonly string[],
  counts: readonly number[],
  values: readonly (readonly (string | null)[] | null)[],
): Bases {
  return {
    counts,
    known: new Map(),
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

/** Types whose values are equal exactly when they are written alike. */
const EXACT: ReadonlySet<string> = new Set(['string', 'boolean', 'integer']);
const LOCAL: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'notIn', 'empty']);

/** Whether the filter only asks which values are the same; what needs an order or a pattern is the database's. */
export function filter_isLocal(node: FilterNode | null): boolean {
  if (node === null) return true;
  if ('and' in node) return node.and.every(filter_isLocal);
  if ('or' in node) return node.or.every(filter_isLocal);
  return EXACT.has(node.type) && LOCAL.has(node.op);
}

function value_holds(condition: FilterCondition, value: string | null): boolean {
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

type Test = (combination: number) => boolean;

function test_make(columns: Bases['columns'], node: FilterNode, column_of: (field: string) => string): Test {
  if ('and' in node) {
    const tests = node.and.map((part) => test_make(columns, part, column_of));
    return (at) => tests.every((test) => test(at));
  }
  if ('or' in node) {
    const tests = node.or.map((part) => test_make(columns, part, column_of));
    return (at) => tests.some((test) => test(at));
  }
  const column = columns.get(column_of(node.field));
  if (!column) throw new Error(`${node.field} is not tallied`);
  const { codes } = column;
  const holds = column.values.map((value) => value_holds(node, value));
  return (at) => holds[codes[at]!]!;
}

/** How many records the filter selects. `column_of` is the column of a field. */
export function bases_count(
  bases: Bases,
  filter: FilterNode | null,
  column_of: (field: string) => string = (field) => field,
): number {
  const key = JSON.stringify(filter);
  const known = bases.known.get(key);
  if (known !== undefined) return known;
  const test: Test = filter === null ? () => true : test_make(bases.columns, filter, column_of);
  const found = bases.counts.reduce((sum, n, at) => (test(at) ? sum + n : sum), 0);
  if (bases.known.size >= MAX_KNOWN) bases.known.clear();
  bases.known.set(key, found);
  return found;
}
