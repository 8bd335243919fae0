import '../../runtime/core/definitions/allEntities.ts';
import type { RecordChartConfig } from '../../generated/types.ts';
import { figureModule } from '../../runtime/board/records/figureModule.tsx';
import { sampleByMonth } from '../../runtime/board/records/figureSample.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';

export default figureModule<RecordChartConfig>({
  type: 'recordChart',
  as: ({ kind }) => (kind === 'line' ? 'line' : 'bar'),
  sample: ({ lang }) => ({
    config: {
      name: textIn(lang)('业务图表', 'Chart of records'),
      question: { statistic: 'customers', by: ['month'], figures: ['customers'], compare: 'year' },
    },
    results: sampleByMonth(),
  }),
});
