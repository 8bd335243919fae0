/**
 * Answers AVG, MAX, MIN, SUM and DIFF, which mean the same everywhere in the product:
 *
 * - AVG: of the recorded values; where the variable says so (`average` is `time`) the integral of its value over the
 *   time for which it is known, as `timeMean` defines it.
 * - MAX, MIN: of the recorded values.
 * - SUM: of the recorded values; of a counter its increase (the sum of readings means nothing).
 * - DIFF: of a counter its increase, resets and roll-overs included; of an interval variable its sum; of a gauge the
 *   last value minus the value at the bucket's start (the last one before it, else the first one inside).
 *
 * A bucket without a point is null (but a value that still holds has an average by time), and so is a difference with
 * a single known point. Bad points count nowhere. Calculated variables: `calculatedStatistic`.
 */
import { bucketBounds } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database } from '../../../platform/db/index.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { calculatedStatistic } from '../calculation/calculatedStatistic.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { StatisticRequest, StatisticSeries } from '../types.ts';
import { settleRollups } from '../write/rollups/pendingRollups.ts';
import { buildSeries, measuredStatistic } from './measuredStatistic.ts';

/** Largest number of figures in one answer, because an answer is built and written in one go. */
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
