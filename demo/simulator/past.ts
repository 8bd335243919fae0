/**
 * Simulates the past of a new site up to the last midnight. The result is complete, so it is written in one
 * operation.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pastMoments } from './feed.ts';
import { DAY_MS, fillNext, startHistory } from './schedule.ts';
import type { SiteSpec, SiteState } from './site.ts';
import type { Progress } from './store.ts';

/** The readings of a variable in the past. */
export interface PastSeries {
  times: Float64Array;
  values: Float64Array;
}

interface Past {
  /** Series by `<device>-<code>`. */
  series: Map<string, PastSeries>;
  next: Progress;
}

/** Number of moments after which other requests are served. */
const TURN = 100;

/**
 * Returns the midnight in UTC up to which the past of a new site is written in one operation. Null if the site
 * already has a past.
 */
export function pastEnd({ anchor, state }: Progress): number | null {
  return state.ts === startHistory(anchor) ? Math.floor(anchor / DAY_MS) * DAY_MS : null;
}

/** The moments of the past, up to `end`. */
function listMoments({ anchor, state }: Progress, end: number): Float64Array {
  const times: number[] = [];
  for (let ts = fillNext(state.ts, anchor); ts !== null && ts < end; ts = fillNext(ts, anchor))
    times.push(ts);
  return Float64Array.from(times);
}

/** The values of a variable from a moment on. NaN where the variable has no value. */
interface Values {
  from: number;
  values: Float64Array;
}

/** Returns a series. Variables with a value at each moment share the list of times. */
function seriesOf({ from, values }: Values, moments: Float64Array): PastSeries {
  const times = moments.subarray(from);
  if (!values.includes(Number.NaN)) return { times, values };
  const isThere = (_: number, at: number): boolean => !Number.isNaN(values[at]);
  return { times: times.filter(isThere), values: values.filter(isThere) };
}

/** Returns everything that the site measured from its progress up to `end`, excluded. */
export async function simulatePast(
  progress: Progress,
  site: SiteSpec,
  end: number,
  signal: AbortSignal,
): Promise<Past> {
  const moments = listMoments(progress, end);
  const collected = new Map<string, Values>();
  let state: SiteState = progress.state;
  let at = 0;
  for (const moment of pastMoments(progress, site)) {
    if (moment.ts >= end) break;
    state = moment.state;
    for (const key in moment.readings) {
      let series = collected.get(key);
      if (!series) {
        series = { from: at, values: new Float64Array(moments.length - at).fill(Number.NaN) };
        collected.set(key, series);
      }
      series.values[at - series.from] = moment.readings[key]!;
    }
    at += 1;
    if (at % TURN > 0) continue;
    signal.throwIfAborted();
    await nextTurn();
  }
  const series = [...collected].map(([key, values]) => [key, seriesOf(values, moments)] as const);
  return { series: new Map(series), next: { anchor: progress.anchor, state } };
}
