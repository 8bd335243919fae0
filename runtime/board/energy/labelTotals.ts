/** Requests and draws the use of each label of a dimension, for several widgets. */
import type { Data } from '../../../generated/calls.ts';
import { callData, callNeed } from '../widget/callNeed.ts';
import type { ReadText } from '../widget/textIn.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../widget/widget.ts';
import { withList } from './figures.ts';
import { type LabelConfig, labelQuestion } from './labels.ts';

export type LabelTotals = Data<'energyLabelTotals'>;

export const labelTotalsNeeds = (config: LabelConfig, context: WidgetContext): NeedSpec[] => [
  callNeed('energyLabelTotals', { body: labelQuestion(config, context) }),
];

export const readLabelTotals = (result: NeedResult | undefined): LabelTotals | null =>
  withList(callData('energyLabelTotals', result), 'labels');

type SampleLabel = readonly [id: number, parentId: number | null, name: string, level: number, value: number];

/** Makes sample totals for electricity, whose sum is `total`. */
export const sampleTotals = (text: ReadText, total: number, labels: readonly SampleLabel[]): LabelTotals => ({
  energyType: { id: 1, code: 'electricity', name: text('电', 'Electricity'), unit: 'kWh' },
  total,
  labels: labels.map(([id, parentId, name, level, value]) => ({
    ...{ id, parentId, name, level, value, share: value / total },
  })),
});
