/** The figures of the work order statistics. */
import type { Data } from '../../generated/calls.ts';
import type { WorkOrderStatisticsConfig } from '../../generated/types.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { recordInstant } from '../../runtime/board/widget/period.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type OrderTotals = Data<'boardOrderTotal'>;

/** Work orders live for days: without a range of its own or the board's it is the past month. */
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

/** Work that waits or is to be checked counts as work in progress. */
export const countProgress = ({ processing, waiting, checking }: OrderTotals): number =>
  processing + waiting + checking;

/** Gives the share of those that were not revoked; null when there is none. */
export function shareDone({ total, revoked, completed }: OrderTotals): number | null {
  return total > revoked ? completed / (total - revoked) : null;
}
