/**
 * Means of ten minutes, by the clock of UTC, as power quality is judged by them. A day is kept as far as its hours have
 * ended, and what came since is added; it is made anew when the hours beside it have changed, because points came late,
 * were corrected or taken back.
 */
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../../runtime/core/timeWindow.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { runStatements } from '../../../platform/db/tenant.ts';
import { isCalculated } from '../calculation/calculation.ts';
import { readCourses } from '../storage/read.ts';
import type { TelemetryVariable } from '../types.ts';
import { float8Array, int4Array, readFloat8Array, timestamptzArray } from '../write/binaryArrays.ts';
import { settleRollups } from '../write/pendingRollups.ts';
import { readRawSince } from '../write/rawRetention.ts';
import { DAY_SLOTS, foldMeans, SLOT_MS } from './meanSlots.ts';

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
  means: Float64Array;
  slots: number;
}

/** Days that are made beside each other: the database reads one while the means of another are counted. */
const BESIDE = 2;

const keyOf = (id: number, day: Day): string => `${id}/${day}`;
const dayStarts = (days: readonly Day[]): Buffer => timestamptzArray(days.map((day) => day * DAY_MS));

/** Hours of zones that begin at a half are over so much later. */
const HALF_HOUR_MS = HOUR_MS / 2;

/** Hours that began before this moment have ended, on the clock of any zone. */
export const endedBefore = (now: number): number => Math.floor((now - HALF_HOUR_MS) / HOUR_MS) * HOUR_MS;

/** So many means of a day lie before `until`. */
const slotsBefore = (day: Day, until: number): number =>
  Math.min(DAY_SLOTS, Math.max(0, (until - day * DAY_MS) / SLOT_MS));

interface StampRow {
  id: number;
  day: Day;
  /** The stamp of the hours up to the end of what is kept. */
  kept: string;
  /** The stamp of the hours before the moment that was asked for. */
  stamp: string;
  /** The number of its hours in which points came. */
  hours: number;
}

/**
 * Numbers that change with what the hours of days hold. Hours of zones that begin at a half stand for both days.
 */
export const askStamps = (
  tenantId: number,
  { ids, days, until }: { ids: readonly number[]; days: readonly Day[]; until: number },
) => sql<StampRow>`
  select v.id, (extract(epoch from d.start) / 86400)::int4 as day, s.kept, s.stamp, s.hours
    from unnest(${int4Array(ids)}::int4[]) as v(id)
      cross join unnest(${dayStarts(days)}::timestamptz[]) as d(start)
      left join mean_day as m on m.tenant_id = ${tenantId} and m.variable_id = v.id
        and m.day = (d.start at time zone 'UTC')::date,
      lateral (
        select coalesce(bit_xor(h.hash) filter
              (where h.bucket < d.start + m.slots * interval '10 minutes'), 0)::text as kept,
            coalesce(bit_xor(h.hash) filter (where h.bucket < to_timestamp(${until / 1000})), 0)::text as stamp,
            count(*)::int4 as hours
          from (select bucket, hashfloat8extended(sum, n + (extract(epoch from bucket))::int8) as hash
            from rollup_hour where tenant_id = ${tenantId} and variable_id = v.id
              and bucket > d.start - interval '1 hour' and bucket < d.start + interval '1 day') as h) as s`;

interface KeptRow {
  id: number;
  day: Day;
  means: Buffer;
  slots: number;
  stamp: string;
}

const askKept = (tenantId: number, ids: readonly number[], days: readonly Day[]) => sql<KeptRow>`
  select variable_id as id, day - date '1970-01-01' as day, array_send(means) as means, slots, stamp::text as stamp
    from mean_day where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
     and day >= date '1970-01-01' + ${days[0]!}::int4 and day <= date '1970-01-01' + ${days.at(-1)!}::int4`;

interface DayRow {
  id: number;
  day: Day;
  means: Float64Array;
  slots: number;
  stamp: string;
}

function joinDays(rows: readonly DayRow[]): Float64Array {
  const joined = new Float64Array(rows.length * DAY_SLOTS);
  for (const [at, { means }] of rows.entries()) joined.set(means, at * DAY_SLOTS);
  return joined;
}

/** The statement that keeps days; each row has as many means. */
export const askKeep = (tenantId: number, rows: readonly DayRow[]): RawBuilder<unknown> => sql`
  insert into mean_day as m (tenant_id, variable_id, day, means, slots, stamp)
  select ${tenantId}::int4, u.id, date '1970-01-01' + u.day,
      (${float8Array(joinDays(rows))}::float8[])[
        (u.at - 1) * ${DAY_SLOTS}::int4 + 1 : u.at * ${DAY_SLOTS}::int4],
      u.slots, u.stamp
    from unnest(${int4Array(rows.map(({ id }) => id))}::int4[], ${int4Array(rows.map(({ day }) => day))}::int4[],
      ${int4Array(rows.map(({ slots }) => slots))}::int4[],
      ${rows.map(({ stamp }) => stamp)}::int8[]) with ordinality as u(id, day, slots, stamp, at)
  on conflict (tenant_id, variable_id, day)
    do update set means = excluded.means, slots = excluded.slots, stamp = excluded.stamp`;

