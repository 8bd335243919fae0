/**
 * Sends buckets as one row per variable. With a row per bucket, a cluster's coordinator and this server would process
 * each row separately.
 */
import { type RawBuilder, sql } from 'kysely';

/**
 * A bucket of a variable. `bucket` counts from 0. Figures that are not part of the detail have the values of no points:
 * 0, and no minimum and maximum.
 */
export interface BucketRow {
  id: number;
  bucket: number;
  /**
   * With the detail `increase`, `n` and `first` are only in the first bucket. `min` and `max` are set once for all
   * buckets.
   */
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  last: number;
  /** Growth including the step from the previous bucket. In the first bucket without this step. */
  increase: number;
  /**
   * With the detail `time`: value × seconds, and seconds, between the bucket's own points, and the times of the first
   * and last point (ms).
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
/** Columns with a figure per bucket. */
const EACH: Record<Detail, readonly Column[]> = {
  ...{ sums: SUMS, increase: ['bucket', 'increase'], order: ORDERED, time: TIMED },
};
/** Columns with one figure per variable, computed from its buckets. */
const ONCE = { n: 'sum', first: 'sum', min: 'min', max: 'max' } as const satisfies Partial<
  Record<Column, string>
>;
type Once = keyof typeof ONCE;
const onceOf = (detail: Detail): Once[] => (detail === 'increase' ? (Object.keys(ONCE) as Once[]) : []);

/**
 * A column is a number, or a comma-separated text of numbers with empty entries for null. Missing if there are no
 * buckets.
 */
export type PackedBuckets = { id: number } & Partial<Record<Column, string | number | null>>;

const pack = (column: Column): RawBuilder<string> =>
  sql`string_agg(coalesce(${sql.ref(column)}::text, ''), ',') as ${sql.ref(column)}`;
const packOnce = (column: Once): RawBuilder<number> =>
  sql`${sql.raw(ONCE[column])}(${sql.ref(column)})::float8 as ${sql.ref(column)}`;

/** Packs the rows of a query. `tables` contains the common table expressions before its last `select`. */
export const packBuckets = (tables: RawBuilder<unknown>, rows: RawBuilder<unknown>, detail: Detail) =>
  sql<PackedBuckets>`${tables}, r as (${rows})
    select id, ${sql.join([...EACH[detail].map(pack), ...onceOf(detail).map(packOnce)])} from r group by id`;

const NOTHING = { n: 0, sum: 0, min: Infinity, max: -Infinity, first: 0, last: 0, increase: 0 };

/** Returns the buckets of a variable in order. Empty without buckets. */
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
