/** Reads the readings of a counter in and around a span. */
import { sql } from 'kysely';
import type { TimeWindow } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database } from '../../../platform/db/index.ts';
import { askHoursNear } from '../read/hoursSql.ts';
import { selectPoints } from '../read/pointsSql.ts';
import type { TelemetryVariable } from '../types.ts';
import { BAD, BEGINS } from '../write/batch.ts';
import { settleIds } from '../write/rollups/pendingRollups.ts';
import { type CounterReading, READINGS_AHEAD } from './judge.ts';

/** Maximum number of readings that are judged at a time. Longer spans are split into overlapping parts. */
const MOST_READINGS = 20_000;
/**
 * Number of readings before and after a span that affect its judgement, and the number of hours with readings
 * to search.
 */
const AROUND = READINGS_AHEAD + 2;

interface Course {
  /** Each part contains the readings of one meter. */
  parts: CounterReading[][];
  /** Start of the next part, in milliseconds since 1970. Null after the last part. */
  next: number | null;
}

/** Finds the hours around a span that contain enough readings, in milliseconds since 1970. */
async function findBounds(
  db: Database,
  { tenantId, id }: TelemetryVariable,
  { from, to }: TimeWindow,
): Promise<TimeWindow> {
  const hours = (after: boolean) => {
    const at = sql`to_timestamp(${(after ? to : from) / 1000})`;
    const order = sql.raw(after ? 'bucket' : 'bucket desc');
    // Both searches include the hour that contains the time.
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

/** Reads a counter from some readings before a span to some readings after it. */
export async function readCourse(
  db: Database,
  variable: TelemetryVariable,
  span: TimeWindow,
): Promise<Course> {
  const { tenantId, id } = variable;
  await settleIds(db, tenantId, [id], Number.MAX_SAFE_INTEGER / 1000);
  const { from, to } = await findBounds(db, variable, span);
  const points = selectPoints({
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
