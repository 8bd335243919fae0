import type { PointValue } from '../types.ts';

/** Returns the number to compare. Null if the value cannot be compared. */
export function valueNumber(value: PointValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
