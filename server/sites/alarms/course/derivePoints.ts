/** Computes points of calculated variables over time from measured points. Pure. */
import { makeFollower } from '../../telemetry/calculation/calculation.ts';
import type { Carry } from '../../telemetry/read/statisticsSql.ts';
import type { Calculated, TelemetryVariable } from '../../telemetry/types.ts';
import { valueNumber } from '../kinds/numericValue.ts';
import type { Point } from '../types.ts';

/** The state of a calculated variable over time. */
export interface CalculationState {
  variable: Calculated;
  /** The last value of each of its inputs. */
  last: ReadonlyMap<string, Carry>;
  /** Time of its newest value. */
  at: number;
}

/**
 * Returns a function that evaluates a calculated variable for the points of one time. The function returns the
 * calculated point, if any.
 */
function makeFollowing({ variable, last, at: start }: CalculationState) {
  const follower = makeFollower(variable.calculation, last);
  const inputs = new Set(variable.calculation.inputs.map(({ sn }) => sn));
  let moment = start;
  return {
    follow(ts: number, points: readonly Point[]): Point[] {
      let isTouched = false;
      for (const { sn, value } of points) {
        const number = inputs.has(sn) ? valueNumber(value) : null;
        if (number === null) continue;
        follower.note(sn, ts, number);
        isTouched = true;
      }
      if (!isTouched) return [];
      moment = Math.max(moment, ts);
      const value = follower.value(moment);
      return value === null ? [] : [{ sn: variable.sn, ts: moment, value }];
    },
    readState: (): CalculationState => ({ variable, last: follower.last, at: moment }),
  };
}

interface Derived {
  calculations: readonly CalculationState[];
  points: readonly Point[];
}

/**
 * Returns the points of the variables that a rule watches: new measured points (oldest first), and the points
 * calculated from them.
 */
export function derivePoints(
  { variables }: { variables: readonly TelemetryVariable[] },
  calculations: readonly CalculationState[],
  measured: readonly Point[],
): Derived {
  const watched = new Set(variables.map(({ sn }) => sn));
  if (calculations.length === 0)
    return { calculations, points: measured.filter(({ sn }) => watched.has(sn)) };
  const followings = calculations.map(makeFollowing);
  const points: Point[] = [];
  for (const [ts, pointsOfMoment] of Map.groupBy(measured, (point) => point.ts)) {
    points.push(...pointsOfMoment.filter(({ sn }) => watched.has(sn)));
    for (const follower of followings) points.push(...follower.follow(ts, pointsOfMoment));
  }
  return { calculations: followings.map((follower) => follower.readState()), points };
}
