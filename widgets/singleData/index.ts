import type { SingleDataConfig } from '../../generated/types.ts';
import { textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { singleDataNeeds } from './chain.ts';
import { SingleData } from './SingleData.tsx';

const SAMPLE_VALUES = [48_210.6, 45_980.2, 41_002.9];

export default {
  type: 'singleData',
  Component: SingleData,
  needs: singleDataNeeds,
  migrations: {},
  saysTime: true,
  lacks: ({ deviceVar }) => (deviceVar ? null : 'variables'),
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('本月发电量', 'Generated this month'),
        deviceVar: ['INV1', 'INV1-energy'],
        chainType: 'MONTH',
        numberFix: 1,
      },
      results: SAMPLE_VALUES.map((value) => ({
        key: 'sample',
        ok: true,
        data: [{ sn: 'INV1-energy', unit: 'kWh', decimals: 1, value, datas: [value], time_keys: [] }],
      })),
    };
  },
} satisfies WidgetModule<SingleDataConfig>;
