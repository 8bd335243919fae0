/** Reads the raw points of the inputs of calculated variables. */
import { sql } from 'kysely';
import { DAY_MS } from '../../../../runtime/core/time/timeWindow.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { selectHours } from '../read/hoursSql.ts';
import { type Carry, selectCarries } from '../read/statisticsSql.ts';
import { countPoints, readCourses } from '../storage/read.ts';
import type { Calculated, TelemetryVariable } from '../types.ts';
import { BAD } from '../write/batch.ts';
import { int4Array } from '../write/binaryArrays.ts';
import { readRawSince } from '../write/rawRetention.ts';
import { calculationNow, type Follower, type InputPoint, makeFollower } from './calculation.ts';

/** Maximum number of points that a statistic evaluates one by one. */
const MAX_POINTS = 2_000_000;
const CHUNK_MS = 31 * DAY_MS;

interface Window {
  from: number;
  to: number;
}

/** Reads the last good number of each measured variable before a time, from final roll-ups. */
export async function valuesBefore(
  trx: Trx,
  variables: readonly TelemetryVariable[],
  before: number,
): Promise<Map<number, Carry>> {
  const carries = new Map<number, Carry>();
  for (const [zone, group] of Map.groupBy(variables, (variable) => variable.zone)) {
    const rows = await runStatement(trx, selectCarries(group[0]!.tenantId, group, before, zone));
    for (const { id, ts, value } of rows) carries.set(id, { ts, value });
  }
  return carries;
}

/** Reads the good points of all inputs in the order of time. Null above `most` points. */
async function readPoints(
  trx: Trx,
  inputs: readonly TelemetryVariable[],
  { from, to }: Window,
  most: number,
): Promise<InputPoint[] | null> {
  if (inputs.length === 0) return [];
  const request = { tenantId: inputs[0]!.tenantId, ids: inputs.map(({ id }) => id), from, to };
  if ((await countPoints(trx, request)) > most) return null;
  const courses = await readCourses(trx, request);
  const points = inputs.flatMap(({ id, sn }) => {
    const { times, values, quality } = courses.get(id)!;
    return times.flatMap((ts, index) =>
      (quality?.[index] ?? 0) < BAD ? [{ sn, ts, value: values[index]! }] : [],
    );
  });
  return points.sort((a, b) => a.ts - b.ts);
}

export interface Prepared {
  follower: Follower;
  /** The last calculated point before the window. */
  carry: Carry | undefined;
}

/** Prepares a follower with the values before the window. */
export async function prepareFollower(
  trx: Trx,
  { calculation }: Calculated,
  from: number,
): Promise<Prepared> {
  const before = await valuesBefore(trx, calculation.inputs, from);
  const follower = makeFollower(calculation);
  for (const { id, sn } of calculation.inputs) {
    const last = before.get(id);
    if (last) follower.note(sn, last.ts, last.value);
  }
  const last = calculationNow(calculation, ({ id }) => before.get(id) ?? null);
  return { follower, carry: last && last.value !== null ? { ts: last.ts, value: last.value } : undefined };
}

/**
 * Returns the time from which the points of all inputs are complete, in epoch milliseconds. Without deleted
 * points, returns `from`.
 */
export async function inputsSince(
  trx: Trx,
  { tenantId, calculation: { inputs } }: Calculated,
  from: number,
): Promise<number> {
  const ids = inputs.map(({ id }) => id);
  return Math.max(from, ...(await readRawSince(trx, tenantId, ids, from)).values());
}

/** Reads the points of the inputs in the order of time, month by month. Throws if there are too many points. */
export async function* readInputs(
  trx: Trx,
  { calculation: { inputs } }: Calculated,
  { from, to }: Window,
): AsyncGenerator<InputPoint[]> {
  if (inputs.length === 0) return;
  let left = MAX_POINTS;
  for (let start = from; start < to; start += CHUNK_MS) {
    const chunk = await readPoints(trx, inputs, { from: start, to: Math.min(to, start + CHUNK_MS) }, left);
    left -= chunk?.length ?? 0;
    if (!chunk) throw new AppError('telemetry.tooManyPoints', { limit: MAX_POINTS });
    yield chunk;
  }
}

/** Reads all points of the inputs in a short window. Null above `most` points. */
export const inputsCourse = (trx: Trx, variable: Calculated, window: Window, most: number) =>
  readPoints(trx, variable.calculation.inputs, window, most);

/** Reads the last value of each hour of the inputs, with its own time. */
export async function readHours(
  trx: Trx,
  inputs: readonly TelemetryVariable[],
  { from, to }: Window,
): Promise<InputPoint[]> {
  if (inputs.length === 0) return [];
  const sns = new Map(inputs.map(({ id, sn }) => [id, sn]));
  const hours = selectHours(
    {
      ...{ tenant: inputs[0]!.tenantId, variable: sql.raw('v.id') },
      ...{ lower: sql`to_timestamp(${from / 1000})`, upper: sql`to_timestamp(${to / 1000})` },
    },
    ...(['last', 'last_ts'] as const),
  );
  const { rows } = await sql<{ id: number; ts: number; value: number }>`
    select v.id, round(date_part('epoch', h.last_ts) * 1000) as ts, h.last as value
      from unnest(${int4Array([...sns.keys()])}::int4[]) as v(id), ${hours} as h order by h.last_ts`.execute(
    trx,
  );
  return rows.map(({ id, ts, value }) => ({ sn: sns.get(id)!, ts, value }));
}
