import '../../runtime/core/definitions/allEntities.ts';
import type { RecordFunnelConfig } from '../../generated/types.ts';
import { figureModule } from '../../runtime/board/records/figureModule.tsx';
import { sampleByState } from '../../runtime/board/records/figureSample.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';

export default figureModule<RecordFunnelConfig>({
  type: 'recordFunnel',
  as: () => 'funnel',
  sample: ({ lang }) => ({
    config: {
      name: textIn(lang)('业务漏斗', 'Funnel of records'),
      question: { statistic: 'customers', by: ['state'], figures: ['customers'] },
    },
    results: sampleByState(),
  }),
});
