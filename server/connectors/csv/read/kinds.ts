/**
 * Detects whether the energy values of a variable are counter readings or amounts for an interval. Uses its name and
 * values. Pure.
 */
import { unitFactor } from '../../../../runtime/core/numbers/unit.ts';
import type { VariableKind } from '../../../sites/telemetry/types.ts';

const METERED = ['Wh', 'varh', 'VAh', 'm³'] as const;
const COUNTER =
  /counter|cumul|reading|odometer|total|zählerstand|(?:^|[^a-zäöü])stand(?:$|[^a-zäöü])|stand$|index|累计|读数|表底|示数/i;

/** Returns whether values with this unit are measured by meters. Such values are never instantaneous. */
export const isMetered = (unit: string): boolean => METERED.some((base) => unitFactor(unit, base) !== null);

const falls = (values: readonly number[]): boolean =>
  values.some((value, index) => index > 0 && value < values[index - 1]!);

/** Returns the kind, or null if the user must decide. `values` belong to one series and are in file order. */
export function findKind(name: string, unit: string, values: readonly number[]): VariableKind | null {
  if (!isMetered(unit)) return 'gauge';
  return COUNTER.test(name) && values.length > 1 && !falls(values) ? 'counter' : null;
}
