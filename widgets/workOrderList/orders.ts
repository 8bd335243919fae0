/** The rows of the work order list. */
import type { Data } from '../../generated/calls.ts';
import type { WorkOrderListConfig } from '../../generated/types.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { recordInstant } from '../../runtime/board/widget/period.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

type Order = Data<'boardOrderList'>['records'][number];

export const workOrderListNeeds = (
  { show, size }: WorkOrderListConfig,
  context: WidgetContext,
): NeedSpec[] => [
  callNeed('boardOrderList', {
    query: {
      stationSn: context.stationSn,
      show: show === 'all' ? 'all' : 'open',
      size: size ?? 10,
      ...recordInstant(context),
    },
  }),
];

const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' &&
  value !== null &&
  typeof Reflect.get(value, 'id') === 'number' &&
  typeof Reflect.get(value, 'name') === 'string';

export function readOrders(result: NeedResult | undefined): { orders: Order[]; total: number } {
  const data = callData('boardOrderList', result);
  const orders = Array.isArray(data?.records) ? data.records.filter(isOrder) : [];
  return { orders, total: typeof data?.total === 'number' ? data.total : orders.length };
}
