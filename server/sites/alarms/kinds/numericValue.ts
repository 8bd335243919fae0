import type { PointValue } from '../types.ts';

/** Returns the number with which a value is compared. Null if there is nothing to compare. */
export function valueNumber(value: PointValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
