import type { WorkOrderListConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { workOrderListNeeds } from './orders.ts';
import { WorkOrderList } from './WorkOrderList.tsx';

const KEY = 'sample';
const DAY_MS = 86_400_000;

export default {
  type: 'workOrderList',
  Component: WorkOrderList,
  needs: workOrderListNeeds,
  migrations: {},
  sample: ({ now }) => {
    const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
    const order = (id: number, name: string, type: string, given: object) => ({
      id,
      name,
      type,
      priority: 'normal',
      status: 'pending',
      handler: '周敏',
      dueTime: at(2),
      overdue: false,
      createdAt: at(-3),
      ...given,
    });
    return {
      config: { name: '工单列表' },
      results: [
        {
          key: KEY,
          ok: true,
          data: {
            records: [
              order(4, '3 号簇电芯压差复测', 'repair', {
                priority: 'urgent',
                dueTime: at(-1),
                overdue: true,
              }),
              order(3, '光伏组件清洗', 'cleaning', { status: 'processing' }),
              order(2, '关口电表年度校验', 'test', { handler: null, dueTime: at(9) }),
              order(1, '并网柜紧固件力矩检查', 'maintenance', { dueTime: null }),
            ],
            total: 9,
          },
        },
      ],
    };
  },
  empty: () => [{ key: KEY, ok: true, data: { records: [], total: 0 } }],
} satisfies WidgetModule<WorkOrderListConfig>;
