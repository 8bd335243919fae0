import type { EnergyConsumptionConfig } from '../../generated/types.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { consumptionNeeds, type LabelTotals } from './consumption.ts';
import { EnergyConsumption } from './EnergyConsumption.tsx';

const LABELS = [
  [1, null, '全厂', 0, 186_400],
  [2, 1, '一号车间', 1, 74_820],
  [3, 1, '二号车间', 1, 61_350],
  [4, 1, '空压站', 1, 31_200],
  [5, 1, '办公楼', 1, 19_030],
] as const;
const TOTAL = 186_400;

const SAMPLE: LabelTotals = {
  energyType: { id: 1, code: 'electricity', name: '电', unit: 'kWh' },
  total: TOTAL,
  labels: LABELS.map(([id, parentId, name, level, value]) => ({
    id,
    parentId,
    name,
    level,
    value,
    share: value / TOTAL,
  })),
};

export default {
  type: 'energyConsumption',
  Component: EnergyConsumption,
  needs: consumptionNeeds,
  migrations: {},
  sample: () => ({ config: { name: '用电' }, results: [{ key: 'sample', ok: true, data: SAMPLE }] }),
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, total: null, labels: [] } satisfies LabelTotals },
  ],
} satisfies WidgetModule<EnergyConsumptionConfig>;
