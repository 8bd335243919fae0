/**
 * What a rule that remembers is judged by: the points of its variables in the order of time, and those of calculated
 * variables as they follow from these. No clock, no database.
 */
import { type Follower, isCalculated } from '../telemetry/calculation.ts';
import type { Calculated, TelemetryVariable } from '../telemetry/types.ts';
import { type PointRule, type RuleState, startState } from './evaluate.ts';
import { valueNumber } from './kinds/value.ts';
import { ruleSameCondition } from './rules.ts';
import type { Change, Point } from './types.ts';

/** A calculated variable of the rule. */
export interface Following {
  variable: Calculated;
  follower: Follower;
  inputs: ReadonlySet<string>;
  /** The newest time at which it had a value. */
  at: number;
}

export interface Course {
  rule: PointRule;
  variables: readonly TelemetryVariable[];
  state: RuleState;
  /** The measured variables that it takes: their names by their numbers. */
  measured: ReadonlyMap<number, string>;
  calculated: Following[];
  /** Up to which time the points of each measured variable were looked at, epoch milliseconds. */
  seen: Map<number, number>;
}

/** `variables`: those that the rule watches, calculated ones with what they are made of. */
export const makeCourse = (rule: PointRule, variables: readonly TelemetryVariable[]): Course => ({
  rule,
  variables,
  state: startState(false),
  measured: new Map(
    variables
      .flatMap((one) => (isCalculated(one) ? one.calculation.inputs : [one]))
      .map(({ id, sn }) => [id, sn]),
  ),
  calculated: [],
  seen: new Map(),
});

/** Tells whether the state of one is that of the other as well. */
export function isCourseSame(one: Course, other: Course): boolean {
  const made = ({ variables }: Course) =>
    JSON.stringify(
      variables.map(({ id, calculation }) => [
        id,
        calculation?.formula,
        calculation?.inputs.map(({ id: input, offlineAfter }) => [input, offlineAfter]),
      ]),
    );
  return ruleSameCondition(one.rule, other.rule) && made(one) === made(other);
}

/** The points of the rule that new measured ones (oldest first) are and make. */
export function coursePoints({ variables, calculated }: Course, measured: readonly Point[]): Point[] {
  const watched = new Set(variables.map(({ sn }) => sn));
  const points: Point[] = [];
  for (const [ts, own] of Map.groupBy(measured, (point) => point.ts)) {
    points.push(...own.filter(({ sn }) => watched.has(sn)));
    for (const one of calculated) {
      let isTouched = false;
      for (const { sn, value } of own) {
        const number = one.inputs.has(sn) ? valueNumber(value) : null;
        if (number === null) continue;
        one.follower.note(sn, ts, number);
        isTouched = true;
      }
      if (!isTouched) continue;
      one.at = Math.max(one.at, ts);
      const value = one.follower.value(one.at);
      if (value !== null) points.push({ sn: one.variable.sn, ts: one.at, value });
    }
  }
  return points;
}

/** Returns what began, with when it was over. */
export const changesPaired = (changes: readonly Change[]): Change[] =>
  changes.map((change, at) => {
    const end = changes[at + 1];
    return change.to === 'open' && end ? { ...change, until: end.ts } : change;
  });

/** What is still to be said of what was judged anew: not what had begun and was over before `from`, epoch milliseconds. */
export const changesKept = (changes: readonly Change[], from: number): Change[] =>
  changes.filter((change, at) => {
    const end = change.to === 'open' ? changes[at + 1] : change;
    const begun = change.to === 'open' ? change : changes[at - 1];
    return !end || !begun || end.ts >= from;
  });
