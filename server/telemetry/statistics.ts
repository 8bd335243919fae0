/**
 * What AVG, MAX, MIN, SUM and DIFF mean, everywhere in the product.
 *
 * - AVG, MAX, MIN: of the recorded values.
 * - SUM: of the recorded values; of a counter its increase (the sum of readings means nothing).
 * - DIFF: of a counter its increase, resets included; of an interval variable its sum; of a gauge the last
 *   value minus the value at the bucket's start (the last one before it, else the first one inside).
 *
 * A bucket without a point is null, and so is a difference with a single known point.
 */
import { bucket_bounds, iso_local } from '../../runtime/core/timeWindow.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../http/errors.ts';
import { rollups_rebuild } from './rebuild.ts';
import { counter_step } from './rollup.ts';
import { segments_plan } from './segments.ts';
import { type BucketRow, buckets_read, carries_read, zones_differ } from './statisticsSql.ts';
import type { Method, StatisticCell, StatisticRequest, StatisticSeries, TelemetryVariable } from './types.ts';

type Reading = 'mean' | 'max' | 'min' | 'sum' | 'increase' | 'change';

const READINGS: Record<Method, Record<TelemetryVariable['kind'], Reading>> = {
  AVG: { gauge: 'mean', counter: 'mean', interval: 'mean' },
  MAX: { gauge: 'max', counter: 'max', interval: 'max' },
  MIN: { gauge: 'min', counter: 'min', interval: 'min' },
  SUM: { gauge: 'sum', counter: 'increase', interval: 'sum' },
  DIFF: { gauge: 'change', counter: 'increase', interval: 'sum' },
};

interface Whole {
  n: number;
  sum: number;
  min: number;
  max: number;
}

/** `before` is the last value before the bucket, if any. */
function bucket_value(
  row: BucketRow,
  reading: Reading,
  before: number | undefined,
  isFirst: boolean,
): number | null {
  switch (reading) {
    case 'mean':
      return row.sum / row.n;
    case 'max':
      return row.max;
    case 'min':
      return row.min;
    case 'sum':
      return row.sum;
    case 'increase':
      if (before === undefined) return row.n > 1 ? row.increase : null;
      return row.increase + (isFirst ? counter_step(before, row.first) : 0);
    case 'change':
      if (before === undefined) return row.n > 1 ? row.last - row.first : null;
      return row.last - before;
  }
}

function whole_value(whole: Whole, reading: Reading, values: readonly (number | null)[]): number | null {
  if (whole.n === 0) return null;
  if (reading === 'mean') return whole.sum / whole.n;
  if (reading === 'max') return whole.max;
  if (reading === 'min') return whole.min;
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}

/** One variable's rows (in order, holes missing) as cells and totals. Pure. */
export function series_build(
  variable: Pick<TelemetryVariable, 'sn' | 'kind'>,
  rows: readonly BucketRow[],
  carry: number | undefined,
  request: Pick<StatisticRequest, 'method' | 'zone'>,
  bounds: readonly number[],
): StatisticSeries {
  const reading = READINGS[request.method][variable.kind];
  const values: (number | null)[] = bounds.slice(1).map(() => null);
  const whole: Whole = { n: 0, sum: 0, min: Infinity, max: -Infinity };
  let before = carry;
  for (const [at, row] of rows.entries()) {
    values[row.bucket] = bucket_value(row, reading, before, at === 0);
    before = row.last;
    whole.n += row.n;
    whole.sum += row.sum;
    whole.min = Math.min(whole.min, row.min);
    whole.max = Math.max(whole.max, row.max);
  }
  const cells = values.map((value, at): StatisticCell => {
    const from = bounds[at]!;
    return { key: iso_local(from, request.zone), from, to: bounds[at + 1]!, value };
  });
  return {
    sn: variable.sn,
    cells,
    value: whole_value(whole, reading, values),
    max: whole.n > 0 ? whole.max : null,
    min: whole.n > 0 ? whole.min : null,
  };
}

async function zone_statistic(
  db: Database,
  request: StatisticRequest,
  variables: readonly TelemetryVariable[],
  bounds: readonly number[],
): Promise<StatisticSeries[]> {
  const { tenantId, method } = request;
  const zone = variables[0]!.zone;
  const ids = variables.map(({ id }) => id);
  const segments = segments_plan(bounds, request.bucket, zone);
  const wantsCarry = variables.some(({ kind }) => ['increase', 'change'].includes(READINGS[method][kind]));
  const read = () =>
    db.tenant(tenantId, async (trx) => {
      const moved = await zones_differ(trx, tenantId, ids, zone);
      if (moved.length > 0) return { moved, rows: [], carries: new Map<number, number>() };
      const rows = await buckets_read(trx, tenantId, ids, bounds, segments);
      const carries = wantsCarry
        ? await carries_read(trx, tenantId, ids, bounds[0]!)
        : new Map<number, number>();
      return { moved, rows, carries };
    });
  let answer = await read();
  if (answer.moved.length > 0) {
    const stale = new Set(answer.moved);
    for (const variable of variables.filter(({ id }) => stale.has(id)))
      await rollups_rebuild(db.pool, variable);
    answer = await read();
    if (answer.moved.length > 0) throw new AppError('db.retry');
  }
  const rowsOf = Map.groupBy(answer.rows, ({ id }) => id);
  return variables.map((variable) =>
    series_build(variable, rowsOf.get(variable.id) ?? [], answer.carries.get(variable.id), request, bounds),
  );
}

/** In the order of `request.variables`. */
export async function statistic(db: Database, request: StatisticRequest): Promise<StatisticSeries[]> {
  const bounds = request.bounds ?? bucket_bounds(request, request.bucket, request.zone);
  if (bounds.length === 0) {
    return request.variables.map(({ sn }) => ({ sn, cells: [], value: null, max: null, min: null }));
  }
  const found = new Map<string, StatisticSeries>();
  const numeric = request.variables.filter(({ dataType }) => dataType !== 'text');
  for (const group of Map.groupBy(numeric, ({ zone }) => zone).values()) {
    for (const series of await zone_statistic(db, request, group, bounds)) found.set(series.sn, series);
  }
  return request.variables.map(
    (variable) => found.get(variable.sn) ?? series_build(variable, [], undefined, request, bounds),
  );
}
