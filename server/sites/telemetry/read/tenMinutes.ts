/**
 * Ten-minute means in UTC, the basis of power quality. A day is stored up to its last finished hour, and later hours
 * are added. It is computed again if its hours have changed, because of late, corrected or reverted points.
 */
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { runStatements } from '../../../platform/db/tenant.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { TelemetryVariable } from '../types.ts';
import { float8Array, int4Array, readFloat8Array, timestamptzArray } from '../write/binaryArrays.ts';
import { readRawSince } from '../write/rawRetention.ts';
import { settleIds } from '../write/rollups/pendingRollups.ts';
import { selectHours } from './hoursSql.ts';
import { DAY_SLOTS, meansOf, SLOT_MS } from './meanSlots.ts';
import { readSlots } from './slotSums.ts';

export interface MeansRequest {
  tenantId: number;
  variables: readonly TelemetryVariable[];
  /** Half-open window in milliseconds. The result contains the slots that start within it. */
  from: number;
  to: number;
}

export interface Means {
  /** Start of the first slot. */
  start: number;
  /** A mean per slot, in the order of the variables. NaN without data. */
  series: Float64Array[];
}

/** UTC days since 1970. */
type Day = number;

interface StoredDay {
  means: Float64Array;
  slots: number;
}

/** Number of days that are computed in parallel. The database reads one day while the server computes another. */
const BESIDE = 2;

const keyOf = (id: number, day: Day): string => `${id}/${day}`;
const dayStarts = (days: readonly Day[]): Buffer => timestamptzArray(days.map((day) => day * DAY_MS));

/** Additional time for zones whose hours start at half past. */
const HALF_HOUR_MS = HOUR_MS / 2;

/** Returns the latest time before which all hours have ended in any time zone. */
export const endedBefore = (now: number): number => Math.floor((now - HALF_HOUR_MS) / HOUR_MS) * HOUR_MS;

/** Returns the number of means of a day before `until`. */
const slotsBefore = (day: Day, until: number): number =>
  Math.min(DAY_SLOTS, Math.max(0, (until - day * DAY_MS) / SLOT_MS));

interface StampRow {
  id: number;
  day: Day;
  /** The stamp of the hours up to the end of the stored means. */
  kept: string;
  /** The stamp of the hours before the requested time. */
  stamp: string;
  /** Number of its hours with points. */
  hours: number;
}

/** Selects the hours of the day `d` and the hour before it. */
const hoursBeside = (tenantId: number) =>
  selectHours(
    {
      ...{ tenant: tenantId, variable: sql.raw('d.id') },
      lower: sql.raw(`d.start - interval '1 hour'`),
      upper: sql.raw(`d.start + interval '1 day'`),
    },
    ...(['bucket', 'n', 'sum', 'mark'] as const),
  );

/**
 * Reads stamps: numbers that change with the content of a day's hours. In zones whose hours start at half past, an hour
 * may count for two days.
 */
export const selectStamps = (
  tenantId: number,
  { ids, days, until }: { ids: readonly number[]; days: readonly Day[]; until: number },
) => sql<StampRow>`
  select d.id, (date_part('epoch', d.start) / 86400)::int4 as day, s.kept, s.stamp, s.hours
    from (
        select v.id, u.start, u.start + m.slots * interval '10 minutes' as kept_to
          from unnest(${int4Array(ids)}::int4[]) as v(id)
            cross join unnest(${dayStarts(days)}::timestamptz[]) as u(start)
            left join mean_day as m on m.tenant_id = ${tenantId} and m.variable_id = v.id
              and m.day = (u.start at time zone 'UTC')::date
        offset 0) as d,
      lateral (
        select coalesce(bit_xor(h.hash) filter (where h.bucket < d.kept_to), 0)::text as kept,
            coalesce(bit_xor(h.hash) filter (where h.bucket < to_timestamp(${until / 1000})), 0)::text as stamp,
            count(*)::int4 as hours
          from (select bucket, hashfloat8extended(sum, n + date_part('epoch', bucket)::int8)
                # coalesce(hashint8extended(mark, date_part('epoch', bucket)::int8), 0) as hash
            from ${hoursBeside(tenantId)} as hour where bucket > d.start - interval '1 hour') as h) as s`;

interface StoredRow {
  id: number;
  day: Day;
  /** Null if not requested. */
  means: Buffer | null;
  slots: number;
  stamp: string;
}

