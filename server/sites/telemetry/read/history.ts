/** Reads the series of variables over a window, reduced for drawing. */

import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database, Trx } from '../../../platform/db/index.ts';
import { inputsCourse, prepareFollower, readHours } from '../calculation/calculatedRead.ts';
import { calculatePoints, isCalculated } from '../calculation/calculation.ts';
import type { Course } from '../storage/course.ts';
import { countPoints, readCourses } from '../storage/read.ts';
import type { Calculated, HistoryPoint, HistorySeries, TelemetryVariable } from '../types.ts';
import { BAD } from '../write/batch.ts';
import { readRawSince } from '../write/rawRetention.ts';
import { settleRollups } from '../write/rollups/pendingRollups.ts';
import { type Columns, markBad, markHoles, pointsThin, stepUsual } from './downsample.ts';
import { selectHours } from './hoursSql.ts';
import { selectPoints } from './pointsSql.ts';

export interface HistoryRequest {
  tenantId: number;
  variables: readonly TelemetryVariable[];
  from: number;
  to: number;
  maxPoints: number;
}

type NumberPoint = [ts: number, value: number];

/** Number of raw points above which the database reduces them instead of the server. */
const RAW_LIMIT = 50_000;
/** The corresponding limit for all variables of a request together. */
const RAW_TOTAL = 300_000;
/** Number of points from which two connections are faster than one. */
const HALVED_FROM = 20_000;
/** Window length in ms from which hourly roll-ups replace the points. */
const ROLLUP_FROM_MS = 62 * DAY_MS;
/**
 * Window length in ms from which hourly roll-ups replace too many points. Reading millions takes seconds, and hours are
 * fine enough.
 */
const HOURS_FROM_MS = 14 * DAY_MS;
/** Minimum length in ms of missing slices that is drawn as a gap. */
const SLICED_HOLE_MS = 6 * HOUR_MS;

/** `extract` computes with decimals, which would take longer than the rest of an hour's processing. */
const EPOCH = (moment: RawBuilder<unknown>) => sql`round(date_part('epoch', ${moment}) * 1000)`;
const toTimestamp = (ts: number) => sql`to_timestamp(${ts / 1000})`;

const drawnFrom = ({ tenantId, from, to }: HistoryRequest, ids: readonly number[]) => ({
  tenantId,
  ids,
  from,
  to,
});

/** Returns the variables with few enough points to read all of them. */
async function idsReadable(trx: Trx, request: HistoryRequest, ids: readonly number[]) {
  if (ids.length === 0) return { readable: ids, points: 0 };
  const count = (some: readonly number[]) => countPoints(trx, drawnFrom(request, some));
  const points = await count(ids);
  if (points <= (ids.length === 1 ? RAW_LIMIT : RAW_TOTAL)) return { readable: ids, points };
  const readable: number[] = [];
  if (ids.length > 1) for (const id of ids) if ((await count([id])) <= RAW_LIMIT) readable.push(id);
  return { readable, points };
}

/** Reads the raw points of these variables as two halves in parallel. */
async function readHalves(
  db: Database,
  request: HistoryRequest,
  ids: readonly number[],
): Promise<Map<number, Course>> {
  const half = Math.ceil(ids.length / 2);
  const read = (part: readonly number[]) =>
    db.tenant(request.tenantId, (trx) => readCourses(trx, drawnFrom(request, part)));
  const parts = await Promise.all([read(ids.slice(0, half)), read(ids.slice(half))]);
  return new Map(parts.flatMap((courses) => [...courses]));
}

const SLICED = ['bucket', 'first_ts', 'last_ts', 'min', 'max'] as const;

interface SliceRow {
  low: number;
  high: number;
  first: number;
  last: number;
}

/** Returns the lowest and highest values of slices, without their exact times within the slice. */
function slicesPoints(rows: readonly SliceRow[]): NumberPoint[] {
  return rows.flatMap(({ low, high, first, last }): NumberPoint[] =>
    low === high || first === last
      ? [[first, low]]
      : [
          [first, low],
          [last, high],
        ],
  );
}

const sliceWidth = ({ from, to, maxPoints }: Pick<HistoryRequest, 'from' | 'to' | 'maxPoints'>): number =>
  (to - from) / Math.max(1, Math.floor(maxPoints / 2));

const isHourly = (request: Pick<HistoryRequest, 'from' | 'to' | 'maxPoints'>): boolean =>
  sliceWidth(request) >= HOUR_MS || request.to - request.from >= HOURS_FROM_MS;

