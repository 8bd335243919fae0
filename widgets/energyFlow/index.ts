import type { EnergyFlowConfig } from '../../generated/types.ts';
import { type LabelTotals, labelTotalsNeeds, sampleTotals } from '../../runtime/board/energy/labelTotals.ts';
import { type ReadText, textIn } from '../../runtime/board/widget/textIn.ts';
import type { WidgetModule } from '../../runtime/board/widget/widget.ts';
import { EnergyFlow } from './EnergyFlow.tsx';

const labelsOf = (text: ReadText) =>
  [
    [1, null, text('全厂', 'Whole plant'), 0, 186_400],
    [2, 1, text('一号车间', 'Workshop 1'), 1, 74_820],
    [6, 2, text('冲压线', 'Press line'), 2, 41_300],
    [7, 2, text('涂装线', 'Paint line'), 2, 29_460],
    [3, 1, text('二号车间', 'Workshop 2'), 1, 61_350],
    [4, 1, text('空压站', 'Compressed air'), 1, 25_200],
    [5, 1, text('办公楼', 'Offices'), 1, 19_030],
  ] as const;
const TOTAL = 186_400;

export default {
  type: 'energyFlow',
  Component: EnergyFlow,
  needs: labelTotalsNeeds,
  migrations: {},
  sample: ({ lang }) => {
    const text = textIn(lang);
    return {
      config: { name: text('能流', 'Energy flow') },
      results: [{ key: 'sample', ok: true, data: sampleTotals(text, TOTAL, labelsOf(text)) }],
    };
  },
  empty: () => [
    { key: 'empty', ok: true, data: { energyType: null, total: null, labels: [] } satisfies LabelTotals },
  ],
} satisfies WidgetModule<EnergyFlowConfig>;
