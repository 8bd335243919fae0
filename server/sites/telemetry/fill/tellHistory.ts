import type { LivePoint } from '../../../platform/events.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { TelemetryVariable } from '../types.ts';
import type { Series } from './rollSeries.ts';

/** The history of a measured variable: at least one value, and only good numbers. */
export interface History extends Series {
  variable: TelemetryVariable;
}

/** Maximum number of points in an event. */
const TOGETHER = 5_000;

export const lastOf = ({ times, values }: Series) => ({ ts: times.at(-1)!, value: values.at(-1)! });

function listPoints({ variable: { sn }, times, values }: History): LivePoint[] {
  return Array.from(times, (ts, at) => ({ sn, ts, value: values[at]! }));
}

/**
 * Announces the written points in the order of time and without pauses. A reader that receives the newest values first
 * would ignore older points.
 */
export function tellHistory(
  hub: Pick<Hub, 'publish'>,
  tenantId: number,
  histories: readonly History[],
  judged: ReadonlySet<string>,
): void {
  const points = histories.flatMap((history) =>
    judged.has(history.variable.sn) ? listPoints(history) : [{ sn: history.variable.sn, ...lastOf(history) }],
  );
  points.sort((one, other) => one.ts - other.ts);
  for (let start = 0; start < points.length; start += TOGETHER)
    hub.publish({ type: 'points', tenantId, points: points.slice(start, start + TOGETHER) });
}