/**
 * Updates the roll-ups of the hours that a response needs. Short windows use points, but calculated variables need at
 * least the hours before them.
 */
function settleHours(db: Database, request: HistoryRequest): Promise<void> {
  const { tenantId, variables, to } = request;
  return settleRollups(db, tenantId, isHourly(request) ? variables : variables.filter(isCalculated), to);
}

async function readSlices(
  trx: Trx,
  variable: TelemetryVariable,
  request: Pick<HistoryRequest, 'from' | 'to' | 'maxPoints'>,
  hourly: boolean,
): Promise<NumberPoint[]> {
  const { from, to } = request;
  const width = Math.max(sliceWidth(request), hourly ? HOUR_MS : 0);
  const { tenantId: tenant, id } = variable;
  const source = { tenant, variable: id, lower: toTimestamp(from), upper: toTimestamp(to) };
  const slices = hourly
    ? sql`select first_ts as ts, last_ts as until, min as low, max as high
        from ${selectHours({ ...source, lower: toTimestamp(from - HOUR_MS) }, ...SLICED)} as h
       where bucket > ${toTimestamp(from - HOUR_MS)}`
    : sql`select ts, ts as until, value as low, value as high from ${selectPoints(source)} as p
       where quality < ${BAD}`;
  const { rows } = await sql<SliceRow>`
    select min(low) as low, max(high) as high, ${EPOCH(sql`min(ts)`)} as first, ${EPOCH(sql`max(until)`)} as last
      from (${slices}) as s group by floor((${EPOCH(sql`ts`)} - ${from}) / ${width}) order by 3`.execute(trx);
  return slicesPoints(rows);
}

async function readTexts(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
): Promise<HistoryPoint[]> {
  const { rows } = await sql<{ ts: number; value: string }>`
    select ${EPOCH(sql`ts`)} as ts, value from text_point
     where tenant_id = ${variable.tenantId} and variable_id = ${variable.id}
       and ts >= ${toTimestamp(request.from)} and ts < ${toTimestamp(request.to)}
     order by text_point.ts desc limit ${request.maxPoints}`.execute(trx);
  return rows.reverse().map(({ ts, value }) => [ts, value]);
}

/**
 * Returns how long a value is valid without a new value, in ms. A device that reports only changes is silent between
 * them.
 */
function holdOf(variable: TelemetryVariable): number {
  const measured = isCalculated(variable) ? variable.calculation.inputs : [variable];
  return Math.max(0, ...measured.map(({ offlineAfter }) => offlineAfter)) * 1000;
}

/** Reduces points for drawing. Nulls mark missing or bad values. */
function drawPoints(
  good: Columns,
  bad: readonly number[],
  variable: TelemetryVariable,
  { from, to, maxPoints }: Pick<HistoryRequest, 'from' | 'to' | 'maxPoints'>,
): HistoryPoint[] {
  const step = stepUsual(good.times);
  const thin = pointsThin(good, from, to, maxPoints);
  const least = thin.length < good.times.length ? (3 * (to - from)) / maxPoints : 0;
  return markBad(markHoles(thin, step, Math.max(least, holdOf(variable))), bad, least);
}

async function readNumbers(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
  course: Course | undefined,
): Promise<HistoryPoint[]> {
  if (course) {
    const { times, values, quality } = course;
    if (!quality) return drawPoints(course, [], variable, request);
    const isBad = (_: number, index: number): boolean => quality[index]! >= BAD;
    const isGood = (_: number, index: number): boolean => quality[index]! < BAD;
    const good = { times: times.filter(isGood), values: values.filter(isGood) };
    return drawPoints(good, times.filter(isBad), variable, request);
  }
  return drawSlices(variable, await readSlices(trx, variable, request, isHourly(request)));
}

function drawSlices(variable: TelemetryVariable, sliced: readonly NumberPoint[]): HistoryPoint[] {
  const least = Math.max(SLICED_HOLE_MS, holdOf(variable));
  return markHoles(sliced, stepUsual(sliced.map(([ts]) => ts)), least);
}

const listMeasuredIds = (variables: readonly TelemetryVariable[]): number[] =>
  variables
    .flatMap((variable) => (isCalculated(variable) ? variable.calculation.inputs : [variable]))
    .map(({ id }) => id);

type RetainedSince = ReadonlyMap<number, number>;

/**
 * Returns the time from which the raw points of all inputs of a variable exist, in epoch milliseconds.
 * Without deleted points, returns the start of the window.
 */
