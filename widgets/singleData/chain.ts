/** Compares this period with the last one: the needs and the result. */
import type { SingleDataConfig } from '../../generated/types.ts';
import { type Change, changeBetween } from '../../runtime/board/widget/change.ts';
import { periodLast, periodLastSoFar, periodSoFar } from '../../runtime/board/widget/period.ts';
import { statisticRows } from '../../runtime/board/widget/reading.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';
import type { PeriodType } from '../../runtime/core/time/timeWindow.ts';

type ChainType = NonNullable<SingleDataConfig['chainType']>;
export const DEFAULT_CHAIN = 'MONTH';

/** V082: disabled options remain valid in stored widgets (decision 22). They compare months. */
export const CHAIN_PERIOD: Record<ChainType, PeriodType> = {
  DAY: 'DAY',
  MONTH: 'MONTH',
  YEAR: 'YEAR',
  average: 'MONTH',
  avg_vs_last: 'MONTH',
  diff_vs_last: 'MONTH',
};
const isAverage = (chain: ChainType) => chain === 'average' || chain === 'avg_vs_last';

export const chainPeriod = (config: SingleDataConfig) => CHAIN_PERIOD[config.chainType ?? DEFAULT_CHAIN];

/** Returns the needs: the current period so far, the complete last period, and the last period up to the same point. */
export function singleDataNeeds(config: SingleDataConfig, context: WidgetContext): NeedSpec[] {
  if (!config.deviceVar) return [];
  const sns = [config.deviceVar[1]];
  const type = chainPeriod(config);
  const method = isAverage(config.chainType ?? DEFAULT_CHAIN) ? 'AVG' : 'DIFF';
  return [periodSoFar(context, type), periodLast(context, type), periodLastSoFar(context, type)].map(
    (window) => ({
      kind: 'statistic',
      sns,
      method,
      ...window,
      bucket: 'total',
    }),
  );
}

export interface Chain extends Change {
  current: number | null;
  last: number | null;
  lastSoFar: number | null;
  unit: string;
}

export function readChain(results: readonly NeedResult[]): Chain {
  const [now, before, part] = results.map((result) => statisticRows(result)[0]);
  const current = now?.value ?? null;
  const last = before?.value ?? null;
  const unit = now?.unit ?? before?.unit ?? '';
  return { current, last, lastSoFar: part?.value ?? null, unit, ...changeBetween(current, last) };
}
