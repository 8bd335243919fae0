/**
 * Means of ten minutes, by the clock of UTC, as power quality is judged by them. Days that are over are kept; a kept day is
 * made anew when the hours beside it have changed since, because points came late, were corrected or taken back.
 */
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../../../runtime/core/timeWindow.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { runStatements } from '../../../platform/db/tenant.ts';
import { isCalculated } from '../calculation/calculation.ts';
import { readCourses } from '../storage/read.ts';
import type { TelemetryVariable } from '../types.ts';
import { BAD } from '../write/batch.ts';
import { float8Array, int4Array, readArray, timestamptzArray } from '../write/binaryArrays.ts';
import { settleRollups } from '../write/pendingRollups.ts';
import { readRawSince } from '../write/rawRetention.ts';

export const SLOT_MS = 600_000;
export const DAY_SLOTS = DAY_MS / SLOT_MS;

export interface MeansRequest {
  tenantId: number;
  variables: readonly TelemetryVariable[];
  /** Half-open window in milliseconds; the slots that begin in it are answered. */
  from: number;
  to: number;
}

export interface Means {
  /** When the first slot begins. */
  start: number;
  /** In the order of the variables: a mean for each slot, NaN where nothing was recorded. */
  series: Float64Array[];
}

/** Days of UTC, counted from 1970. */
type Day = number;

interface KeptDay {
  means: readonly number[];
  stamp: string;
}

const keyOf = (id: number, day: Day): string => `${id}/${day}`;
const dayStarts = (days: readonly Day[]): Buffer => timestamptzArray(days.map((day) => day * DAY_MS));

/** A number that changes with what the hours of a day hold; hours of zones that begin at a half stand for both days. */
const STAMP = sql`coalesce(bit_xor(hashfloat8extended(sum, n + (extract(epoch from bucket))::int8)), 0)::text`;

/** The stamp of a day without hours. */
const NO_HOURS = '0';

export const askStamps = (tenantId: number, ids: readonly number[], days: readonly Day[]) => sql<{
  id: number;
  day: number;
  stamp: string;
}>`
  select v.id, (extract(epoch from d.start) / 86400)::int4 as day, s.stamp
    from unnest(${int4Array(ids)}::int4[]) as v(id), unnest(${dayStarts(days)}::timestamptz[]) as d(start),
      lateral (select ${STAMP} as stamp from rollup_hour
        where tenant_id = ${tenantId} and variable_id = v.id
          and bucket > d.start - interval '1 hour' and bucket < d.start + interval '1 day') as s`;

const askKept = (tenantId: number, ids: readonly number[], days: readonly Day[]) => sql<{
  id: number;
  day: number;
  means: Buffer;
  stamp: string;
}>`
  select variable_id as id, day - date '1970-01-01' as day, array_send(means) as means, stamp::text as stamp
    from mean_day where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
     and day >= date '1970-01-01' + ${days[0]!}::int4 and day <= date '1970-01-01' + ${days.at(-1)!}::int4`;

/** Folds points into the means of a day: pure. */
export function foldDay(
  start: number,
  {
    times,
    values,
    quality,
  }: { times: readonly number[]; values: readonly number[]; quality: readonly number[] | null },
): number[] {
  const sums = new Float64Array(DAY_SLOTS);
  const counts = new Float64Array(DAY_SLOTS);
  for (let at = 0; at < times.length; at += 1) {
    const slot = Math.floor((times[at]! - start) / SLOT_MS);
    if (slot < 0 || slot >= DAY_SLOTS || (quality && quality[at]! >= BAD)) continue;
    sums[slot]! += values[at]!;
    counts[slot]! += 1;
  }
  return Array.from(sums, (sum, slot) => (counts[slot]! > 0 ? sum / counts[slot]! : NaN));
}

interface DayRow {
  id: number;
  day: Day;
  means: readonly number[];
  stamp: string;
}

/** The statement that keeps days; each row has as many means. */
export const askKeep = (tenantId: number, rows: readonly DayRow[]): RawBuilder<unknown> => sql`
  insert into mean_day as m (tenant_id, variable_id, day, means, stamp)
  select ${tenantId}::int4, u.id, date '1970-01-01' + u.day,
      (${float8Array(rows.flatMap(({ means }) => [...means]))}::float8[])[
        (u.at - 1) * ${DAY_SLOTS}::int4 + 1 : u.at * ${DAY_SLOTS}::int4],
      u.stamp
    from unnest(${int4Array(rows.map(({ id }) => id))}::int4[], ${int4Array(rows.map(({ day }) => day))}::int4[],
      ${rows.map(({ stamp }) => stamp)}::int8[]) with ordinality as u(id, day, stamp, at)
  on conflict (tenant_id, variable_id, day) do update set means = excluded.means, stamp = excluded.stamp`;

