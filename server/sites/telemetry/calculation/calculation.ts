/**
 * Calculated variables: a formula over other variables, evaluated on request and never stored. Pure.
 *
 * Basis "per point": there is a value at each time with a good value of an input. It is the formula over the last known
 * values. If one of these values is older than the silence limit of its device, there is no point.
 */
import { formulaValue } from '../../../../runtime/core/formula/index.ts';
import type { Carry } from '../read/statisticsSql.ts';
import type { Calculated, Calculation, TelemetryVariable } from '../types.ts';

export const isCalculated = (variable: TelemetryVariable): variable is Calculated =>
  variable.calculation !== undefined;

const SECOND_MS = 1000;

/** A calculation that tracks the values of its inputs over time. */
export interface Follower {
  note(sn: string, ts: number, value: number): void;
  /** Returns the value of the formula at this time. Null if it is unknown. */
  value(ts: number): number | null;
  /** The last value of each input, by its serial number (sn). */
  last: ReadonlyMap<string, Carry>;
}

/** `before`: the last known values of the inputs from a previous follower. */
export function makeFollower(
  { formula, inputs }: Calculation,
  before: Follower['last'] = new Map(),
): Follower {
  const last = new Map(before);
  const holdTimes = inputs.map(({ sn, offlineAfter }) => ({ sn, holdMs: offlineAfter * SECOND_MS }));
  const values = new Map<string, number | null>();
  return {
    last,
    note: (sn, ts, value) => void last.set(sn, { ts, value }),
    value(ts) {
      for (const { sn, holdMs } of holdTimes) {
        const carry = last.get(sn);
        values.set(sn, carry && ts - carry.ts <= holdMs ? carry.value : null);
      }
      return formulaValue(formula, values);
    },
  };
}

/** Returns the value at the newest time of its inputs. Null if no input has a value. */
export function calculationNow(
  calculation: Calculation,
  lastOf: (input: TelemetryVariable) => Carry | null,
): { ts: number; value: number | null } | null {
  const follower = makeFollower(calculation);
  let newest: number | null = null;
  for (const input of calculation.inputs) {
    const last = lastOf(input);
    if (!last) continue;
    follower.note(input.sn, last.ts, last.value);
    newest = Math.max(newest ?? last.ts, last.ts);
  }
  return newest === null ? null : { ts: newest, value: follower.value(newest) };
}

/** A point of an input. */
export interface InputPoint {
  sn: string;
  ts: number;
  value: number;
}

/**
 * Computes the points of a calculated variable. `points` are in the order of time. The follower must already contain
 * the values before the window.
 */
export function* calculatePoints(
  follower: Follower,
  points: Iterable<InputPoint>,
): Generator<[ts: number, value: number]> {
  let moment: number | null = null;
  const due = function* (): Generator<[number, number]> {
    const value = moment === null ? null : follower.value(moment);
    if (moment !== null && value !== null) yield [moment, value];
  };
  for (const { sn, ts, value } of points) {
    if (moment !== null && ts !== moment) yield* due();
    moment = ts;
    follower.note(sn, ts, value);
  }
  yield* due();
}
