/** Reads the readings of a counter around a span. */
import { sql } from 'kysely';
import type { TimeWindow } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database } from '../../../platform/db/index.ts';
import { askHoursNear } from '../read/hoursSql.ts';
import { askPoints } from '../read/pointsSql.ts';
import type { TelemetryVariable } from '../types.ts';
import { BAD, BEGINS } from '../write/batch.ts';
import { settleIds } from '../write/rollups/pendingRollups.ts';
import { type CounterReading, READINGS_AHEAD } from './judge.ts';

/** So many readings are judged at a time; what is longer is judged in parts that overlap. */
const MOST_READINGS = 20_000;
/** So many readings before a span and after it decide about it; they are looked for in so many hours with readings. */
const AROUND = READINGS_AHEAD + 2;

interface Course {
  /** Readings of one meter each. */
  parts: CounterReading[][];
  /** The begin of the part that is left to be read, in milliseconds since 1970; null: all was read. */
  next: number | null;
}

/** The hours around a span that hold enough readings, in milliseconds since 1970. */
async function findBounds(
  db: Database,
  { tenantId, id }: TelemetryVariable,
  { from, to }: TimeWindow,
): Promise<TimeWindow> {
  const hours = (after: boolean) => {
    const at = sql`to_timestamp(${(after ? to : from) / 1000})`;
    const order = sql.raw(after ? 'bucket' : 'bucket desc');
    // The hour in which the moment lies is one of both.
    const before = sql`(${at} ${sql.raw(after ? '-' : '+')} interval '${sql.raw(after ? '2 hours' : '1 microsecond')}')`;
    const near = askHoursNear(
      { tenant: tenantId, variable: id, before },
      { isAfter: after, most: 2 * AROUND + 2 },
      ...(['last_ts', 'n'] as const),
    );
    return sql`(select bucket, last_ts, sum(n) over (order by ${order}) - n as had from ${near} as h
      where last_ts >= ${after ? at : sql.raw(`'-infinity'`)} order by ${order} limit ${2 * AROUND})`;
  };
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<{ lower: number | null; upper: number | null }>`
      select (select extract(epoch from min(bucket)) * 1000 from ${hours(false)} as h where had <= ${AROUND})::float8 as lower,
        (select extract(epoch from max(last_ts)) * 1000 from ${hours(true)} as h where had <= ${AROUND})::float8 as upper`.execute(
      trx,
    ),
  );
  const { lower, upper } = rows[0]!;
  return { from: Math.min(lower ?? from, from), to: Math.max(upper ?? to, to) };
}

/** Reads a counter from some readings before a span to some after it. */
export async function readCourse(
  db: Database,
  variable: TelemetryVariable,
  span: TimeWindow,
): Promise<Course> {
  const { tenantId, id } = variable;
  await settleIds(db, tenantId, [id], Number.MAX_SAFE_INTEGER / 1000);
  const { from, to } = await findBounds(db, variable, span);
  const points = askPoints({
    tenant: tenantId,
    variable: id,
    lower: sql`to_timestamp(${from / 1000})`,
    upper: sql`to_timestamp(${(to + 1) / 1000})`,
  });
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql<CounterReading & { quality: number }>`
      select (extract(epoch from p.ts) * 1000)::float8 as ts, p.value, p.quality from ${points} as p
       where p.quality < ${BAD} order by p.ts limit ${MOST_READINGS}`.execute(trx),
  );
  const parts: CounterReading[][] = [[]];
  for (const { ts, value, quality } of rows) {
    if (quality === BEGINS) parts.push([]);
    parts.at(-1)!.push({ ts: Math.round(ts), value });
  }
  const isCut = rows.length === MOST_READINGS;
  return { parts, next: isCut ? Math.round(rows.at(-AROUND)!.ts) : null };
}