const retainedSince = (
  variable: TelemetryVariable,
  { from, to }: HistoryRequest,
  retention: RetainedSince,
): number =>
  Math.min(to, Math.max(from, ...listMeasuredIds([variable]).map((id) => retention.get(id) ?? from)));

/** Returns a part of the request, with its share of the points. */
const requestPart = (request: HistoryRequest, from: number, to: number): HistoryRequest => ({
  ...request,
  ...{ from, to },
  maxPoints: Math.max(2, Math.round((request.maxPoints * (to - from)) / (request.to - request.from))),
});

/** Returns the hours for the time whose raw points were deleted. */
async function drawHours(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
): Promise<HistoryPoint[]> {
  if (!isCalculated(variable)) return drawSlices(variable, await readSlices(trx, variable, request, true));
  const { follower } = await prepareFollower(trx, variable, request.from);
  const inputs = await readHours(trx, variable.calculation.inputs, request);
  return drawSlices(variable, [...calculatePoints(follower, inputs)]);
}

/** Reads raw points where they exist. For earlier times, reads hours, which are stored longer. */
async function readCourse(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
  { kept, courses }: { kept: RetainedSince; courses: ReadonlyMap<number, Course> },
): Promise<HistoryPoint[]> {
  const { from, to } = request;
  const isRaw = to - from < ROLLUP_FROM_MS;
  const since = isRaw ? retainedSince(variable, request, kept) : from;
  const early = since > from ? await drawHours(trx, variable, requestPart(request, from, since)) : [];
  if (since >= to) return early;
  const rest = since > from ? requestPart(request, since, to) : request;
  const late = isCalculated(variable)
    ? drawPoints(await readCalculated(trx, variable, rest), [], variable, rest)
    : await readNumbers(trx, variable, rest, courses.get(variable.id));
  return [...early, ...late];
}

/**
 * Computes the points of a calculated variable. If its inputs have too many points, uses the last values of their
 * hours.
 */
async function readCalculated(
  trx: Trx,
  variable: Calculated,
  { from, to }: HistoryRequest,
): Promise<Columns> {
  const { follower } = await prepareFollower(trx, variable, from);
  const { inputs } = variable.calculation;
  const points =
    to - from < ROLLUP_FROM_MS
      ? await inputsCourse(trx, variable, { from, to }, inputs.length * RAW_LIMIT)
      : null;
  const computed = [...calculatePoints(follower, points ?? (await readHours(trx, inputs, { from, to })))];
  return { times: computed.map(([ts]) => ts), values: computed.map(([, value]) => value) };
}

async function drawSeries(
  trx: Trx,
  request: HistoryRequest,
  courses: ReadonlyMap<number, Course>,
): Promise<HistorySeries[]> {
  const kept = await readRawSince(trx, request.tenantId, listMeasuredIds(request.variables), request.from);
  const series: HistorySeries[] = [];
  for (const variable of request.variables) {
    const points =
      variable.dataType === 'text' && !isCalculated(variable)
        ? await readTexts(trx, variable, request)
        : await readCourse(trx, variable, request, { kept, courses });
    series.push({ sn: variable.sn, points });
  }
  return series;
}

/** Returns the ids of the variables that are drawn from points. */
const listDrawnIds = ({ variables, from, to }: HistoryRequest): number[] =>
  to - from >= ROLLUP_FROM_MS
    ? []
    : variables
        .filter((variable) => variable.dataType !== 'text' && !isCalculated(variable))
        .map(({ id }) => id);

/** Returns series in the order of `request.variables`. A null value marks a gap. */
export async function history(db: Database, request: HistoryRequest): Promise<HistorySeries[]> {
  await settleHours(db, request);
  const { tenantId } = request;
  // Usually all data is read in one transaction, because a second transaction is expensive on a cluster.
  const { readable, series } = await db.tenant(tenantId, async (trx) => {
    const { readable, points } = await idsReadable(trx, request, listDrawnIds(request));
    if (points >= HALVED_FROM && readable.length > 1) return { readable, series: null };
    const courses = await readCourses(trx, drawnFrom(request, readable));
    return { readable, series: await drawSeries(trx, request, courses) };
  });
  if (series) return series;
  // A connection must not be occupied while waiting, so the halves are read between two transactions.
  const courses = await readHalves(db, request, readable);
  return db.tenant(tenantId, (trx) => drawSeries(trx, request, courses));
}
