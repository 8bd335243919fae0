import type { ProportionConfig } from '../../generated/types.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Proportion } from './Proportion.tsx';
import { chosenParts, proportionNeeds } from './parts.ts';

const partsOf = (text: ReadText): [name: string, color: string, value: number][] => [
  [text('生产线', 'Production'), '#3B7BEA', 18_640],
  [text('空调', 'Cooling'), '#069CE4', 9_210],
  [text('充电桩', 'Charging points'), '#51895E', 5_480],
  [text('办公', 'Offices'), '#C98500', 2_730],
];

export default {
  type: 'proportion',
  Component: Proportion,
  needs: proportionNeeds,
  migrations: {},
  lacks: (config) => (chosenParts(config).length === 0 ? 'variables' : null),
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: {
        name: text('本月用电占比', 'Shares of this month'),
        queryInterval: 'current_month',
        numberFix: 1,
        nodeInfo: partsOf(text).map(([name, color]) => ({
          deviceVar: [name, `${name}-energy`],
          name,
          color,
        })),
      },
      results: [
        {
          key: 'sample',
          ok: true,
          data: partsOf(text).map(([name, , value]) => ({
            sn: `${name}-energy`,
            unit: 'kWh',
            decimals: 1,
            value,
            datas: [],
            time_keys: [],
          })),
        },
      ],
    };
  },
} satisfies WidgetModule<ProportionConfig>;
