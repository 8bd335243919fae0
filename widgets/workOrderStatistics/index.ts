import type { WorkOrderStatisticsConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { type OrderTotals, workOrderStatisticsNeeds } from './totals.ts';
import { WorkOrderStatistics } from './WorkOrderStatistics.tsx';

const answer = (data: OrderTotals) => [{ key: 'sample', ok: true, data }];

export default {
  type: 'workOrderStatistics',
  Component: WorkOrderStatistics,
  needs: workOrderStatisticsNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('工单统计', 'Work orders') },
      results: answer({
        ...{ total: 26, pending: 5, processing: 2, waiting: 1, checking: 0 },
        ...{ completed: 16, revoked: 2, overdue: 1 },
      }),
    };
  },
  empty: () =>
    answer({
      ...{ total: 0, pending: 0, processing: 0, waiting: 0, checking: 0 },
      ...{ completed: 0, revoked: 0, overdue: 0 },
    }),
} satisfies WidgetModule<WorkOrderStatisticsConfig>;
