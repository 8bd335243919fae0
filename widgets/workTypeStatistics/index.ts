import type { Data } from '../../generated/calls.ts';
import type { WorkTypeStatisticsConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { workTypeStatisticsNeeds } from './types.ts';
import { WorkTypeStatistics } from './WorkTypeStatistics.tsx';

const answer = (data: Data<'boardOrderType'>) => [{ key: 'sample', ok: true, data }];

export default {
  type: 'workTypeStatistics',
  Component: WorkTypeStatistics,
  needs: workTypeStatisticsNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('工单类型统计', 'Types of work orders') },
      results: answer([
        { type: 'inspection', total: 12, open: 3 },
        { type: 'repair', total: 7, open: 4 },
        { type: 'maintenance', total: 4, open: 1 },
        { type: 'cleaning', total: 2, open: 0 },
      ]),
    };
  },
  empty: () => answer([]),
} satisfies WidgetModule<WorkTypeStatisticsConfig>;
