/** The figures of the work order statistics. */
import type { Data } from '../../generated/calls.ts';
import type { WorkOrderStatisticsConfig } from '../../generated/types.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { recordInstant } from '../../runtime/board/widget/period.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type OrderTotals = Data<'boardOrderTotal'>;

/** Returns the needs. The default range is the past 30 days, because work orders take several days. */
export function workOrderStatisticsNeeds(
  { range }: Pick<WorkOrderStatisticsConfig, 'range'>,
  context: WidgetContext,
): NeedSpec[] {
  const { from, to } = widgetRange(range, context, 'past30Days');
  const query = { stationSn: context.stationSn, from, to, ...recordInstant(context) };
  return [callNeed('boardOrderTotal', { query })];
}

export function readTotals(result: NeedResult | undefined): OrderTotals | null {
  const data = callData('boardOrderTotal', result);
  return typeof data?.total === 'number' ? data : null;
}

/** Returns the number of work orders in progress. Waiting work and work to be checked also count. */
export const countProgress = ({ processing, waiting, checking }: OrderTotals): number =>
  processing + waiting + checking;

/** Returns the completed share of work orders, without revoked ones. Null without work orders. */
export function shareDone({ total, revoked, completed }: OrderTotals): number | null {
  return total > revoked ? completed / (total - revoked) : null;
}
