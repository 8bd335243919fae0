/**
 * Buckets as they travel: a row for each variable instead of one for each bucket, which the coordinator of a cluster would
 * take in and hand on one by one, and we would read one by one.
 */
import { type RawBuilder, sql } from 'kysely';

/** A bucket of a variable; `bucket` counts from 0. */
export interface BucketRow {
  id: number;
  bucket: number;
  n: number;
  sum: number;
  min: number;
  max: number;
  /** These figures are 0 with the detail `sums`; with `increase` the very first bucket alone has one of these two. */
  first: number;
  last: number;
  /** Growth including the step from the bucket before, without the step into the first one. */
  increase: number;
  /** With the detail `time`: value × seconds and seconds between the bucket's own points, and when these were (ms). */
  integral?: number;
  held?: number;
  firstTs?: number;
  lastTs?: number;
}

type Column = Exclude<keyof BucketRow, 'id'>;

const SUMS = ['bucket', 'n', 'sum', 'min', 'max'] as const satisfies Column[];
const ORDERED = [...SUMS, 'first', 'last', 'increase'] as const satisfies Column[];
const TIMED = [...ORDERED, 'integral', 'held', 'firstTs', 'lastTs'] as const satisfies Column[];
const COLUMNS = { sums: SUMS, increase: ORDERED, order: ORDERED, time: TIMED };

type Detail = keyof typeof COLUMNS;

/** Each column is a text of numbers between commas; what is null is empty. Without a bucket there is none. */
export type PackedBuckets = { id: number } & Partial<Record<Column, string | null>>;

const pack = (column: Column): RawBuilder<string> =>
  sql`string_agg(coalesce(${sql.ref(column)}::text, ''), ',') as ${sql.ref(column)}`;

/** Packs the rows of a question, which begins with its common tables, before its last `select`. */
export const packBuckets = (tables: RawBuilder<unknown>, rows: RawBuilder<unknown>, detail: Detail) =>
  sql<PackedBuckets>`${tables}, r as (${rows})
    select id, ${sql.join(COLUMNS[detail].map(pack))} from r group by id`;

/** Returns the buckets of a variable in order, none of one without any; figures that its detail does not have are 0. */
export function unpackBuckets(packed: PackedBuckets, detail: Detail): BucketRow[] {
  if (packed.bucket === undefined || packed.bucket === null) return [];
  const rows = packed.bucket.split(',').map((bucket): BucketRow => {
    const known = { id: packed.id, bucket: Number(bucket), n: 0, sum: 0, min: 0, max: 0 };
    return { ...known, first: 0, last: 0, increase: 0 };
  });
  for (const name of COLUMNS[detail]) {
    const texts = (packed[name] ?? '').split(',');
    for (const [index, row] of rows.entries()) row[name] = Number(texts[index]);
  }
  return rows.sort((one, other) => one.bucket - other.bucket);
}
