/** The energy consumption asks for its data here, and reads the answer as rows. */
import type { Data } from '../../generated/calls.ts';
import type { EnergyConsumptionConfig } from '../../generated/types.ts';
import { withList } from '../../runtime/board/energy/figures.ts';
import { labelQuestion } from '../../runtime/board/energy/labels.ts';
import { callData, callNeed } from '../../runtime/board/widget/callNeed.ts';
import { type Change, changeBetween } from '../../runtime/board/widget/change.ts';
import type { NeedResult, NeedSpec, WidgetContext } from '../../runtime/board/widget/widget.ts';

export type LabelTotals = Data<'energyLabelTotals'>;

export const consumptionNeeds = (config: EnergyConsumptionConfig, context: WidgetContext): NeedSpec[] => [
  callNeed('energyLabelTotals', { body: labelQuestion(config, context) }),
];

export const readTotals = (result: NeedResult | undefined): LabelTotals | null =>
  withList(callData('energyLabelTotals', result), 'labels');

export interface ConsumptionRow {
  id: number;
  name: string;
  level: number;
  value: number | null;
  /** The share of the largest, 0 to 1: the length of its bar. */
  part: number;
  /** Null: there is nothing to compare with. */
  change: Change | null;
}

export function consumptionRows(
  totals: LabelTotals,
  before: LabelTotals | null,
  withChildren: boolean,
): ConsumptionRow[] {
  const top = Math.min(...totals.labels.map(({ level }) => level));
  const shown = withChildren ? totals.labels : totals.labels.filter(({ level }) => level === top);
  const most = Math.max(0, ...shown.map(({ value }) => value ?? 0));
  const earlier = new Map(before?.labels.map(({ id, value }) => [id, value]));
  return shown.map(({ id, name, level, value }) => ({
    id,
    name,
    level: level - top,
    value,
    part: most > 0 ? Math.max(0, value ?? 0) / most : 0,
    change: before && changeBetween(value, earlier.get(id) ?? null),
  }));
}