const storedQuery = (tenantId: number, { ids, days, isRead }: DaysRequest) => sql<StoredRow>`
  select variable_id as id, day - date '1970-01-01' as day, slots, stamp::text as stamp,
      ${isRead ? sql`array_send(means)` : sql`null::bytea`} as means
    from mean_day where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
     and day >= date '1970-01-01' + ${days[0]!}::int4 and day <= date '1970-01-01' + ${days.at(-1)!}::int4`;

interface DayRow {
  id: number;
  day: Day;
  means: Float64Array;
  slots: number;
  stamp: string;
}

function joinMeans(rows: readonly DayRow[], width: number): Float64Array {
  const joined = new Float64Array(rows.length * width);
  for (const [at, { means }] of rows.entries()) joined.set(means, at * width);
  return joined;
}

/** Returns rows as `u`, with `width` means each. */
const unnestRows = (rows: readonly DayRow[], width: number) => sql`(
  select id, date '1970-01-01' + day as day, slots, stamp,
      (${float8Array(joinMeans(rows, width))}::float8[])[(at - 1) * ${width}::int4 + 1 : at * ${width}::int4] as means
    from unnest(${int4Array(rows.map(({ id }) => id))}::int4[], ${int4Array(rows.map(({ day }) => day))}::int4[],
      ${int4Array(rows.map(({ slots }) => slots))}::int4[],
      ${rows.map(({ stamp }) => stamp)}::int8[]) with ordinality as r(id, day, slots, stamp, at)) as u`;

/** Returns the statement that stores days. All rows have the same number of means. */
export const insertMeans = (tenantId: number, rows: readonly DayRow[]): RawBuilder<unknown> => sql`
  insert into mean_day as m (tenant_id, variable_id, day, means, slots, stamp)
  select ${tenantId}::int4, u.id, u.day, u.means, u.slots, u.stamp
    from ${unnestRows(rows, rows[0]!.means.length)}
  on conflict (tenant_id, variable_id, day)
    do update set means = excluded.means, slots = excluded.slots, stamp = excluded.stamp`;

/** Adds means to days with exactly this number of means. Days that another process has extended remain unchanged. */
const addQuery = (tenantId: number, rows: readonly DayRow[], slots: number): RawBuilder<unknown> => sql`
  update mean_day as m set means = m.means[1 : ${slots}::int4] || u.means, slots = u.slots, stamp = u.stamp
    from ${unnestRows(rows, rows[0]!.means.length)}
   where m.tenant_id = ${tenantId} and m.variable_id = u.id and m.day = u.day and m.slots = ${slots}`;

/** The valid means of a variable's day, and the stamp of the finished hours. */
interface OpenDay {
  means: Float64Array;
  stamp: string;
}

/** Days of variables that are computed from the same slot on. */
interface Making {
  day: Day;
  from: number;
  open: Map<number, OpenDay>;
}

/** Adds the means of a day's points to the stored means. Stores the result up to the last finished hour. */
async function makeDay(
  trx: Trx,
  tenantId: number,
  { day, from, open }: Making,
  { until, wanted }: Moments,
): Promise<Map<number, Float64Array>> {
  const ids = [...open.keys()].sort((one, other) => one - other);
  const start = day * DAY_MS;
  const window = { from: start + from * SLOT_MS, to: start + slotsBefore(day, wanted) * SLOT_MS };
  const added = await readSlots(trx, { tenantId, ids, ...window });
  const made = new Map(
    ids.map((id): [number, Float64Array] => {
      const means = new Float64Array(DAY_SLOTS).fill(NaN);
      means.set(open.get(id)!.means.subarray(0, from));
      means.set(meansOf(added.get(id)!), from);
      return [id, means];
    }),
  );
  const slots = slotsBefore(day, until);
  if (slots <= from) return made;
  const rows = ids.map((id) => ({
    ...{ id, day, slots, stamp: open.get(id)!.stamp },
    means: made.get(id)!.subarray(from, slots),
  }));
  await (from === 0 ? insertMeans(tenantId, rows) : addQuery(tenantId, rows, from)).execute(trx);
  return made;
}

/** Full hours, in milliseconds. */
interface Moments {
  /** Earlier hours have ended. Means are stored up to here. */
  until: number;
  /** Means are requested up to here. */
  wanted: number;
}

