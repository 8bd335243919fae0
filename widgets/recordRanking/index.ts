import '../../runtime/core/definitions/allEntities.ts';
import type { RecordRankingConfig } from '../../generated/types.ts';
import { figureModule } from '../../runtime/board/records/figureModule.tsx';
import { sampleByIndustry } from '../../runtime/board/records/figureSample.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';

export default figureModule<RecordRankingConfig>({
  type: 'recordRanking',
  as: () => 'ranking',
  ranked: true,
  sample: ({ lang }) => ({
    config: {
      name: textIn(lang)('业务排名', 'Ranking of records'),
      question: { statistic: 'customers', by: ['industry'], figures: ['customers'], top: 10 },
    },
    results: sampleByIndustry(),
  }),
});