/** Computes a day of some variables from their points, and keeps it where it is over. */
async function makeDay(
  trx: Trx,
  tenantId: number,
  day: Day,
  { stamps, isOver }: { stamps: ReadonlyMap<number, string>; isOver: boolean },
): Promise<Map<number, readonly number[]>> {
  const ids = [...stamps.keys()];
  const start = day * DAY_MS;
  const courses = await readCourses(trx, { tenantId, ids, from: start, to: start + DAY_MS });
  const made = new Map(ids.map((id) => [id, foldDay(start, courses.get(id)!)]));
  if (isOver)
    await askKeep(
      tenantId,
      ids.map((id) => ({ id, day, means: made.get(id)!, stamp: stamps.get(id)! })),
    ).execute(trx);
  return made;
}

/** The days of a tenant's variables, kept ones as they are and others made. */
async function readDays(
  db: Database,
  tenantId: number,
  ids: readonly number[],
  days: readonly Day[],
  now: number,
): Promise<Map<string, readonly number[]>> {
  const { kept, stamps, rawSince } = await db.tenant(tenantId, async (trx) => {
    const [kept, stamps] = await runStatements<
      [{ id: number; day: number; means: Buffer; stamp: string }, { id: number; day: number; stamp: string }]
    >(trx, askKept(tenantId, ids, days), askStamps(tenantId, ids, days));
    const rawSince = await readRawSince(trx, tenantId, ids, days[0]! * DAY_MS);
    return { kept, stamps, rawSince };
  });
  const known = new Map(
    kept.map(({ id, day, means, stamp }): [string, KeptDay] => [
      keyOf(id, day),
      { means: readArray(means).map((mean) => mean ?? NaN), stamp },
    ]),
  );
  const found = new Map<string, readonly number[]>();
  const missing = new Map<Day, Map<number, string>>();
  for (const { id, day, stamp } of stamps) {
    const key = keyOf(id, day);
    const one = known.get(key);
    // A day that is over and has no hours has no points.
    if (!one && stamp === NO_HOURS && (day + 1) * DAY_MS <= now) continue;
    // Points that retention deleted cannot be counted anew: the means that were kept stay.
    const isGone = (rawSince.get(id) ?? 0) > day * DAY_MS;
    if (one && (one.stamp === stamp || isGone)) found.set(key, one.means);
    else missing.set(day, (missing.get(day) ?? new Map<number, string>()).set(id, stamp));
  }
  for (const [day, open] of missing) {
    const isOver = (day + 1) * DAY_MS <= now;
    const made = await db.tenant(tenantId, (trx) => makeDay(trx, tenantId, day, { stamps: open, isOver }));
    for (const [id, means] of made) found.set(keyOf(id, day), means);
  }
  return found;
}

/** Reads means of measured variables; those that are calculated have none. */
export async function readMeans(
  db: Database,
  { tenantId, variables, from, to }: MeansRequest,
  now = Date.now(),
): Promise<Means> {
  const start = Math.ceil(from / SLOT_MS) * SLOT_MS;
  const end = Math.min(to, Math.ceil(now / SLOT_MS) * SLOT_MS);
  const slots = Math.max(0, Math.ceil((end - start) / SLOT_MS));
  const series = variables.map(() => new Float64Array(slots).fill(NaN));
  const measured = variables.filter((one) => !isCalculated(one) && one.dataType !== 'text');
  if (slots === 0 || measured.length === 0) return { start, series };
  await settleRollups(db, tenantId, measured, end);
  const [first, last] = [Math.floor(start / DAY_MS), Math.floor((end - 1) / DAY_MS)];
  const days = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const found = await readDays(
    db,
    tenantId,
    measured.map(({ id }) => id),
    days,
    now,
  );
  for (const [at, { id }] of variables.entries())
    for (const day of days) {
      const offset = (day * DAY_MS - start) / SLOT_MS;
      for (const [slot, mean] of (found.get(keyOf(id, day)) ?? []).entries()) {
        const place = offset + slot;
        if (place >= 0 && place < slots) series[at]![place] = mean;
      }
    }
  return { start, series };
}
