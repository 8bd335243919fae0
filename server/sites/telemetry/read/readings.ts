/** Reads the current values of variables, measured and calculated ones. */
import { calculatedLatest } from '../calculation/calculatedLive.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { Reading, TelemetryVariable } from '../types.ts';
import type { LatestValues } from '../write/latest.ts';

/** `now` is in epoch milliseconds. A value is stale if it is older than the silence limit of its device. */
export const readReadings = (
  latest: LatestValues,
  variables: readonly TelemetryVariable[],
  now: number,
): Reading[] =>
  variables.map((variable) => {
    const value = isCalculated(variable)
      ? calculatedLatest(variable, latest)
      : latest.get(variable.tenantId, variable.id);
    const { sn, unit, name, decimals } = variable;
    const ts = value && new Date(value.ts).toISOString();
    const stale = !value || now - value.ts > variable.offlineAfter * 1000;
    return { sn, data: value?.value ?? null, ts, unit, name, decimals, stale };
  });
