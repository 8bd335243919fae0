/**
 * Computes AVG, MAX, MIN, SUM and DIFF, with the same meaning everywhere in the product:
 *
 * - AVG: mean of the recorded values. For variables with `average` = `time`, the mean weighted by time (`timeMean`).
 * - MAX, MIN: of the recorded values.
 * - SUM: of the recorded values. For a counter, its increase, because a sum of readings has no meaning.
 * - DIFF: for a counter, its increase including resets and roll-overs. For an interval variable, its sum. For a gauge,
 *   the last value minus the value at the bucket's start. That is the last value before the start, or else the first
 *   value inside.
 *
 * A bucket without points is null, except for averages weighted by time with a value that is still valid. A difference
 * with a single known point is null. Bad points are not counted. See `calculatedStatistic` for calculated variables.
 */
import { bucketBounds } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { calculatedStatistic } from '../calculation/calculatedStatistic.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { StatisticRequest, StatisticSeries } from '../types.ts';
import { settleRollups } from '../write/rollups/pendingRollups.ts';
import { buildSeries, measuredStatistic } from './measuredStatistic.ts';

/** Maximum number of figures in a response, because it is built and sent in one piece. */
export const MAX_FIGURES = 500_000;

/** Returns the series in the order of `request.variables`. */
export async function statistic(db: Database, request: StatisticRequest): Promise<StatisticSeries[]> {
  const bounds = request.bounds ?? bucketBounds(request, request.bucket, request.zone);
  if (bounds.length * request.variables.length > MAX_FIGURES)
    throw new AppError('telemetry.tooManyFigures', { limit: MAX_FIGURES });
  if (bounds.length === 0) {
    return request.variables.map(({ sn }) => ({ sn, cells: [], value: null, max: null, min: null }));
  }
  await settleRollups(db, request.tenantId, request.variables, bounds.at(-1)!);
  const measured = request.variables.filter((variable) => !isCalculated(variable));
  const bySn = await measuredStatistic(db, request, measured, bounds);
  for (const series of await calculatedStatistic(db, request, request.variables.filter(isCalculated), bounds))
    bySn.set(series.sn, series);
  return request.variables.map(
    (variable) => bySn.get(variable.sn) ?? buildSeries(variable, [], undefined, request, bounds, Date.now()),
  );
}
