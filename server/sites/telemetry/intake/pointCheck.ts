/**
 * Checks points that are given by variable. Unknown variables and impossible times or values are left out and counted.
 */
import { counter } from '../../../platform/metrics.ts';
import { isCalculated } from '../calculation/calculation.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { IngestPoint, ReadyPoint, TelemetryVariable } from '../types.ts';
import { timeRefusal } from './payload.ts';
import type { Reason } from './reasons.ts';
import { convertValue } from './value.ts';

export const refused = counter('wattdeck_points_refused_total', 'Values refused', ['reason']);

function refusalOf({ ts }: IngestPoint, variable: TelemetryVariable | undefined, now: number): Reason | null {
  if (!variable) return 'unknownKey';
  return isCalculated(variable) ? 'calculated' : timeRefusal(ts, now);
}

function checkPoint(
  point: IngestPoint,
  variable: TelemetryVariable | undefined,
  now: number,
): ReadyPoint | null {
  const reason = refusalOf(point, variable, now);
  const converted = variable && convertValue(point.value, { ...variable, scale: 1, offset: 0 });
  if (variable && !reason && Number.isFinite(point.ts) && converted?.ok) {
    return { variable, ts: Math.floor(point.ts), value: converted.value, quality: point.quality ?? 0 };
  }
  refused.inc({ reason: reason ?? (converted?.ok === false ? converted.reason : 'timeUnreadable') });
  return null;
}

/** Returns the points that can be stored. `now` is in epoch milliseconds. */
export async function checkPoints(
  catalog: Pick<Catalog, 'variables'>,
  points: readonly IngestPoint[],
  now: number,
): Promise<ReadyPoint[]> {
  const ready: ReadyPoint[] = [];
  for (const [tenantId, tenantPoints] of Map.groupBy(points, (point) => point.tenantId)) {
    const variables = await catalog.variables(tenantId, [...new Set(tenantPoints.map(({ sn }) => sn))]);
    const bySn = new Map(variables.map((variable) => [variable.sn, variable]));
    ready.push(...tenantPoints.flatMap((point) => checkPoint(point, bySn.get(point.sn), now) ?? []));
  }
  return ready;
}
