/**
 * Sends buckets as one row per variable. With a row per bucket, both the coordinator of a cluster and this server would
 * handle them one by one.
 */
import { type RawBuilder, sql } from 'kysely';

/**
 * A bucket of a variable; `bucket` counts from 0. Figures that its detail does not include are those of no points: 0,
 * and no lowest or highest value.
 */
export interface BucketRow {
  id: number;
  bucket: number;
  /**
   * With the detail `increase`, `n` and `first` are only in the very first bucket. `min` and `max` are set once for all
   * buckets.
   */
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  /** Growth including the step from the bucket before, but without the step into the first bucket. */
  increase: number;
  /**
   * With the detail `time`: value × seconds and seconds between the bucket's own points, and their first and last time
   * (ms).
   */
  integral?: number;
  held?: number;
  firstTs?: number;
  lastTs?: number;
}

type Column = Exclude<keyof BucketRow, 'id'>;
type Detail = 'sums' | 'increase' | 'order' | 'time';

const SUMS = ['bucket', 'n', 'sum', 'min', 'max'] as const satisfies Column[];
const ORDERED = [...SUMS, 'first', 'last', 'increase'] as const satisfies Column[];
const TIMED = [...ORDERED, 'integral', 'held', 'firstTs', 'lastTs'] as const satisfies Column[];
/** The columns that have a figure for each bucket. */
const EACH: Record<Detail, readonly Column[]> = {
  ...{ sums: SUMS, increase: ['bucket', 'increase'], order: ORDERED, time: TIMED },
};
/** Columns with one figure for the variable, computed from its buckets. */
const ONCE = { n: 'sum', first: 'sum', min: 'min', max: 'max' } as const satisfies Partial<
  Record<Column, string>
>;
type Once = keyof typeof ONCE;
const onceOf = (detail: Detail): Once[] => (detail === 'increase' ? (Object.keys(ONCE) as Once[]) : []);

/**
 * A column is either one number, or a text of numbers separated by commas, where null is empty. It is missing if there
 * is no bucket.
 */
export type PackedBuckets = { id: number } & Partial<Record<Column, string | number | null>>;

const pack = (column: Column): RawBuilder<string> =>
  sql`string_agg(coalesce(${sql.ref(column)}::text, ''), ',') as ${sql.ref(column)}`;
const packOnce = (column: Once): RawBuilder<number> =>
  sql`${sql.raw(ONCE[column])}(${sql.ref(column)})::float8 as ${sql.ref(column)}`;

/** Packs the rows of a query. `tables` contains its common tables, before its last `select`. */
export const packBuckets = (tables: RawBuilder<unknown>, rows: RawBuilder<unknown>, detail: Detail) =>
  sql<PackedBuckets>`${tables}, r as (${rows})
    select id, ${sql.join([...EACH[detail].map(pack), ...onceOf(detail).map(packOnce)])} from r group by id`;

const NOTHING = { n: 0, sum: 0, min: Infinity, max: -Infinity, first: 0, last: 0, increase: 0 };

/** Returns the buckets of a variable in order, or none if it has none. */
export function unpackBuckets(packed: PackedBuckets, detail: Detail): BucketRow[] {
  const { id, bucket: buckets } = packed;
  if (typeof buckets !== 'string') return [];
  const rows = buckets.split(',').map((bucket): BucketRow => ({ id, bucket: Number(bucket), ...NOTHING }));
  for (const name of EACH[detail]) {
    const texts = String(packed[name] ?? '').split(',');
    for (const [index, row] of rows.entries()) row[name] = Number(texts[index]);
  }
  rows.sort((one, other) => one.bucket - other.bucket);
  for (const name of onceOf(detail)) rows[0]![name] = packed[name] as number;
  return rows;
}
