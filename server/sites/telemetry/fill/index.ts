/**
 * Writes a complete history of variables: sealed days, roll-ups and latest values. The result equals that of the write
 * path and the storage job. Only for a completely known history, such as a simulated one.
 */
import type pg from 'pg';
import type { Database } from '../../../platform/db/index.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { TelemetryVariable } from '../types.ts';
import { float8Array, int4Array, textArray, timestamptzArray } from '../write/binaryArrays.ts';
import { createHourDays, dayOf, type HourDays } from '../write/rollups/hourDays.ts';
import { cutOf, ROLLED_UNITS, type RolledUnit, rulesOf } from '../write/rollups/rollup.ts';
import { runTransaction } from '../write/transaction.ts';
import { createRowWriter, type RowWriter, sendRows } from './copyRows.ts';
import { packPoints } from './packPoints.ts';
import { type Bucket, type Calendar, makeCalendar, rollSeries } from './rollSeries.ts';
import { type History, lastOf, tellHistory } from './tellHistory.ts';

const DAY_MS = 86_400_000;
/** Number of variables whose rows are in memory at the same time. */
const GROUP = 4;

const SUMMARY = 'n, sum, min, max, first, first_ts, last, last_ts, increase, integral, held, hold, roll_over';
const BUCKET_COLUMNS = `tenant_id, variable_id, bucket, ${SUMMARY}`;
const DAY_COLUMNS = `tenant_id, variable_id, day, n, slots, start, step, base, scale, apart2, apart4, value2, value4,
  value8, quality`;
const countOf = (columns: string): number => columns.split(',').length;

const INSERT_LATEST = `
insert into latest (tenant_id, variable_id, ts, value, received_at, cut, rolled_to, top)
select $1::int4, v, ts, value, now(), cut, (ts at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC', ts
  from unnest($2::int4[], $3::timestamptz[], $4::float8[], $5::text[]) as u(v, ts, value, cut)
on conflict (tenant_id, variable_id) do nothing
returning variable_id as id`;

/**
 * Locks the variables without a value and returns their histories. Other writers to these variables wait for the
 * commit.
 */
async function fillEmpty(
  client: pg.PoolClient,
  tenantId: number,
  histories: readonly History[],
): Promise<History[]> {
  const { rows } = await client.query<{ id: number }>(INSERT_LATEST, [
    tenantId,
    int4Array(histories.map(({ variable }) => variable.id)),
    timestamptzArray(histories.map((history) => lastOf(history).ts)),
    float8Array(histories.map((history) => lastOf(history).value)),
    textArray(histories.map(({ variable }) => cutOf(variable))),
  ]);
  const ids = new Set(rows.map(({ id }) => id));
  return histories.filter(({ variable }) => ids.has(variable.id));
}

function writeBuckets(writer: RowWriter, variable: TelemetryVariable, rows: readonly Bucket[]): void {
  const { hold, rollOver } = rulesOf(variable);
  const columns = countOf(BUCKET_COLUMNS);
  for (const row of rows) {
    writer.begin(columns);
    writer.int4(variable.tenantId);
    writer.int4(variable.id);
    writer.time(row.bucket);
    writer.int4(row.n);
    for (const value of [row.sum, row.min, row.max, row.first]) writer.float8(value);
    writer.time(row.firstTs);
    writer.float8(row.last);
    writer.time(row.lastTs);
    writer.float8(row.increase);
    writer.float8(hold === null ? null : row.integral);
    writer.float8(hold === null ? null : row.held);
    writer.float8(hold);
    writer.float8(rollOver);
  }
}

