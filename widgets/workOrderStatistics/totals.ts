/** The figures of the work order statistics. */
import type { Data } from '../../generated/calls.ts';
import type { WorkOrderStatisticsConfig } from '../../generated/types.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { recordInstant } from '../../runtime/board/widget/period.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type OrderTotals = Data<'boardOrderTotal'>;

/** Returns the needs. Work orders last for days, so the default range is the past 30 days. */
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

/** Returns the number of work orders in progress. Work that waits or is to be checked counts, too. */
export const countProgress = ({ processing, waiting, checking }: OrderTotals): number =>
  processing + waiting + checking;

/** Returns the completed share of the work orders that were not revoked. Null if there are none. */
export function shareDone({ total, revoked, completed }: OrderTotals): number | null {
  return total > revoked ? completed / (total - revoked) : null;
}
