import '../../runtime/core/definitions/allEntities.ts';
import type { RecordFigureConfig } from '../../generated/types.ts';
import { figureModule } from '../../runtime/board/records/figureModule.tsx';
import { sampleByMonth } from '../../runtime/board/records/figureSample.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';

export default figureModule<RecordFigureConfig>({
  type: 'recordFigure',
  as: () => 'figures',
  sample: ({ lang }) => ({
    config: {
      name: textIn(lang)('业务指标', 'Key figures of records'),
      question: { statistic: 'customers', figures: ['customers'], compare: 'year' },
    },
    results: sampleByMonth(),
  }),
});