/** Separates days with sufficient stored means from days whose points must be read. */
function sortDays(
  { kept, stamps, rawSince }: Known,
  { until, wanted }: Moments,
): { found: Map<string, Float64Array>; making: Making[] } {
  const known = new Map(
    kept.map(({ id, day, means, slots, stamp }): [string, StoredDay & { stamp: string }] => [
      keyOf(id, day),
      { means: means ? readFloat8Array(means) : UNREAD, slots, stamp },
    ]),
  );
  const found = new Map<string, Float64Array>();
  const making = new Map<string, Making>();
  for (const { id, day, kept: storedStamp, stamp, hours } of stamps) {
    const key = keyOf(id, day);
    const one = known.get(key);
    const isOver = slotsBefore(day, until) === DAY_SLOTS;
    // A past day without hours has no points.
    if (!one && hours === 0 && isOver) continue;
    // Points deleted by retention cannot be counted again, so their stored means remain.
    const isGone = one !== undefined && (rawSince.get(id) ?? 0) > day * DAY_MS;
    const isValid = isGone || one?.stamp === storedStamp;
    const from = one && isValid ? one.slots : 0;
    if (one && (isGone || from >= slotsBefore(day, wanted))) {
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

const UNREAD = new Float64Array(0);

interface Known {
  kept: readonly StoredRow[];
  stamps: readonly StampRow[];
  rawSince: ReadonlyMap<number, number>;
}

interface DaysRequest {
  ids: readonly number[];
  /** Ascending, without gaps. */
  days: readonly Day[];
  moments: Moments;
  /** False if the days are only updated, without being returned. */
  isRead: boolean;
}

/** Returns the days of a tenant's variables: stored days unchanged, others computed. */
async function readDays(
  db: Database,
  tenantId: number,
  request: DaysRequest,
): Promise<Map<string, Float64Array>> {
  const { ids, days, moments } = request;
  const { until } = moments;
  const known = await db.tenant(tenantId, async (trx): Promise<Known> => {
    const [kept, stamps] = await runStatements<[StoredRow, StampRow]>(
      trx,
      storedQuery(tenantId, request),
      selectStamps(tenantId, { ids, days, until }),
    );
    const rawSince = await readRawSince(trx, tenantId, ids, days[0]! * DAY_MS);
    return { kept, stamps, rawSince };
  });
  const { found, making } = sortDays(known, moments);
  const left = [...making];
  const makeNext = async (): Promise<void> => {
    for (let part = left.shift(); part; part = left.shift()) {
      const next = part;
      const made = await db.tenant(tenantId, (trx) => makeDay(trx, tenantId, next, moments));
      for (const [id, means] of made) found.set(keyOf(id, next.day), means);
    }
  };
  await Promise.all(Array.from({ length: BESIDE }, makeNext));
  return found;
}

const listMeasuredIds = (variables: readonly TelemetryVariable[]): number[] =>
  variables.filter((one) => !isCalculated(one) && one.dataType !== 'text').map(({ id }) => id);

/** Returns the days of a window. */
function daysOf(from: number, to: number): Day[] {
  const [first, last] = [Math.floor(from / DAY_MS), Math.floor((to - 1) / DAY_MS)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Reads means of measured variables. Calculated variables have none. */
export async function readMeans(
  db: Database,
  { tenantId, variables, from, to }: MeansRequest,
  now = Date.now(),
): Promise<Means> {
  const start = Math.ceil(from / SLOT_MS) * SLOT_MS;
  const end = Math.min(to, Math.ceil(now / SLOT_MS) * SLOT_MS);
  const slots = Math.max(0, Math.ceil((end - start) / SLOT_MS));
  const series = variables.map(() => new Float64Array(slots).fill(NaN));
  const ids = listMeasuredIds(variables);
  if (slots === 0 || ids.length === 0) return { start, series };
  await settleIds(db, tenantId, ids, end);
  const days = daysOf(start, end);
  const until = endedBefore(now);
  const moments = { until, wanted: Math.max(until, Math.ceil(end / HOUR_MS) * HOUR_MS) };
  const found = await readDays(db, tenantId, { ids, days, moments, isRead: true });
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

/** Stores the means of all hours that have ended, from the day of `from` on. */
export async function storeRowMeans(
  db: Database,
  { tenantId, variables, from }: Omit<MeansRequest, 'to'>,
  now = Date.now(),
): Promise<void> {
  const until = endedBefore(now);
  const ids = listMeasuredIds(variables);
  if (ids.length === 0 || until <= from) return;
  await settleIds(db, tenantId, ids, until);
  const moments = { until, wanted: until };
  await readDays(db, tenantId, { ids, days: daysOf(from, until), moments, isRead: false });
}
