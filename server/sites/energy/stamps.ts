/** Stamps: numbers that change with the roll-ups behind the figures of a station's month. */
import { sql } from 'kysely';
import type { ScopedTrx } from '../../platform/db/index.ts';
import type { TelemetryVariable } from '../telemetry/index.ts';
import { int4Array, timestamptzArray } from '../telemetry/write/binaryArrays.ts';

/** Returns the variable's settings that affect its statistics. */
export const settingsOfVariable = ({ id, unit, kind, rollOver, formula, calculation }: TelemetryVariable) => [
  ...[id, unit, kind, rollOver, formula, calculation?.basis],
  calculation?.inputs.map((input) => [input.id, input.unit, input.kind, input.rollOver]),
];

/** The stamp of a month without roll-ups. */
export const NO_ROLLUPS = '0';

export interface StampedMeter {
  stationSn: string;
  /** The meter itself, or the sources of a calculated meter. */
  inputs: readonly Pick<TelemetryVariable, 'id'>[];
  zone: string;
}

export interface StampTimes {
  /** Start of the first month, of the current month and of the current day. */
  first: number;
  month: number;
  day: number;
}

export interface Stamp {
  stationSn: string;
  /** The first day of the month. */
  month: string;
  stamp: string;
}

/**
 * Reads the stamps. Past months use the roll-ups of months, the current month uses those of its days up to today. Each
 * includes the last value before it, which determines a counter's first growth.
 */
export async function readStamps(
  trx: ScopedTrx,
  tenantId: number,
  meters: readonly StampedMeter[],
  timesOf: (zone: string) => StampTimes,
): Promise<Stamp[]> {
  const lines = meters.flatMap(({ stationSn, inputs, zone }) =>
    inputs.map(({ id }) => ({ stationSn, id, zone, ...timesOf(zone) })),
  );
  if (lines.length === 0) return [];
  const { rows } = await sql<Stamp>`
    with m as (
      select * from unnest(${int4Array(lines.map(({ id }) => id))}::int4[],
        ${lines.map(({ stationSn }) => stationSn)}::text[], ${lines.map(({ zone }) => zone)}::text[],
        ${timestamptzArray(lines.map(({ first }) => first))}::timestamptz[],
        ${timestamptzArray(lines.map(({ month }) => month))}::timestamptz[],
        ${timestamptzArray(lines.map(({ day }) => day))}::timestamptz[])
        as u(id, station_sn, zone, first, month, day)),
    r as (
      select m.*, s.* from m, lateral (
        select bucket, n, sum, increase, r.first as begun, last, mark from rollup_month as r
         where tenant_id = ${tenantId} and variable_id = m.id and bucket < m.month) as s
      union all
      select m.*, s.* from m, lateral (
        select bucket, n, sum, increase, r.first as begun, last, mark from rollup_day as r
         where tenant_id = ${tenantId} and variable_id = m.id and bucket >= m.month and bucket < m.day) as s),
    o as (select *, lag(last) over (partition by station_sn, id order by bucket) as previous from r)
    select station_sn, to_char(bucket at time zone zone, 'YYYY-MM-01') as month,
        bit_xor(hash_record_extended(row(id, bucket, n, sum, increase, begun, last, previous, mark), 0))::text as stamp
      from o where bucket >= first group by 1, 2`.execute(trx);
  return rows;
}
