/** The past of a new simulated site, up to the last midnight: it is known as a whole, so it is written as a whole. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pastMoments } from './feed.ts';
import { DAY_MS, startHistory } from './schedule.ts';
import type { SiteSpec, SiteState } from './site.ts';
import type { Progress } from './store.ts';

/** The readings of a variable in the past. */
export interface PastSeries {
  times: Float64Array;
  values: Float64Array;
}

interface Past {
  /** By `<device>-<code>`. */
  series: Map<string, PastSeries>;
  next: Progress;
}

/** Others are answered after so many moments. */
const TURN = 100;

/** The midnight in UTC up to which the past of a new site is written as a whole; null: the site has a past. */
export function pastEnd({ anchor, state }: Progress): number | null {
  return state.ts === startHistory(anchor) ? Math.floor(anchor / DAY_MS) * DAY_MS : null;
}

/** Everything that the site measured from its progress up to `end`, which is left out. */
export async function simulatePast(
  progress: Progress,
  site: SiteSpec,
  end: number,
  signal: AbortSignal,
): Promise<Past> {
  const collected = new Map<string, { times: number[]; values: number[] }>();
  let state: SiteState = progress.state;
  let left = TURN;
  for (const moment of pastMoments(progress, site)) {
    if (moment.ts >= end) break;
    state = moment.state;
    for (const key in moment.readings) {
      const series = collected.get(key) ?? { times: [], values: [] };
      if (series.times.length === 0) collected.set(key, series);
      series.times.push(moment.ts);
      series.values.push(moment.readings[key]!);
    }
    left -= 1;
    if (left > 0) continue;
    left = TURN;
    signal.throwIfAborted();
    await nextTurn();
  }
  const series = [...collected].map(
    ([key, { times, values }]) =>
      [key, { times: Float64Array.from(times), values: Float64Array.from(values) }] as const,
  );
  return { series: new Map(series), next: { anchor: progress.anchor, state } };
}
