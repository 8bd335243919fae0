/** Defines the needs of the energy trend, and reads the answer as series. */
import type { Data } from '../../generated/calls.ts';
import type { EnergyTrendConfig } from '../../generated/types.ts';
import { type EnergyFigures, withList } from '../../runtime/board/energy/figures.ts';
import { labelQuestion, labelRange } from '../../runtime/board/energy/labels.ts';
import type { StackSeries } from '../../runtime/board/energy/stack.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type LabelTrend = Data<'energyLabelTrend'>;

export function energyTrendNeeds(config: EnergyTrendConfig, context: WidgetContext): NeedSpec[] {
  const body = { ...labelQuestion(config, context), bucket: labelRange(config, context).bucket };
  return [callNeed(config.branch ? 'energyLabelBranch' : 'energyLabelTrend', { body })];
}

/** Reads the answer of either call. Both have the same structure. Null if it has no labels. */
export const readCourse = (result: NeedResult | undefined): LabelTrend | null =>
  withList(callData('energyLabelTrend', result), 'labels');

/** Returns the total consumption of the labels, without counting child labels twice. */
export function courseTotal({ labels }: LabelTrend, branch: boolean | undefined): number | null {
  const known = (branch ? labels.slice(0, 1) : labels).flatMap(({ value }) => value ?? []);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}

/** Returns the series of the labels. A stack omits a label whose children are shown. Lines show both. */
export function labelSeries(
  { labels }: LabelTrend,
  config: Pick<EnergyTrendConfig, 'branch' | 'showType'>,
  color: (place: number) => string,
  figures: EnergyFigures,
): StackSeries[] {
  const stacked = config.branch && config.showType !== 'line' && labels.length > 1;
  return (stacked ? labels.slice(1) : labels).map(({ id, name, datas }, place) => ({
    key: String(id),
    name,
    color: color(place),
    datas: datas.map((value) => figures.convert(value)),
  }));
}
