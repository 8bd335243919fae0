import type { EnergyProportionConfig } from '../../generated/types.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { EnergyProportion } from './EnergyProportion.tsx';
import { energyProportionNeeds, type LabelShares } from './shares.ts';

const labelsOf = (text: ReadText) =>
  [
    [2, text('一号车间', 'Workshop 1'), 74_820],
    [3, text('二号车间', 'Workshop 2'), 61_350],
    [4, text('空压站', 'Compressed air'), 31_200],
    [5, text('办公楼', 'Offices'), 19_030],
  ] as const;
const TOTAL = 186_400;

const sampleShares = (text: ReadText): LabelShares => ({
  energyType: { id: 1, code: 'electricity', name: text('电', 'Electricity'), unit: 'kWh' },
  total: TOTAL,
  labels: labelsOf(text).map(([id, name, value]) => ({
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
    const text = textIn(lang);
    return {
      config: { name: text('各区域用电占比', 'Electricity by area') },
      results: [{ key: 'sample', ok: true, data: sampleShares(text) }],
    };
  },
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, total: null, labels: [] } satisfies LabelShares },
  ],
} satisfies WidgetModule<EnergyProportionConfig>;
