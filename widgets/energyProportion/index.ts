import type { EnergyProportionConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { EnergyProportion } from './EnergyProportion.tsx';
import { energyProportionNeeds, type LabelShares } from './shares.ts';

const LABELS = [
  [2, '一号车间', 74_820],
  [3, '二号车间', 61_350],
  [4, '空压站', 31_200],
  [5, '办公楼', 19_030],
] as const;
const TOTAL = 186_400;

const SAMPLE: LabelShares = {
  energyType: { id: 1, code: 'electricity', name: '电', unit: 'kWh' },
  total: TOTAL,
  labels: LABELS.map(([id, name, value]) => ({
    id,
    parentId: null,
    name,
    level: 0,
    value,
    share: value / TOTAL,
  })),
};

export default {
  type: 'energyProportion',
  Component: EnergyProportion,
  needs: energyProportionNeeds,
  migrations: {},
  sample: () => ({
    config: { name: '各区域用电占比' },
    results: [{ key: 'sample', ok: true, data: SAMPLE }],
  }),
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, total: null, labels: [] } satisfies LabelShares },
  ],
} satisfies WidgetModule<EnergyProportionConfig>;
