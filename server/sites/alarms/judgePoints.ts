/** Evaluates points of one rule in the order of time. The points may come from any source. Pure. */
import { type PointRule, type RuleState, type Step, stepRule } from './evaluate.ts';
import type { Change, Point } from './types.ts';

interface Judging {
  /** The time of arrival of all points. By default a point arrives at its own time. */
  now?: number;
  /** Points before this time are remembered but raise no alarm. */
  begin?: number;
  /** Called with the state after each point. */
  onPoint?(point: Point, state: RuleState): void;
}

/** Returns the state after all points (oldest first), and the changes caused by each point. */
export function judgePoints(
  rule: PointRule,
  start: RuleState,
  points: Iterable<Point>,
  { now, begin = -Infinity, onPoint }: Judging = {},
): Step {
  let state = start;
  const changes: Change[] = [];
  for (const point of points) {
    const isSeed = point.ts < begin;
    const step = stepRule(
      rule,
      state,
      isSeed ? { type: 'seed', point } : { type: 'point', point, now: now ?? point.ts },
    );
    state = step.state;
    changes.push(...step.changes);
    onPoint?.(point, state);
  }
  return { state, changes };
}
