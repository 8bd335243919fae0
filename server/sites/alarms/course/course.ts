/**
 * The course of a rule: its state, its variables, and the times up to which their points were evaluated. Pure: each
 * function returns a new course.
 */
import { isCalculated } from '../../telemetry/calculation/calculation.ts';
import type { TelemetryVariable } from '../../telemetry/types.ts';
import { type PointRule, type RuleState, startState, stepRule } from '../evaluate.ts';
import { judgePoints } from '../judgePoints.ts';
import { ruleSameCondition } from '../rules.ts';
import type { Change, Point } from '../types.ts';
import { type CalculationState, derivePoints } from './derivePoints.ts';

export interface Course {
  rule: PointRule;
  /** The variables that the rule watches. Calculated variables include their sources. */
  variables: readonly TelemetryVariable[];
  /** The measured variables of the rule: names by id. */
  measured: ReadonlyMap<number, string>;
  state: RuleState;
  calculations: readonly CalculationState[];
  /** The time up to which each measured variable was evaluated, in epoch milliseconds. */
  seen: ReadonlyMap<number, number>;
}

export const makeCourse = (rule: PointRule, variables: readonly TelemetryVariable[]): Course => ({
  rule,
  variables,
  state: startState(false),
  measured: new Map(
    variables
      .flatMap((variable) => (isCalculated(variable) ? variable.calculation.inputs : [variable]))
      .map(({ id, sn }) => [id, sn]),
  ),
  calculations: [],
  seen: new Map(),
});

/** Returns whether both courses have the same state. */
export function isCourseSame(first: Course, other: Course): boolean {
  const made = ({ variables }: Course) =>
    JSON.stringify(
      variables.map(({ id, calculation }) => [
        id,
        calculation?.formula,
        calculation?.inputs.map(({ id: input, offlineAfter }) => [input, offlineAfter]),
      ]),
    );
  return ruleSameCondition(first.rule, other.rule) && made(first) === made(other);
}

/** A point as the database contains it. */
export interface StoredPoint extends Omit<Point, 'sn'> {
  /** The number (id) of its variable. */
  id: number;
}

export interface CourseStep {
  course: Course;
  changes: readonly Change[];
}

/**
 * Evaluates stored points of the course's variables, oldest first, and then the current time. `lowerOf` is the start
 * time of each variable. `now` is the time of arrival, in epoch milliseconds.
 */
export function judgeStored(
  course: Course,
  byId: ReadonlyMap<number, readonly StoredPoint[]>,
  lowerOf: (id: number) => number,
  now: number,
): CourseStep {
  const { rule } = course;
  const series = [...course.measured].map(([id, sn]) => {
    const lower = lowerOf(id);
    const points = (byId.get(id) ?? []).filter(({ ts }) => ts >= lower);
    return { id, points: points.map(({ ts, value }): Point => ({ sn, ts, value })) };
  });
  const newest = series.flatMap(({ id, points }) => {
    const last = points.at(-1);
    return last ? [[id, last.ts] as const] : [];
  });
  const { points, calculations } = derivePoints(
    course,
    course.calculations,
    series.flatMap((entry) => entry.points).sort((a, b) => a.ts - b.ts),
  );
  const judged = judgePoints(rule, course.state, points, { now });
  const { state, changes } = stepRule(rule, judged.state, { type: 'clock', now });
  return {
    course: {
      ...course,
      state,
      calculations,
      seen: newest.length > 0 ? new Map([...course.seen, ...newest]) : course.seen,
    },
    changes: [...judged.changes, ...changes],
  };
}
