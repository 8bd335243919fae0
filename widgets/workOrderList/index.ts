import type { WorkOrderListConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
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
  sample: ({ now, lang }) => {
    const text = textIn(lang);
    const at = (days: number) => new Date(now + days * DAY_MS).toISOString();
    const order = (id: number, name: string, type: string, overrides: object) => ({
      id,
      name,
      type,
      priority: 'normal',
      status: 'pending',
      handler: text('周敏', 'Zhou Min'),
      dueTime: at(2),
      overdue: false,
      createdAt: at(-3),
      ...overrides,
    });
    return {
      config: { name: text('工单列表', 'Work orders') },
      results: [
        {
          key: KEY,
          ok: true,
          data: {
            records: [
              order(4, text('3 号簇电芯压差复测', 'Measure cell voltages of rack 3 again'), 'repair', {
                priority: 'urgent',
                dueTime: at(-1),
                overdue: true,
              }),
              order(3, text('光伏组件清洗', 'Clean the PV panels'), 'cleaning', { status: 'processing' }),
              order(2, text('关口电表年度校验', 'Yearly check of the grid meter'), 'test', {
                handler: null,
                dueTime: at(9),
              }),
              order(1, text('并网柜紧固件力矩检查', 'Check bolts of the grid cabinet'), 'maintenance', {
                dueTime: null,
              }),
            ],
            total: 9,
          },
        },
      ],
    };
  },
  empty: () => [{ key: KEY, ok: true, data: { records: [], total: 0 } }],
} satisfies WidgetModule<WorkOrderListConfig>;
