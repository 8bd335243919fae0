/** Decides what a simulated station sends next, only from its progress and the clock. Pure. */
import { PHASES } from './catalogue.ts';
import { DAY_MS, DETAILED_MS, fillNext, TICK_MS, tickFloor } from './schedule.ts';
import { type Ordered, type Simulated, simulate } from './simulate.ts';
import type { Readings, SiteSpec, SiteState } from './site.ts';
import type { Progress } from './store.ts';

/** The readings of one instant. */
export interface Moment {
  ts: number;
  readings: Readings;
}

export type FeedStep =
  /** Moments up to the anchor are missing. Contains a batch of them, and the progress once they are stored. */
  | { do: 'fill'; moments: Moment[]; next: Progress }
  /** The gap is long enough to be filled in coarse steps, up to a new anchor. */
  | { do: 'anchor'; next: Progress }
  /** A live moment is due. The progress is stored before it. */
  | { do: 'live'; moment: Moment; next: Progress }
  /** Nothing is due for this many milliseconds. */
  | { do: 'wait'; ms: number };

/** Points that one step of a fill writes at once. */
const FILL_POINTS = 16_000;
/** A gap this long is filled in coarse steps instead of one live step. */
const GAP_MS = 60_000;

/** Kinds of variables that make up most of the points and are not compared with the year before. */
const DETAILS: ReadonlySet<string> = new Set([
  ...['reactivePower', 'powerFactor', 'frequency'],
  ...PHASES.flatMap((phase) => [`voltage${phase}`, `current${phase}`]),
  ...['dcPower', 'dcVoltage', 'dcCurrent', 'efficiency'],
  ...['voltage', 'current', 'cellVoltageMax', 'cellVoltageMin', 'cellVoltageSpread', 'cellTemperatureMin'],
  ...['setpoint', 'gridMode', 'workMode', 'auxiliaryPower'],
  ...['oilTemperature', 'windingTemperature'],
  ...['diffuseIrradiance', 'humidity', 'windSpeed'],
  ...['tariffPeriod', 'price', 'curtailedPower', 'lossPower'],
]);
/** Cells are reported less often than everything else. */
const CELLS_MS = 30_000;
const CELLS_FILLED_MS = 900_000;

const isDetail = (key: string): boolean => DETAILS.has(key.slice(key.indexOf('-') + 1));
/**
 * Caches the results of `isDetail` by `<device>-<code>`, because each moment of the past needs all of them.
 */
const known = new Map<string, boolean>();

function withoutDetails(readings: Readings): Readings {
  const remaining: Readings = {};
  for (const key in readings) {
    const detail = known.get(key) ?? isDetail(key);
    known.set(key, detail);
    if (!detail) remaining[key] = readings[key]!;
  }
  return remaining;
}

/**
 * Returns the values of a past moment. Before today, points of the analyser and of breakers are omitted. The
 * analyser's means are kept.
 */
function pastReadings({ readings, momentary, cells }: Simulated, ts: number, anchor: number): Readings {
  if (anchor - ts > DETAILED_MS) return withoutDetails(readings);
  if (ts < Math.floor(anchor / DAY_MS) * DAY_MS) return readings;
  return { ...readings, ...momentary(), ...(ts % CELLS_FILLED_MS === 0 && cells()) };
}

/** A moment of the past, with the state of the site at that time. */
export interface PastMoment extends Moment {
  state: SiteState;
}

/** Continues from the stored progress to its anchor. */
export function* pastMoments({ anchor, state: from }: Progress, site: SiteSpec): Generator<PastMoment> {
  let state = from;
  for (let ts = fillNext(state.ts, anchor); ts !== null; ts = fillNext(state.ts, anchor)) {
    const step = simulate(state, ts, ts - state.ts, site);
    state = step.state;
    yield { ts, state, readings: pastReadings(step, ts, anchor) };
  }
}

function fillStep(progress: Progress, site: SiteSpec): FeedStep | null {
  const moments: Moment[] = [];
  let { state } = progress;
  let count = 0;
  for (const { ts, readings, state: then } of pastMoments(progress, site)) {
    moments.push({ ts, readings });
    state = then;
    count += Object.keys(readings).length;
    if (count >= FILL_POINTS) break;
  }
  return moments.length > 0 ? { do: 'fill', moments, next: { anchor: progress.anchor, state } } : null;
}

/** `now` in ms; `ordered` is the command to the converter. A history is complete once a step is `live` or `wait`. */
export function nextStep(progress: Progress, site: SiteSpec, now: number, ordered?: Ordered): FeedStep {
  const fill = fillStep(progress, site);
  if (fill) return fill;
  const { anchor, state } = progress;
  const tick = tickFloor(now);
  const gap = tick - state.ts;
  if (gap <= 0) return { do: 'wait', ms: TICK_MS - (now % TICK_MS) };
  if (gap > GAP_MS) return { do: 'anchor', next: { anchor: tick, state } };
  const { state: next, readings, momentary, cells } = simulate(state, tick, gap, site, ordered);
  const sent = { ...readings, ...momentary(), ...(tick % CELLS_MS === 0 && cells()) };
  return { do: 'live', moment: { ts: tick, readings: sent }, next: { anchor, state: next } };
}
