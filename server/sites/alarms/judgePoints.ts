/** Judges points of one rule in the order of time, whatever source they come from. Pure. */
import { type PointRule, type RuleState, type Step, stepRule } from './evaluate.ts';
import type { Change, Point } from './types.ts';

interface Judging {
  /** When the points came in; absent: each at its own time. */
  now?: number;
  /** The time before which points are only remembered. */
  begin?: number;
  /** Sees the state after each point. */
  onPoint?(point: Point, state: RuleState): void;
}

/** The state after all points (oldest first), and what followed from each of them. */
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
