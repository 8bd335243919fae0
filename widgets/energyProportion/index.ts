import type { EnergyProportionConfig } from '../../generated/types.ts';
import { type Say, sayIn } from '../../runtime/board/widget/sayIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { EnergyProportion } from './EnergyProportion.tsx';
import { energyProportionNeeds, type LabelShares } from './shares.ts';

const labelsOf = (say: Say) =>
  [
    [2, say('一号车间', 'Workshop 1'), 74_820],
    [3, say('二号车间', 'Workshop 2'), 61_350],
    [4, say('空压站', 'Compressed air'), 31_200],
    [5, say('办公楼', 'Offices'), 19_030],
  ] as const;
const TOTAL = 186_400;

const sampleShares = (say: Say): LabelShares => ({
  energyType: { id: 1, code: 'electricity', name: say('电', 'Electricity'), unit: 'kWh' },
  total: TOTAL,
  labels: labelsOf(say).map(([id, name, value]) => ({
    id,
    parentId: null,
    name,
    level: 0,
    value,
    share: value / TOTAL,
  })),
});

export default {
  type: 'energyProportion',
  Component: EnergyProportion,
  needs: energyProportionNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const say = sayIn(lang);
    return {
      config: { name: say('各区域用电占比', 'Electricity by area') },
      results: [{ key: 'sample', ok: true, data: sampleShares(say) }],
    };
  },
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, total: null, labels: [] } satisfies LabelShares },
  ],
} satisfies WidgetModule<EnergyProportionConfig>;
