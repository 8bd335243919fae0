/** The arithmetic of roll-ups. Pure. It must agree with the SQL of `holdStep` and of the store. */
import type { TelemetryVariable } from '../../types.ts';
import { BEGIN, counterStep } from '../counter.ts';

/** Units of roll-ups. Each is computed from the previous unit, hours from points. */
export const ROLLED_UNITS = ['hour', 'day', 'month'] as const;
export type RolledUnit = (typeof ROLLED_UNITS)[number];

/** The settings of a variable that affect its roll-ups. */
export interface Rules {
  /** The reading at which a counter overflows to 0. Null if every fall is a reset. */
  rollOver: number | null;
  /**
   * For averages weighted by time: maximum number of seconds for which a value is valid. Null for averages of samples.
   */
  hold: number | null;
}

/** The sums of a bucket's points. `joinSummary` merges adjacent buckets. */
export interface Summary {
  n: number;
  sum: number;
  min: number;
  max: number;
  first: number;
  firstTs: number;
  last: number;
  lastTs: number;
  /** Growth between the bucket's own points, including resets. The step from the previous bucket is not included. */
  increase: number;
  /** Value × seconds between the bucket's own points. 0 without `hold`. */
  integral: number;
  /** The seconds of `integral`. */
  held: number;
}

const SECOND_MS = 1000;

type Ruled = Pick<TelemetryVariable, 'average' | 'rollOver' | 'offlineAfter' | 'zone'>;

/** The fields of a variable that determine its roll-ups. */
export type RolledVariable = Ruled & Pick<TelemetryVariable, 'tenantId' | 'id'>;

/** Returns the rules of a variable. A value is valid for at most the device's silence limit. */
export const rulesOf = ({ average, rollOver, offlineAfter }: Omit<Ruled, 'zone'>): Rules => ({
  rollOver,
  hold: average === 'time' ? offlineAfter : null,
});

/** Returns a key of the settings behind a variable's roll-ups. After a change of the key they are computed again. */
export function cutOf(variable: Ruled): string {
  const { rollOver, hold } = rulesOf(variable);
  // Fast path: most variables have no rule, and this function runs for each variable of each batch.
  if (hold === null && rollOver === null) return variable.zone;
  return [variable.zone, hold === null ? [] : `hold=${hold}`, rollOver === null ? [] : `over=${rollOver}`]
    .flat()
    .join(' ');
}

/** Parses the key written by `cutOf`. */
export function readCut(cut: string): Ruled {
  const [zone = 'UTC', ...rules] = cut.split(' ');
  const figures = new Map(rules.map((rule) => rule.split('=') as [string, string]));
  const hold = figures.get('hold');
  const over = figures.get('over');
  return {
    zone,
    average: hold === undefined ? 'samples' : 'time',
    offlineAfter: Number(hold ?? 0),
    rollOver: over === undefined ? null : Number(over),
  };
}

/** Returns the seconds for which a value is valid until the next value. */
export const holdStep = (previousTs: number, ts: number, hold: number | null): number =>
  hold === null ? 0 : Math.min((ts - previousTs) / SECOND_MS, hold);

export function startSummary(ts: number, value: number): Summary {
  return {
    n: 1,
    sum: value,
    min: value,
    max: value,
    first: value,
    firstTs: ts,
    last: value,
    lastTs: ts,
    increase: 0,
    integral: 0,
    held: 0,
  };
}

/**
 * Adds a later point in place, because this function runs for every point. `begins` means that another meter starts
 * with this point.
 */
export function addSummary(summary: Summary, ts: number, value: number, rules: Rules, begins = false): void {
  summary.n += 1;
  summary.sum += value;
  if (value < summary.min) summary.min = value;
  if (value > summary.max) summary.max = value;
  summary.increase += counterStep(summary.last, begins ? BEGIN : value, rules.rollOver);
  if (rules.hold !== null) {
    const seconds = holdStep(summary.lastTs, ts, rules.hold);
    summary.integral += summary.last * seconds;
    summary.held += seconds;
  }
  summary.last = value;
  summary.lastTs = ts;
}

/** Adds a later bucket in place. It must start after the end of `summary`. */
export function appendSummary(summary: Summary, later: Summary, { rollOver, hold }: Rules): void {
  const seconds = holdStep(summary.lastTs, later.firstTs, hold);
  summary.n += later.n;
  summary.sum += later.sum;
  if (later.min < summary.min) summary.min = later.min;
  if (later.max > summary.max) summary.max = later.max;
  summary.increase = summary.increase + counterStep(summary.last, later.first, rollOver) + later.increase;
  summary.integral = summary.integral + summary.last * seconds + later.integral;
  summary.held = summary.held + seconds + later.held;
  summary.last = later.last;
  summary.lastTs = later.lastTs;
}

/** `later` must start after the end of `earlier`. */
export function joinSummary(earlier: Summary, later: Summary, rules: Rules): Summary {
  const joined = { ...earlier };
  appendSummary(joined, later, rules);
  return joined;
}
