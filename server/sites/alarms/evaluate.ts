/**
 * Evaluates a rule: its state, its changes, and the alarms that follow. Pure: the caller passes the time. Live, stored
 * and tried points give the same result.
 *
 * A condition has to hold for the rule's delay by the times of the data; where no further point comes, the clock decides
 * once as much time has passed on it.
 */

import { judgeValue, type Memory } from './kinds/index.ts';
import type { Change, Point, PointCondition, PointValue, Rule } from './types.ts';
import { beginHours } from './weeklyHours.ts';

export interface RuleState {
  /** Time of the newest judged value. Older ones are backfilled and change nothing. */
  lastTs: number;
  lastValue: PointValue;
  /** True if the alarm is raised and not over yet. */
  up: boolean;
  /** A change that has begun: its time in the data, and when the clock ends its waiting time. */
  pending: { since: number; due: number } | null;
  memory: Memory;
}

export type PointRule = Rule<PointCondition>;

/** All times are epoch milliseconds. */
export type RuleEvent =
  /** A good value arrived at `now`. For past values this is their own time. */
  | { type: 'point'; point: Point; now: number }
  /** A value from before the judged time is remembered, but has no effect. */
  | { type: 'seed'; point: Point }
  /** Time passed. What waits for the hours of its rule is raised with the time at which they began. */
  | { type: 'clock'; now: number }
  /** Shifts the deciding times, because the clock was set, or the points arrive this late. */
  | { type: 'shift'; by: number }
  /** The rule was saved at this time. It raises nothing for earlier hours, but waits for the next ones. */
  | { type: 'saved'; at: number };

export interface Step {
  state: RuleState;
  /** At most two, oldest first, because time may change the state before a point changes it back. */
  changes: readonly Change[];
}

const UNCHANGED: readonly Change[] = [];

/** `up`: an alarm of the rule has not recovered yet. */
export const startState = (up: boolean): RuleState => ({
  lastTs: -Infinity,
  lastValue: null,
  up,
  pending: null,
  memory: {},
});

const delayOf = (rule: PointRule, up: boolean): number => (up ? rule.clearMs : rule.delayMs);

/**
 * Returns the first moment in the span (both ends included) at which the rule may change. Null if there is none.
 * Outside its hours it raises nothing, but an active alarm may end at any time.
 */
function momentFirst({ hours, zone }: PointRule, up: boolean, from: number, to: number): number | null {
  if (from > to) return null;
  return up || hours === null ? from : beginHours(hours, zone, from, to);
}

/** Returns when the waiting time was over, or when the hours of the rule began. */
function changeTime(rule: PointRule, up: boolean, since: number, now: number): number {
  const end = since + delayOf(rule, up);
  return momentFirst(rule, up, end, Math.max(end, now)) ?? now;
}

/** Changes a rule that waits since a time in the data. `now` is the latest moment at which it can have changed. */
function turnRule(rule: PointRule, state: RuleState, since: number, now: number): Step {
  const { up, lastTs, lastValue, memory } = state;
  const change: Change = {
    to: up ? 'recover' : 'open',
    rule,
    source: rule.variableSn,
    ts: changeTime(rule, up, since, now),
    value: lastValue,
  };
  return { state: { lastTs, lastValue, up: !up, pending: null, memory }, changes: [change] };
}

/** Applies a value to a rule that has judged the time before it. */
function applyValue(rule: PointRule, state: RuleState, point: Point, now: number): Step {
  const { lastTs, up } = state;
  // An expression has variables with different clocks, so each is compared with its own past.
  const isMany = rule.condition.kind === 'expression';
  if (point.ts < lastTs && !isMany) return { state, changes: UNCHANGED };
  const { memory, bad, value } = judgeValue(rule.condition, state.memory, point, up);
  const ts = Math.max(lastTs, point.ts);
  if (bad === null) return { state: { ...state, memory, lastTs: isMany ? ts : lastTs }, changes: UNCHANGED };
  const seen: RuleState = { lastTs: ts, lastValue: value, up, pending: null, memory };
  if (bad === up) return { state: seen, changes: UNCHANGED };
  const delay = delayOf(rule, up);
  const pending = state.pending ?? { since: ts, due: now + delay };
  const isOver = ts - pending.since >= delay && momentFirst(rule, up, ts, ts) !== null;
  if (!isOver) return { state: { ...seen, pending }, changes: UNCHANGED };
  return turnRule(rule, seen, pending.since, ts);
}

/** Advances to an instant by the times of the data. A value is valid until the next one was measured. */
function passTime(rule: PointRule, state: RuleState, to: number): Step {
  const { pending, up } = state;
  const isHeld = pending !== null && momentFirst(rule, up, pending.since + delayOf(rule, up), to) !== null;
  return isHeld ? turnRule(rule, state, pending.since, to) : { state, changes: UNCHANGED };
}

function applyPoint(rule: PointRule, state: RuleState, point: Point, now: number): Step {
  if (state.pending === null) return applyValue(rule, state, point, now);
  const before = passTime(rule, state, point.ts - 1);
  const after = applyValue(rule, before.state, point, now);
  return before.changes.length === 0
    ? after
    : { state: after.state, changes: [...before.changes, ...after.changes] };
}

function applyClock(rule: PointRule, state: RuleState, now: number): Step {
  if (!isRuleDue(rule, state, now) || state.pending === null) return { state, changes: UNCHANGED };
  return turnRule(rule, state, state.pending.since, now);
}

function rememberPoint(rule: PointRule, state: RuleState, point: Point): RuleState {
  const { memory, lastTs, lastValue } = applyValue(rule, state, point, point.ts).state;
  return { memory, lastTs, lastValue, up: state.up, pending: null };
}

function shiftPending(state: RuleState, by: number): RuleState {
  const { pending } = state;
  return pending ? { ...state, pending: { ...pending, due: pending.due + by } } : state;
}

function waitHours(rule: PointRule, state: RuleState, savedAt: number): RuleState {
  const { pending, up } = state;
  if (!pending || momentFirst(rule, up, savedAt, savedAt) !== null) return state;
  const since = Math.max(pending.since, savedAt - delayOf(rule, up));
  return { ...state, pending: { since, due: Math.max(pending.due, savedAt) } };
}

/** Returns whether time alone has changed the rule's state by now. Perhaps no process checked during its hours. */
export const isRuleDue = (rule: PointRule, { pending, up }: RuleState, now: number): boolean =>
  pending !== null && momentFirst(rule, up, pending.due, now) !== null;

/** The single step of the evaluator: returns the state after an event, and what it raised or ended. */
export function stepRule(rule: PointRule, state: RuleState, event: RuleEvent): Step {
  switch (event.type) {
    case 'point':
      return applyPoint(rule, state, event.point, event.now);
    case 'clock':
      return applyClock(rule, state, event.now);
    case 'seed':
      return { state: rememberPoint(rule, state, event.point), changes: UNCHANGED };
    case 'shift':
      return { state: shiftPending(state, event.by), changes: UNCHANGED };
    case 'saved':
      return { state: waitHours(rule, state, event.at), changes: UNCHANGED };
  }
}
