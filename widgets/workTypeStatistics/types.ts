/** The bars of the work type statistics. */
import type { WorkTypeStatisticsConfig } from '../../generated/types.ts';
import { widgetRange } from '../../runtime/board/options/range.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { recordInstant } from '../../runtime/board/widget/period.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export function workTypeStatisticsNeeds(
  { range }: Pick<WorkTypeStatisticsConfig, 'range'>,
  context: WidgetContext,
): NeedSpec[] {
  const { from, to } = widgetRange(range, context, 'past30Days');
  const query = { stationSn: context.stationSn, from, to, ...recordInstant(context) };
  return [callNeed('boardOrderType', { query })];
}

export interface TypeBar {
  type: string;
  total: number;
  open: number;
  /** Length in percent of the longest bar. */
  length: number;
  /** The open part of the bar, in percent. */
  openLength: number;
}

export function makeBars(result: NeedResult | undefined): TypeBar[] {
  const data = callData('boardOrderType', result);
  const rows = (Array.isArray(data) ? data : []).filter(
    (row) => typeof row?.type === 'string' && row.total > 0,
  );
  const most = Math.max(1, ...rows.map(({ total }) => total));
  return rows.map(({ type, total, open }) => ({
    type,
    total,
    open,
    length: (total / most) * 100,
    openLength: (open / total) * 100,
  }));
}