function writeDays(writer: RowWriter, { variable, times, values }: History): void {
  const columns = countOf(DAY_COLUMNS);
  for (let start = 0, end = 0; start < times.length; start = end) {
    const day = Math.floor(times[start]! / DAY_MS);
    while (end < times.length && times[end]! < (day + 1) * DAY_MS) end += 1;
    const packed = packPoints(
      times.subarray(start, end).map((ts) => ts - day * DAY_MS),
      values.subarray(start, end),
    );
    writer.begin(columns);
    writer.int4(variable.tenantId);
    writer.int4(variable.id);
    writer.date(day);
    for (const value of [packed.n, packed.slots, packed.start, packed.step]) writer.int4(value);
    writer.float8(packed.base);
    writer.float8(packed.scale);
    writer.array('int2', packed.apart2);
    writer.array('int4', packed.apart4);
    writer.array('int2', packed.value2);
    writer.array('int4', packed.value4);
    writer.array('float8', packed.value8);
    writer.array('int2', packed.quality);
  }
}

/** Writes hours packed by day. The hours of a day that cannot be packed are written as rows. */
function writeHours({ hours, buckets }: Desk, variable: TelemetryVariable, rows: readonly Bucket[]): void {
  for (const day of Map.groupBy(rows, ({ bucket }) => dayOf(bucket)).values()) {
    if (!hours.add(variable, day, rulesOf(variable))) writeBuckets(buckets.hour, variable, day);
  }
}

/** Writers that all groups share, one group after the other. */
interface Desk {
  days: RowWriter;
  hours: HourDays;
  buckets: Record<RolledUnit, RowWriter>;
  calendarOf(zone: string): Calendar;
}

const makeDesk = (): Desk => ({
  days: createRowWriter(),
  hours: createHourDays(),
  buckets: { hour: createRowWriter(), day: createRowWriter(), month: createRowWriter() },
  calendarOf: makeCalendars(),
});

/** Writes one table after the other, so that rows that are read together are stored together. */
async function writeGroup(client: pg.PoolClient, histories: readonly History[], desk: Desk): Promise<void> {
  const { days, hours, buckets, calendarOf } = desk;
  for (const history of histories) {
    const { variable } = history;
    writeDays(days, history);
    const rolled = rollSeries(history, calendarOf(variable.zone), rulesOf(variable));
    writeHours(desk, variable, rolled.hour);
    for (const unit of ['day', 'month'] as const) writeBuckets(buckets[unit], variable, rolled[unit]);
  }
  await sendRows(client, 'points_day', DAY_COLUMNS, days.take());
  await hours.send(client);
  for (const unit of ROLLED_UNITS)
    await sendRows(client, `rollup_${unit}`, BUCKET_COLUMNS, buckets[unit].take());
}

/** Creates partitions outside of the transaction, because the creation blocks other transactions. */
async function ensureMonths({ pool }: Pick<Database, 'pool'>, histories: readonly History[]): Promise<void> {
  const days = new Set(
    histories.flatMap(({ times }) => [...new Set(times.map((ts) => Math.floor(ts / DAY_MS)))]),
  );
  const months = new Set([...days].map((day) => new Date(day * DAY_MS).toISOString().slice(0, 7)));
  for (const month of [...months].sort())
    await pool.query('select points_day_partition($1::date)', [`${month}-01`]);
}

function makeCalendars(): (zone: string) => Calendar {
  const known = new Map<string, Calendar>();
  return (zone) => {
    const calendar = known.get(zone) ?? makeCalendar(zone);
    known.set(zone, calendar);
    return calendar;
  };
}

/**
 * Writes the history of a tenant's variables in one transaction. Variables with existing values are skipped. For
 * `judged` variables every point is announced as live. For the others only the newest is announced.
 */
export async function fillHistory(
  { db, hub }: { db: Pick<Database, 'pool'>; hub: Hub },
  tenantId: number,
  histories: readonly History[],
  judged: ReadonlySet<string>,
): Promise<void> {
  if (histories.length === 0) return;
  await ensureMonths(db, histories);
  const desk = makeDesk();
  let written: History[] = [];
  await runTransaction(db.pool, async (client) => {
    // Sorts in the lock order of all writers.
    const ordered = histories.toSorted((one, other) => one.variable.id - other.variable.id);
    written = await fillEmpty(client, tenantId, ordered);
    for (let start = 0; start < written.length; start += GROUP)
      await writeGroup(client, written.slice(start, start + GROUP), desk);
  });
  tellHistory(hub, tenantId, written, judged);
}
