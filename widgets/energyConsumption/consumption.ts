/** Reads the consumption of labels as rows. */
import type { LabelTotals } from '../../runtime/board/energy/labelTotals.ts';
import { type Change, changeBetween } from '../../runtime/board/widget/change.ts';

export interface ConsumptionRow {
  id: number;
  name: string;
  level: number;
  value: number | null;
  /** Length of the bar: consumption relative to the largest label, 0 to 1. */
  part: number;
  /** Null without a comparison. */
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
