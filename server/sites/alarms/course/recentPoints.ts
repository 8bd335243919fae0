/** Reads stored points, so that a rule continues where the previous process stopped, or where it last read. */

import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/index.ts';
import { askPoints } from '../../telemetry/read/pointsSql.ts';
import type { Newest } from '../rules.ts';
import type { Point } from '../types.ts';

/** An older last value (an import, a removed device) is history and raises no alarm after a start. */
export const LATEST_JUDGED_MS = 24 * 3_600_000;
/**
 * The time before the newest value, in ms, in which points may have been committed but not judged when a process
 * crashed.
 */
const LAST_MOMENT_MS = 60_000;
/**
 * In ms. A sender whose last message is this much older than the newest may have sent another one that was not stored
 * before the crash.
 */
const IN_WORKS_MS = 10_000;
/** Points that a device itself marks as bad are shown, but not judged. */
export const BAD = 2;

/**
 * Returns the window of the points that are judged after a start, before the newest values are. Null if there is none.
 * It is the last moment of those that arrived last (`lastReceived`). An excursion that ended with the next message may
 * have been committed and never judged.
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

/** Variables whose start times are this close are read together. */
const TOGETHER_MS = 2 * 3_600_000;

/**
 * Returns good points of variables, numbers and texts, of each from its own time on. The first of these times is a
 * constant, so that the planner leaves out the months before it.
 */
function pointsSql(tenantId: number, ids: readonly number[], froms: readonly number[], to: number) {
  const lower = froms.map((start) => new Date(start).toISOString());
  const first = new Date(Math.min(...froms)).toISOString();
  const upper = new Date(to).toISOString();
  return sql<StoredPoint>`
    with v as (select * from unnest(${[...ids]}::int4[], ${lower}::timestamptz[]) as v(id, lower))
    select * from (
      select v.id, (extract(epoch from p.ts) * 1000)::float8 as ts, to_jsonb(p.value) as value
        from v, ${askPoints({ tenant: tenantId, variable: sql.raw('v.id'), lower: first, upper })} p
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

/** Returns the points of each variable from its own time on (epoch milliseconds, by number), oldest first. */
export async function pointsSince(
  trx: Trx,
  tenantId: number,
  since: ReadonlyMap<number, number>,
  to: number,
): Promise<StoredPoint[]> {
  const last = Math.max(...since.values());
  // A variable without a recent point must not cause the others to be read from that far back.
  const parts = [...Map.groupBy(since, ([, from]) => last - from < TOGETHER_MS).values()];
  const found: StoredPoint[] = [];
  for (const part of parts) {
    const [ids, froms] = [part.map(([id]) => id), part.map(([, from]) => from)];
    found.push(...(await pointsSql(tenantId, ids, froms, to).execute(trx)).rows);
  }
  return parts.length > 1 ? found.sort((one, other) => one.ts - other.ts) : found;
}
