import '../../runtime/core/definitions/allEntities.ts';
import type { RecordPivotConfig } from '../../generated/types.ts';
import { figureModule } from '../../runtime/board/records/figureModule.tsx';
import { samplePivot } from '../../runtime/board/records/figureSample.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';

export default figureModule<RecordPivotConfig>({
  type: 'recordPivot',
  as: () => 'pivot',
  sample: ({ lang }) => ({
    config: {
      name: textIn(lang)('业务透视表', 'Pivot table of records'),
      question: { statistic: 'customers', by: ['industry', 'state'], figures: ['customers'] },
    },
    results: samplePivot(),
  }),
});
