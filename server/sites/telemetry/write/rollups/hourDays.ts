/**
 * Hours of sealed days are packed, one row per variable and day. Before one of them is written, the hours of the day
 * are unpacked to rows. All steps run in a transaction that has locked the variables. A reader therefore finds each
 * hour exactly once.
 */
import type pg from 'pg';
import { DAY_MS } from '../../../../../runtime/core/time/timeWindow.ts';
import { createRowWriter, type RowWriter, sendRows } from '../../fill/copyRows.ts';
import { type HourColumn, packedHoursBetween } from '../../read/hoursSql.ts';
import type { BucketKey } from '../batch.ts';
import { int4Array } from '../binaryArrays.ts';
import { type Hour, packHours } from './packHours.ts';
import type { Rules } from './rollup.ts';

export const HOUR_COLUMNS = [
  ...(['bucket', 'n', 'sum', 'min', 'max', 'first', 'first_ts', 'last', 'last_ts', 'increase'] as const),
  ...(['integral', 'held', 'hold', 'roll_over', 'mark'] as const),
] satisfies HourColumn[];

const DAY_COLUMNS = `tenant_id, variable_id, day, slots, start, n, first_at, last_at, base, scale, hold, roll_over,
  value2, value4, value8, sum, increase, integral, held, mark`;
const WIDTH = DAY_COLUMNS.split(',').length;

interface Owner {
  tenantId: number;
  id: number;
}

/** Returns the UTC day of a bucket, counted from 1970. */
export const dayOf = (bucket: number): number => Math.floor(bucket / DAY_MS);

export interface HourDays {
  /** Adds the hours of a day in order. Returns false if they do not fit into a row. */
  add(owner: Owner, hours: readonly Hour[], rules: Rules): boolean;
  /** Writes the added days. None of the days may exist yet. */
  send(client: pg.ClientBase): Promise<void>;
}

export function createHourDays(writer: RowWriter = createRowWriter()): HourDays {
  return {
    add({ tenantId, id }, hours, { hold, rollOver }) {
      const packed = packHours(hours, { hold, rollOver });
      if (!packed) return false;
      writer.begin(WIDTH);
      writer.int4(tenantId);
      writer.int4(id);
      writer.date(dayOf(hours[0]!.bucket));
      writer.int4(packed.slots);
      writer.int4(packed.start);
      for (const list of [packed.n, packed.firstAt, packed.lastAt]) writer.array('int4', list);
      for (const value of [packed.base, packed.scale, hold, rollOver]) writer.float8(value);
      writer.array('int2', packed.value2);
      writer.array('int4', packed.value4);
      for (const list of [packed.value8, packed.sum, packed.increase, packed.integral, packed.held])
        writer.array('float8', list);
      writer.array('int8', packed.mark);
      return true;
    },
    send: (client) => sendRows(client, 'hours_day', DAY_COLUMNS, writer.take()),
  };
}

const DAYS = 'unnest($2::int4[], $3::date[]) as u(v, day)';
const OF_DAYS = 'd.tenant_id = $1 and d.variable_id = u.v and d.day = u.day';

const UNPACK = `
insert into rollup_hour (tenant_id, variable_id, ${HOUR_COLUMNS.join(', ')})
select $1::int4, u.v, h.* from ${DAYS}, ${packedHoursBetween(
  {
    ...{ tenant: '$1', variable: 'u.v' },
    lower: `u.day::timestamp at time zone 'UTC'`,
    upper: `(u.day + 1)::timestamp at time zone 'UTC'`,
  },
  ...HOUR_COLUMNS,
)} as h`;
const FIND = `select u.v as id, u.day::text as day from ${DAYS} join hours_day as d on ${OF_DAYS}`;
const REMOVE = `delete from hours_day as d using ${DAYS} where ${OF_DAYS}`;

interface PackedDay {
  id: number;
  /** Such as `2026-06-30`. */
  day: string;
}

const keysOf = (tenantId: number, days: readonly PackedDay[]) => [
  ...[tenantId, int4Array(days.map(({ id }) => id)), days.map(({ day }) => day)],
];

async function unpackDays(
  client: pg.ClientBase,
  tenantId: number,
  days: readonly PackedDay[],
): Promise<boolean> {
  if (days.length === 0) return false;
  await client.query(UNPACK, keysOf(tenantId, days));
  await client.query(REMOVE, keysOf(tenantId, days));
  return true;
}

/** Unpacks the days of these buckets to rows. Returns false if none of the days is packed. */
export async function unpackHours(
  client: pg.ClientBase,
  tenantId: number,
  buckets: readonly Pick<BucketKey, 'variable' | 'bucket'>[],
): Promise<boolean> {
  const days = new Map(
    buckets.map(({ variable: { id }, bucket }) => {
      const day = new Date(bucket).toISOString().slice(0, 10);
      return [`${id}/${day}`, { id, day }] as const;
    }),
  );
  const { rows } = await client.query<PackedDay>(FIND, keysOf(tenantId, [...days.values()]));
  return unpackDays(client, tenantId, rows);
}

/** Unpacks all hours of a variable from the day of this time on. */
export async function unpackHoursSince(
  client: pg.ClientBase,
  { tenantId, id }: Owner,
  since: number,
): Promise<void> {
  const { rows } = await client.query<PackedDay>(
    `select variable_id as id, day::text as day from hours_day
      where tenant_id = $1 and variable_id = $2 and day >= ($3::timestamptz at time zone 'UTC')::date`,
    [tenantId, id, new Date(since)],
  );
  await unpackDays(client, tenantId, rows);
}
