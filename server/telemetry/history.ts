/** The course of variables over a window, thin enough to draw. */
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../runtime/core/timeWindow.ts';
import type { Database, Trx } from '../db/index.ts';
import { holes_mark, points_thin, step_usual } from './downsample.ts';
import type { HistoryPoint, HistorySeries, TelemetryVariable } from './types.ts';

export interface HistoryRequest {
  tenantId: number;
  variables: readonly TelemetryVariable[];
  from: number;
  to: number;
  maxPoints: number;
}

type NumberPoint = [ts: number, value: number];

/** More raw points than this are thinned by the database instead of being carried here. */
const RAW_LIMIT = 50_000;
/** From this length on hourly roll-ups stand for the points. */
const ROLLUP_FROM_MS = 62 * DAY_MS;

const EPOCH = (column: string) => sql`(extract(epoch FROM ${sql.ref(column)}) * 1000)::float8`;
const at = (ts: number) => sql`to_timestamp(${ts / 1000})`;

async function raw_read(
  trx: Trx,
  variable: TelemetryVariable,
  from: number,
  to: number,
): Promise<NumberPoint[] | null> {
  const { rows } = await sql<{ ts: number; value: number }>`
    SELECT ${EPOCH('ts')} AS ts, value FROM points
     WHERE tenant_id = ${variable.tenantId} AND variable_id = ${variable.id} AND ts >= ${at(from)} AND ts < ${at(to)}
     ORDER BY points.ts LIMIT ${RAW_LIMIT + 1}`.execute(trx);
  if (rows.length > RAW_LIMIT) return null;
  return rows.map(({ ts, value }) => [ts, value]);
}

interface SliceRow {
  low: number;
  high: number;
  first: number;
  last: number;
}

/** Lowest and highest value of slices; their exact times inside the slice are not kept. */
function slices_points(rows: readonly SliceRow[]): NumberPoint[] {
  return rows.flatMap(({ low, high, first, last }): NumberPoint[] =>
    low === high || first === last
      ? [[first, low]]
      : [
          [first, low],
          [last, high],
        ],
  );
}

async function slices_read(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
): Promise<NumberPoint[]> {
  const { from, to } = request;
  const width = (to - from) / Math.max(1, Math.floor(request.maxPoints / 2));
  const hourly = width >= HOUR_MS;
  const source = hourly
    ? sql`SELECT first_ts AS ts, last_ts AS until, min AS low, max AS high FROM rollup_hour
       WHERE tenant_id = ${variable.tenantId} AND variable_id = ${variable.id}
         AND bucket > ${at(from - HOUR_MS)} AND bucket < ${at(to)}`
    : sql`SELECT ts, ts AS until, value AS low, value AS high FROM points
       WHERE tenant_id = ${variable.tenantId} AND variable_id = ${variable.id} AND ts >= ${at(from)} AND ts < ${at(to)}`;
  const { rows } = await sql<SliceRow>`
    SELECT min(low) AS low, max(high) AS high, min(${EPOCH('ts')}) AS first, max(${EPOCH('until')}) AS last
      FROM (${source}) AS s GROUP BY floor((${EPOCH('ts')} - ${from}) / ${width}) ORDER BY 3`.execute(trx);
  return slices_points(rows);
}

async function texts_read(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
): Promise<HistoryPoint[]> {
  const { rows } = await sql<{ ts: number; value: string }>`
    SELECT ${EPOCH('ts')} AS ts, value FROM text_point
     WHERE tenant_id = ${variable.tenantId} AND variable_id = ${variable.id}
       AND ts >= ${at(request.from)} AND ts < ${at(request.to)}
     ORDER BY text_point.ts DESC LIMIT ${request.maxPoints}`.execute(trx);
  return rows.reverse().map(({ ts, value }) => [ts, value]);
}

async function numbers_read(
  trx: Trx,
  variable: TelemetryVariable,
  request: HistoryRequest,
): Promise<HistoryPoint[]> {
  const { from, to, maxPoints } = request;
  const raw = to - from < ROLLUP_FROM_MS ? await raw_read(trx, variable, from, to) : null;
  if (raw) {
    const step = step_usual(raw.map(([ts]) => ts));
    const thin = points_thin(raw, from, to, maxPoints);
    return holes_mark(thin, step, thin.length < raw.length ? (3 * (to - from)) / maxPoints : 0);
  }
  const sliced = await slices_read(trx, variable, request);
  return holes_mark(sliced, step_usual(sliced.map(([ts]) => ts)), 6 * HOUR_MS);
}

/** In the order of `request.variables`; a null value marks a hole. */
export async function history(db: Database, request: HistoryRequest): Promise<HistorySeries[]> {
  return db.tenant(request.tenantId, async (trx) => {
    const series: HistorySeries[] = [];
    for (const variable of request.variables) {
      const read = variable.dataType === 'text' ? texts_read : numbers_read;
      series.push({ sn: variable.sn, points: await read(trx, variable, request) });
    }
    return series;
  });
}
