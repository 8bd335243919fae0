/**
 * Hours are closed once their raw points were deleted: a point among those that one has counted cannot be counted any
 * more, and is refused. Older or newer points than these (an import of years) still count.
 */
import type { Database } from '../db/index.ts';
import { int4_array, timestamptz_array } from './binaryArrays.ts';
import { isExpirable } from './kept.ts';
import type { ReadyPoint } from './types.ts';

const CLOSED = `
SELECT at::int4 FROM unnest($1::int4[], $2::int4[], $3::timestamptz[]) WITH ORDINALITY AS u(t, v, ts, at)
  JOIN latest AS l ON l.tenant_id = t AND l.variable_id = v AND l.raw_from IS NOT NULL,
  LATERAL (SELECT bucket, last_ts FROM rollup_hour AS h WHERE h.tenant_id = t AND h.variable_id = v AND bucket <= u.ts
    ORDER BY bucket DESC LIMIT 1) AS h
 WHERE h.bucket < l.raw_from AND u.ts <= h.last_ts`;

/** Which of the points lie in closed hours; texts never do. */
export async function closed_find(
  { pool }: Pick<Database, 'pool'>,
  points: readonly ReadyPoint[],
): Promise<ReadonlySet<ReadyPoint>> {
  const old = points.filter(({ ts, value }) => typeof value === 'number' && isExpirable(ts));
  if (old.length === 0) return new Set();
  const { rows } = await pool.query<{ at: number }>(CLOSED, [
    int4_array(old.map(({ variable }) => variable.tenantId)),
    int4_array(old.map(({ variable }) => variable.id)),
    timestamptz_array(old.map(({ ts }) => ts)),
  ]);
  return new Set(rows.map(({ at }) => old[at - 1]!));
}
