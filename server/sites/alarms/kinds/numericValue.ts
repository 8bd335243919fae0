import type { PointValue } from '../types.ts';

/** The number that a value is compared as; null where there is nothing to compare. */
export function valueNumber(value: PointValue): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
