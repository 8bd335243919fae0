/**
 * Packs the hours of sealed days: one row per variable and day instead of one per hour. Writers of these variables
 * wait.
 */
import type pg from 'pg';
import { wait } from '../../../platform/timers/wait.ts';
import { int4Array } from '../write/binaryArrays.ts';
import { createHourDays, dayOf, type HourDays } from '../write/rollups/hourDays.ts';
import type { Hour } from '../write/rollups/packHours.ts';
import { runTransaction } from '../write/transaction.ts';

/** Maximum number of variables in a transaction, and of hours in a step. */
const GROUP = 50;
const HOURS_MOST = 5_000;

const NEXT = `
select l.variable_id as id from latest as l
 where l.tenant_id = $1 and l.variable_id > $2 and exists (
   select from rollup_hour as h where h.tenant_id = $1 and h.variable_id = l.variable_id and h.bucket < $3)
 order by 1 limit ${GROUP}`;

const LOCK =
  'select from latest where tenant_id = $1 and variable_id = any($2::int4[]) order by variable_id for update';

const epoch = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
const HOURS = `
select variable_id as id, ${epoch('bucket')} as bucket, n, sum, min, max, first, ${epoch('first_ts')} as "firstTs", last,
    ${epoch('last_ts')} as "lastTs", increase, coalesce(integral, 0) as integral, coalesce(held, 0) as held, hold,
    roll_over as "rollOver", mark::text as mark
  from rollup_hour
 where tenant_id = $1 and variable_id = any($2::int4[]) and bucket < $3 and (variable_id, bucket) > ($4::int4, $5)
 order by variable_id, bucket limit ${HOURS_MOST}`;

const REMOVE = `
delete from rollup_hour as h using unnest($2::int4[], $3::date[]) as u(v, day)
 where h.tenant_id = $1 and h.variable_id = u.v and h.bucket >= u.day::timestamp at time zone 'UTC'
   and h.bucket < (u.day + 1)::timestamp at time zone 'UTC'`;

interface HourRow extends Omit<Hour, 'mark'> {
  id: number;
  hold: number | null;
  rollOver: number | null;
  mark: string | null;
}

interface Page {
  rows: HourRow[];
  /** The last key of the page. Null for the last page. */
  next: readonly [id: number, bucket: number] | null;
}

const isDayOf = (row: HourRow, other: HourRow): boolean =>
  row.id === other.id && dayOf(row.bucket) === dayOf(other.bucket);

/** Reads whole days. A day that does not fit completely belongs to the next page. */
async function readPage(
  client: pg.ClientBase,
  [tenantId, ids, before]: readonly [number, Buffer, Date],
  [id, bucket]: readonly [number, number],
): Promise<Page> {
  const after = Number.isFinite(bucket) ? new Date(bucket) : '-infinity';
  const { rows } = await client.query<HourRow>(HOURS, [tenantId, ids, before, id, after]);
  if (rows.length < HOURS_MOST) return { rows, next: null };
  const last = rows.at(-1)!;
  const whole = rows.filter((row) => !isDayOf(row, last));
  const end = whole.at(-1)!;
  return { rows: whole, next: [end.id, end.bucket] };
}

/** Adds the days that fit into a row. Returns these days. */
function packDays(days: HourDays, tenantId: number, rows: readonly HourRow[]): HourRow[] {
  const byDay = Map.groupBy(rows, ({ id, bucket }) => `${id}/${dayOf(bucket)}`);
  return [...byDay.values()].flatMap((day) => {
    const [first] = day;
    const { id, hold, rollOver } = first!;
    const isOne = day.every((row) => row.hold === hold && row.rollOver === rollOver);
    const hours = day.map(({ mark, ...row }) => ({ ...row, mark: mark === null ? null : BigInt(mark) }));
    return isOne && days.add({ tenantId, id }, hours, { hold, rollOver }) ? [first!] : [];
  });
}

/** Packs some whole days of variables. Returns the last key, after which the next page starts. */
async function packPage(
  client: pg.ClientBase,
  [tenantId, ids, before]: readonly [number, readonly number[], Date],
  place: NonNullable<Page['next']>,
): Promise<Page['next']> {
  const variables = int4Array(ids);
  await client.query(LOCK, [tenantId, variables]);
  const days = createHourDays();
  const page = await readPage(client, [tenantId, variables, before], place);
  const packed = packDays(days, tenantId, page.rows);
  if (packed.length > 0) {
    await days.send(client);
    await client.query(REMOVE, [
      ...[tenantId, int4Array(packed.map(({ id }) => id))],
      packed.map(({ bucket }) => new Date(bucket).toISOString().slice(0, 10)),
    ]);
  }
  return page.next;
}

export interface PackOptions {
  /** Only days that end at or before this UTC midnight are packed. */
  before: Date;
  signal: AbortSignal;
  /** The pause after each step, as a multiple of its duration. */
  rest: number;
}

/** Packs each page in a separate transaction, so that writers of these variables wait only for one page. */
async function packTenant(
  pool: pg.Pool,
  tenantId: number,
  { before, signal, rest }: PackOptions,
): Promise<void> {
  let after: number | undefined = -1;
  while (after !== undefined && !signal.aborted) {
    const { rows }: pg.QueryResult<{ id: number }> = await pool.query(NEXT, [tenantId, after, before]);
    const ids: number[] = rows.map(({ id }) => id);
    let place: Page['next'] = ids.length > 0 ? [0, -Infinity] : null;
    while (place && !signal.aborted) {
      const began = performance.now();
      const from = place;
      let next: Page['next'] = null;
      await runTransaction(pool, async (client) => {
        next = await packPage(client, [tenantId, ids, before], from);
      });
      place = next;
      await wait((performance.now() - began) * rest, signal);
    }
    after = ids.at(-1);
  }
}

/** Packs the hours before the limit. Stops early when the signal aborts, and packed hours remain packed. */
export async function packHoursBefore(pool: pg.Pool, options: PackOptions): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('select id from tenant order by id');
  for (const { id } of rows) {
    if (options.signal.aborted) return;
    await packTenant(pool, id, options);
  }
}
