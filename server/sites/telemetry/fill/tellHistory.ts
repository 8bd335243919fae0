import type { LivePoint } from '../../../platform/events.ts';
import type { Hub } from '../../../platform/hub/hub.ts';
import type { TelemetryVariable } from '../types.ts';
import type { Series } from './rollSeries.ts';

/** The past of a measured variable, with good numbers only and at least one. */
export interface History extends Series {
  variable: TelemetryVariable;
}

/** Number of points in one event. */
const TOGETHER = 5_000;

export const lastOf = ({ times, values }: Series) => ({ ts: times.at(-1)!, value: values.at(-1)! });

function listPoints({ variable: { sn }, times, values }: History): LivePoint[] {
  return Array.from(times, (ts, at) => ({ sn, ts, value: values[at]! }));
}

/**
 * Announces the filled points in the order of time. It does so without waiting. A reader who gets the newest values
 * first would otherwise take the past for old.
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
