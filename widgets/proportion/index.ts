import type { ProportionConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { Proportion } from './Proportion.tsx';
import { chosenParts, proportionNeeds } from './parts.ts';

const SAMPLE: readonly [name: string, color: string, value: number][] = [
  ['生产线', '#3B7BEA', 18_640],
  ['空调', '#069CE4', 9_210],
  ['充电桩', '#51895E', 5_480],
  ['办公', '#C98500', 2_730],
];

export default {
  type: 'proportion',
  Component: Proportion,
  needs: proportionNeeds,
  migrations: {},
  lacks: (config) => (chosenParts(config).length === 0 ? 'variables' : null),
  sample: () => ({
    config: {
      name: '本月用电占比',
      queryInterval: 'current_month',
      numberFix: 1,
      nodeInfo: SAMPLE.map(([name, color]) => ({ deviceVar: [name, `${name}-energy`], name, color })),
    },
    results: [
      {
        key: 'sample',
        ok: true,
        data: SAMPLE.map(([name, , value]) => ({
          sn: `${name}-energy`,
          unit: 'kWh',
          decimals: 1,
          value,
          datas: [],
          time_keys: [],
        })),
      },
    ],
  }),
} satisfies WidgetModule<ProportionConfig>;
