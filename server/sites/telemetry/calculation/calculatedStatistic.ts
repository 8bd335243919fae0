/**
 * Statistics of calculated variables.
 *
 * Basis "per point": the statistics of the calculated points, as if they had been recorded (see `calculation`). There
 * are no values for times whose input points were deleted, because a part must not represent the whole.
 *
 * Basis "per period": the formula over the period's statistics of the measured variables. For counters and interval
 * variables, the statistic is the amount. For gauges, it is the requested method. The total is the formula over the
 * totals, not a sum.
 */
import { formulaValue } from '../../../../runtime/core/formula/index.ts';
import { isoLocal } from '../../../../runtime/core/time/timeWindow.ts';
import type { Database } from '../../../platform/db/index.ts';
import { buildSeries, measuredStatistic } from '../read/measuredStatistic.ts';
import type { BucketRow } from '../read/packedBuckets.ts';
import type {
  Calculated,
  Method,
  StatisticCell,
  StatisticRequest,
  StatisticSeries,
  TelemetryVariable,
} from '../types.ts';
import { counterStep } from '../write/counter.ts';
import { addSummary, rulesOf, type Summary, startSummary } from '../write/rollups/rollup.ts';
import { inputsSince, prepareFollower, readInputs } from './calculatedRead.ts';
import { calculatePoints } from './calculation.ts';

/** Collects points in the order of time into rows of buckets, like those of roll-ups. Pure. */
export function collectRows(variable: TelemetryVariable, bounds: readonly number[]) {
  const rules = rulesOf(variable);
  const buckets: { bucket: number; summary: Summary }[] = [];
  let bucket = 0;
  return {
    add(ts: number, value: number): void {
      while (ts >= bounds[bucket + 1]!) bucket += 1;
      const open = buckets.at(-1);
      if (open?.bucket === bucket) addSummary(open.summary, ts, value, rules);
      else buckets.push({ bucket, summary: startSummary(ts, value) });
    },
    rows: (): BucketRow[] =>
      buckets.map(({ bucket: own, summary }, index) => {
        const before = buckets[index - 1]?.summary;
        const step = before ? counterStep(before.last, summary.first, rules.rollOver) : 0;
        return { id: variable.id, bucket: own, ...summary, increase: summary.increase + step };
      }),
  };
}

async function pointStatistic(
  db: Database,
  request: StatisticRequest,
  variable: Calculated,
  bounds: readonly number[],
): Promise<StatisticSeries> {
  return db.tenant(request.tenantId, async (trx) => {
    const since = await inputsSince(trx, variable, bounds[0]!);
    const within = bounds.filter((bound) => bound >= since);
    if (within.length < 2) return seriesBlind(variable, request, bounds);
    const window = { from: within[0]!, to: within.at(-1)! };
    const { follower, carry } = await prepareFollower(trx, variable, window.from);
    const collected = collectRows(variable, within);
    for await (const chunk of readInputs(trx, variable, window))
      for (const [ts, value] of calculatePoints(follower, chunk)) collected.add(ts, value);
    const series = buildSeries(variable, collected.rows(), carry, request, within, Date.now());
    return within.length === bounds.length ? series : seriesBlind(variable, request, bounds, series.cells);
  });
}

/** Returns a series without values for times whose input points were deleted. */
function seriesBlind(
  variable: Calculated,
  request: StatisticRequest,
  bounds: readonly number[],
  cells: readonly StatisticCell[] = [],
): StatisticSeries {
  const blind = buildSeries(variable, [], undefined, request, bounds, Date.now());
  return { ...blind, cells: [...blind.cells.slice(0, blind.cells.length - cells.length), ...cells] };
}

const methodOfInput = ({ kind }: TelemetryVariable, method: Method): Method =>
  kind === 'gauge' ? method : 'DIFF';

/** Computes the figure of a calculated variable from one figure per input. Null if it is unknown. Pure. */
export function periodValue(
  { calculation: { formula, inputs } }: Calculated,
  figureOf: (input: TelemetryVariable) => number | null,
): number | null {
  return formulaValue(formula, new Map(inputs.map((input) => [input.sn, figureOf(input)])));
}

async function periodStatistics(
  db: Database,
  request: StatisticRequest,
  variables: readonly Calculated[],
  bounds: readonly number[],
): Promise<StatisticSeries[]> {
  const inputs = new Map(
    variables.flatMap(({ calculation }) => calculation.inputs).map((input) => [input.sn, input]),
  );
  const byInput = new Map<string, StatisticSeries>();
  for (const [method, group] of Map.groupBy(inputs.values(), (input) => methodOfInput(input, request.method)))
    for (const [sn, series] of await measuredStatistic(db, { ...request, method }, group, bounds))
      byInput.set(sn, series);
  const most = (name: 'max' | 'min') => (input: TelemetryVariable) =>
    byInput.get(input.sn)?.[input.kind === 'gauge' ? name : 'value'] ?? null;
  return variables.map((variable) => ({
    sn: variable.sn,
    cells: bounds.slice(1).map((to, index) => ({
      key: isoLocal(bounds[index]!, request.zone),
      from: bounds[index]!,
      to,
      value: periodValue(variable, ({ sn }) => byInput.get(sn)?.cells[index]?.value ?? null),
    })),
    value: periodValue(variable, ({ sn }) => byInput.get(sn)?.value ?? null),
    max: periodValue(variable, most('max')),
    min: periodValue(variable, most('min')),
  }));
}

export async function calculatedStatistic(
  db: Database,
  request: StatisticRequest,
  variables: readonly Calculated[],
  bounds: readonly number[],
): Promise<StatisticSeries[]> {
  const byPeriod = variables.filter(({ calculation }) => calculation.basis === 'period');
  const series = byPeriod.length > 0 ? await periodStatistics(db, request, byPeriod, bounds) : [];
  for (const variable of variables)
    if (variable.calculation.basis === 'point')
      series.push(await pointStatistic(db, request, variable, bounds));
  return series;
}