/** A variable has these means that still hold, and this stamp of the hours that have ended. */
interface OpenDay {
  means: Float64Array;
  stamp: string;
}

/** Days of variables that are made from the same slot on. */
interface Making {
  day: Day;
  from: number;
  open: Map<number, OpenDay>;
}

/** Adds to what is kept of a day what its points say, and keeps it as far as its hours have ended. */
async function makeDay(
  trx: Trx,
  tenantId: number,
  { day, from, open }: Making,
  until: number,
): Promise<Map<number, Float64Array>> {
  const ids = [...open.keys()].sort((one, other) => one - other);
  const start = day * DAY_MS;
  const window = { from: start + from * SLOT_MS, to: start + DAY_MS };
  const courses = await readCourses(trx, { tenantId, ids, ...window });
  const made = new Map(
    ids.map((id): [number, Float64Array] => {
      const means = new Float64Array(DAY_SLOTS);
      means.set(open.get(id)!.means.subarray(0, from));
      means.set(foldMeans(window.from, DAY_SLOTS - from, courses.get(id)!), from);
      return [id, means];
    }),
  );
  const slots = slotsBefore(day, until);
  if (slots > from)
    await askKeep(
      tenantId,
      ids.map((id) => ({
        ...{ id, day, slots, stamp: open.get(id)!.stamp },
        means: made.get(id)!.slice().fill(NaN, slots),
      })),
    ).execute(trx);
  return made;
}

/** Sorts the days of variables into those that are kept whole and those that points are read for. */
function sortDays(
  { kept, stamps, rawSince }: Known,
  until: number,
): { found: Map<string, Float64Array>; making: Making[] } {
  const known = new Map(
    kept.map(({ id, day, means, slots, stamp }): [string, KeptDay & { stamp: string }] => [
      keyOf(id, day),
      { means: readFloat8Array(means), slots, stamp },
    ]),
  );
  const found = new Map<string, Float64Array>();
  const making = new Map<string, Making>();
  for (const { id, day, kept: keptStamp, stamp, hours } of stamps) {
    const key = keyOf(id, day);
    const one = known.get(key);
    const isOver = slotsBefore(day, until) === DAY_SLOTS;
    // A day that is over and has no hours has no points.
    if (!one && hours === 0 && isOver) continue;
    // Points that retention deleted cannot be counted anew: the means that were kept stay.
    const isGone = one !== undefined && (rawSince.get(id) ?? 0) > day * DAY_MS;
    const holds = isGone || one?.stamp === keptStamp;
    const from = one && holds ? one.slots : 0;
    if (one && (isGone || from === DAY_SLOTS)) {
      found.set(key, one.means);
      continue;
    }
    const group = `${day}/${from}`;
    const part = making.get(group) ?? { day, from, open: new Map<number, OpenDay>() };
    part.open.set(id, { means: one?.means ?? new Float64Array(0), stamp });
    making.set(group, part);
  }
  return { found, making: [...making.values()] };
}

interface Known {
  kept: readonly KeptRow[];
  stamps: readonly StampRow[];
  rawSince: ReadonlyMap<number, number>;
}

/** The days of a tenant's variables, kept ones as they are and others made. */
async function readDays(
  db: Database,
  tenantId: number,
  { ids, days, now }: { ids: readonly number[]; days: readonly Day[]; now: number },
): Promise<Map<string, Float64Array>> {
  const until = endedBefore(now);
  const known = await db.tenant(tenantId, async (trx): Promise<Known> => {
    const [kept, stamps] = await runStatements<[KeptRow, StampRow]>(
      trx,
      askKept(tenantId, ids, days),
      askStamps(tenantId, { ids, days, until }),
    );
    const rawSince = await readRawSince(trx, tenantId, ids, days[0]! * DAY_MS);
    return { kept, stamps, rawSince };
  });
  const { found, making } = sortDays(known, until);
  const left = [...making];
  const makeNext = async (): Promise<void> => {
    for (let part = left.shift(); part; part = left.shift()) {
      const next = part;
      const made = await db.tenant(tenantId, (trx) => makeDay(trx, tenantId, next, until));
      for (const [id, means] of made) found.set(keyOf(id, next.day), means);
    }
  };
  await Promise.all(Array.from({ length: BESIDE }, makeNext));
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
  const found = await readDays(db, tenantId, { ids: measured.map(({ id }) => id), days, now });
  for (const [at, { id }] of variables.entries())
    for (const day of days) {
      const means = found.get(keyOf(id, day));
      if (!means) continue;
      const offset = (day * DAY_MS - start) / SLOT_MS;
      const first = Math.max(0, -offset);
      series[at]!.set(means.subarray(first, Math.max(first, slots - offset)), offset + first);
    }
  return { start, series };
}
