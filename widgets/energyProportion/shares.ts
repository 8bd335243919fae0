/** Defines the needs of the energy proportion, and reads the answer. */
import type { Data } from '../../generated/calls.ts';
import type { EnergyProportionConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import { labelQuestion } from '../../runtime/board/energy/labels.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type LabelShares = Data<'energyLabelShares'>;

export const energyProportionNeeds = (config: EnergyProportionConfig, context: WidgetContext): NeedSpec[] => [
  callNeed('energyLabelShares', { body: labelQuestion(config, context) }),
];

export const readShares = (result: NeedResult | undefined): LabelShares | null =>
  withList(callData('energyLabelShares', result), 'labels');
