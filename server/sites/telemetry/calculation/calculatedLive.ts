/** Current values of calculated variables, and the points of these variables for open boards and alarms. */

import type { LivePoint } from '../../../platform/events.ts';
import type { Carry } from '../read/statisticsSql.ts';
import type { Calculated, TelemetryVariable } from '../types.ts';
import type { LatestValue, LatestValues } from '../write/latest.ts';
import { calculationNow } from './calculation.ts';

type Known = Pick<LatestValues, 'get'>;

const numberOf = (value: LatestValue | null): Carry | null =>
  value && typeof value.value === 'number' ? { ts: value.ts, value: value.value } : null;

/**
 * Returns the current value. Null if no input has a value. A point with the value null means that an input is missing
 * or too old.
 */
export function calculatedLatest(
  { calculation }: Calculated,
  latest: Known,
): { ts: number; value: number | null } | null {
  return calculationNow(calculation, ({ tenantId, id }: TelemetryVariable) =>
    numberOf(latest.get(tenantId, id)),
  );
}

/** Returns the new points of calculated variables that depend on these variables. */
export function listChangedCalculated(
  calculated: readonly Calculated[],
  receivedSns: ReadonlySet<string>,
  latest: Known,
): LivePoint[] {
  return calculated.flatMap((variable) => {
    if (!variable.calculation.inputs.some(({ sn }) => receivedSns.has(sn))) return [];
    const now = calculatedLatest(variable, latest);
    return now && now.value !== null ? [{ sn: variable.sn, ts: now.ts, value: now.value }] : [];
  });
}
