import '../../runtime/core/definitions/allEntities.ts';
import type { RecordShareConfig } from '../../generated/types.ts';
import { figureModule } from '../../runtime/board/records/figureModule.tsx';
import { sampleByIndustry } from '../../runtime/board/records/figureSample.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';

export default figureModule<RecordShareConfig>({
  type: 'recordShare',
  as: () => 'share',
  ranked: true,
  sample: ({ lang }) => ({
    config: {
      name: textIn(lang)('业务占比', 'Shares of records'),
      question: { statistic: 'customers', by: ['industry'], figures: ['customers'] },
    },
    results: sampleByIndustry(),
  }),
});
