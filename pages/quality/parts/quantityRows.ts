/** Converts current values to a table: a row for each quantity, a cell for each phase. Pure. */
import type { QualityValue } from './qualityWords.ts';

export interface QuantityRow {
  key: string;
  group: QualityValue['group'];
  /** The order of a harmonic. */
  order: number | null;
  /** Values by phase. The empty key is the value of all phases together. */
  cells: ReadonlyMap<string, QualityValue>;
  low: number | null;
  high: number | null;
  /** The unit of the value that the limits apply to. */
  unit: string;
}

const JUDGED_UNITS: Partial<Record<QualityValue['group'], string>> = { voltage: '%', frequency: 'Hz' };
const DRAWN = new Set<QualityValue['group']>(['voltageAngle', 'currentAngle']);

/** Returns the rows except angles, which are shown beside their drawing. */
export function quantityRows(values: readonly QualityValue[]): QuantityRow[] {
  const shown = values.filter(({ group }) => !DRAWN.has(group));
  const groups = Map.groupBy(shown, ({ group, order }) => `${group}${order ?? ''}`);
  return [...groups].map(([key, own]) => {
    const { group, order, low, high, unit } = own[0]!;
    return {
      ...{ key, group, order, low, high, unit: JUDGED_UNITS[group] ?? unit },
      cells: new Map(own.map((value) => [value.phase, value])),
    };
  });
}
