/** What was measured lately, to go on where the process before left off. */
import { sql } from 'kysely';
import type { Trx } from '../db/index.ts';
import type { PointRule } from './evaluate.ts';
import type { Newest } from './rules.ts';
import type { Point } from './types.ts';

const HOUR_MS = 3_600_000;
const LONGEST_MS = 48 * HOUR_MS;
const MAX_POINTS = 20_000;
/** A last value from longer ago (an import, a device taken away) is history and raises nothing after a start. */
export const LATEST_JUDGED_MS = 24 * HOUR_MS;
/** What was committed and not judged when a process died lies within so long of the newest value. */
const LAST_MOMENT_MS = 60_000;
/** Who was heard so long before the last of all may have had something in the works when the process died. */
const IN_WORKS_MS = 10_000;
/** Points that a device itself calls bad are shown, and say nothing. */
export const BAD = 2;

/**
 * How far back the state of a rule reaches, in milliseconds: twice its delays and its window, and an hour for what
 * reports seldom. 0: the newest value says all.
 */
function past_span({ delayMs, clearMs, condition }: PointRule): number {
  const window = condition.kind === 'rate' ? condition.windowMs : 0;
  const reach = delayMs + clearMs + window;
  return reach === 0 ? 0 : Math.min(2 * reach + HOUR_MS, LONGEST_MS);
}

/**
 * Which points the state of a rule is made of before its newest values are judged; null: none. After a start that is
 * at least the last moment of those that came in last (`lastReceived`): an excursion that ended with the next message
 * was perhaps committed, and never judged.
 */
export function past_window(
  rule: PointRule,
  newest: readonly Newest[],
  now: number,
  lastReceived: number | null,
): Window | null {
  if (newest.length === 0) return null;
  const span = past_span(rule);
  if (span > 0) return { from: now - span, to: now + 1 };
  if (lastReceived === null) return null;
  const last = Math.max(...newest.map(({ ts }) => ts));
  const isInWorks = newest.some(({ receivedAt }) => receivedAt >= lastReceived - IN_WORKS_MS);
  return isInWorks && now - last < LATEST_JUDGED_MS ? { from: last - LAST_MOMENT_MS, to: last + 1 } : null;
}

export type WatchedVariable = Pick<Newest, 'id' | 'sn'>;
type Variables = readonly WatchedVariable[];
type Window = Readonly<{ from: number; to: number }>;

/** The good points of variables, numbers and texts. */
function points_sql(tenantId: number, variables: Variables, window: Window) {
  const [from, to] = [window.from, window.to].map((at) => new Date(at).toISOString());
  const ids = variables.map(({ id }) => id);
  return sql<{ id: number; ts: number; value: number | string }>`
    select v.id, (extract(epoch from p.ts) * 1000)::float8 as ts, to_jsonb(p.value) as value
      from unnest(${ids}::int4[]) as v(id), points_between(${tenantId}, v.id, ${from}, ${to}) p
     where p.quality <> ${BAD}
    union all
    select t.variable_id, (extract(epoch from t.ts) * 1000)::float8, to_jsonb(t.value)
      from text_point t
     where t.tenant_id = ${tenantId} and t.variable_id = any(${ids}::int4[]) and t.ts >= ${from} and t.ts < ${to}`;
}

function points_named(
  rows: readonly { id: number; ts: number; value: number | string }[],
  variables: Variables,
): Point[] {
  const sns = new Map(variables.map(({ id, sn }) => [id, sn]));
  return rows.map(({ id, ts, value }) => ({ sn: sns.get(id) ?? '', ts, value }));
}

/** The points of a window that is short, oldest first. */
export async function points_all(
  trx: Trx,
  tenantId: number,
  variables: Variables,
  window: Window,
): Promise<Point[]> {
  const { rows } = await sql<{ id: number; ts: number; value: number | string }>`
    select * from (${points_sql(tenantId, variables, window)}) found order by ts`.execute(trx);
  return points_named(rows, variables);
}

/** The newest 20,000 points of a window, oldest first. */
export async function points_newest(
  trx: Trx,
  tenantId: number,
  variables: Variables,
  window: Window,
): Promise<Point[]> {
  const { rows } = await sql<{ id: number; ts: number; value: number | string }>`
    select * from (${points_sql(tenantId, variables, window)}) found order by ts desc limit ${MAX_POINTS}`.execute(
    trx,
  );
  return points_named(rows.reverse(), variables);
}
