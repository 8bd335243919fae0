/** Reads stored points, so that a rule continues after a restart or after its last read. */

import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { selectPoints } from '../../telemetry/read/pointsSql.ts';
import type { Newest } from '../rules.ts';
import type { Point } from '../types.ts';

/** Older last values (an import, a removed device) count as history and raise no alarm after a start. */
export const LATEST_JUDGED_MS = 24 * 3_600_000;
/** Length of the period before the newest value, in ms. A crash may have left committed points in it unevaluated. */
const LAST_MOMENT_MS = 60_000;
/**
 * In ms. A sender is still active if its last message is at most this much older than the newest message. An active
 * sender may have sent a message that was lost in the crash.
 */
const IN_WORKS_MS = 10_000;
/** Quality of points that a device marks as bad. They are shown but not evaluated. */
export const BAD = 2;

/**
 * Returns the period whose points are evaluated after a start, before the newest values. It is the last period of
 * recently active senders (`lastReceived`). An excursion that ended with the next message may have been committed but
 * not evaluated. Null without recent points.
 */
export function momentWindow(newest: readonly Newest[], now: number, lastReceived: number): Window | null {
  if (newest.length === 0) return null;
  const last = Math.max(...newest.map(({ ts }) => ts));
  const isInWorks = newest.some(({ receivedAt }) => receivedAt >= lastReceived - IN_WORKS_MS);
  return isInWorks && now - last < LATEST_JUDGED_MS ? { from: last - LAST_MOMENT_MS, to: last + 1 } : null;
}

export type WatchedVariable = Pick<Newest, 'id' | 'sn'>;
type Variables = readonly WatchedVariable[];
type Window = Readonly<{ from: number; to: number }>;

interface StoredPoint {
  id: number;
  ts: number;
  value: number | string;
}

/** Variables whose start times differ by at most this time, in ms, are read together. */
const TOGETHER_MS = 2 * 3_600_000;

/**
 * Returns good points of variables, numbers and texts, each from its own start time. The earliest start time is a
 * constant, so that the planner skips older months.
 */
function pointsSql(tenantId: number, ids: readonly number[], froms: readonly number[], to: number) {
  const lower = froms.map((start) => new Date(start).toISOString());
  const first = new Date(Math.min(...froms)).toISOString();
  const upper = new Date(to).toISOString();
  return sql<StoredPoint>`
    with v as (select * from unnest(${[...ids]}::int4[], ${lower}::timestamptz[]) as v(id, lower))
    select * from (
      select v.id, (extract(epoch from p.ts) * 1000)::float8 as ts, to_jsonb(p.value) as value
        from v, ${selectPoints({ tenant: tenantId, variable: sql.raw('v.id'), lower: first, upper })} p
       where p.quality <> ${BAD} and p.ts >= v.lower
      union all
      select t.variable_id, (extract(epoch from t.ts) * 1000)::float8, to_jsonb(t.value)
        from v join text_point t on t.variable_id = v.id and t.ts >= v.lower
       where t.tenant_id = ${tenantId} and t.ts < ${upper}) found
     order by ts`;
}

/** Returns the points of a short window, oldest first. */
export async function allPoints(
  trx: Trx,
  tenantId: number,
  variables: Variables,
  { from, to }: Window,
): Promise<Point[]> {
  const sns = new Map(variables.map(({ id, sn }) => [id, sn]));
  const ids = [...sns.keys()];
  const { rows } = await pointsSql(tenantId, ids, Array(ids.length).fill(from), to).execute(trx);
  return rows.map(({ id, ts, value }) => ({ sn: sns.get(id) ?? '', ts, value }));
}

/** Returns the points of each variable from its own start time (epoch milliseconds, by id), oldest first. */
export async function pointsSince(
  trx: Trx,
  tenantId: number,
  since: ReadonlyMap<number, number>,
  to: number,
): Promise<StoredPoint[]> {
  const last = Math.max(...since.values());
  // A variable without recent points must not cause a long read for the others.
  const parts = [...Map.groupBy(since, ([, from]) => last - from < TOGETHER_MS).values()];
  const found: StoredPoint[] = [];
  for (const part of parts) {
    const [ids, froms] = [part.map(([id]) => id), part.map(([, from]) => from)];
    found.push(...(await pointsSql(tenantId, ids, froms, to).execute(trx)).rows);
  }
  return parts.length > 1 ? found.sort((one, other) => one.ts - other.ts) : found;
}
