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
  /** Time of the newest value that was looked at; older ones come from a back-fill and change nothing. */
  lastTs: number;
  lastValue: PointValue;
  /** The alarm is up: raised and not over yet. */
  up: boolean;
  /** The opposite began: at which time of the data, and when the clock ends the waiting. */
  pending: { since: number; due: number } | null;
  memory: Memory;
}

export type PointRule = Rule<PointCondition>;

/** All times are epoch milliseconds. */
export type RuleEvent =
  /** A good value came in at `now`. For past values their own time is used. */
  | { type: 'point'; point: Point; now: number }
  /** A value from before the time that is judged is remembered, and nothing follows from it. */
  | { type: 'seed'; point: Point }
  /** Time passed: what waits for the hours of its rule is raised as of when they began. */
  | { type: 'clock'; now: number }
  /** Shifts the times that decide: the clock was set, or the points arrive this late. */
  | { type: 'shift'; by: number }
  /** The rule was saved then: of hours that went by before it raises nothing, but waits for those to come. */
  | { type: 'saved'; at: number };

export interface Step {
  state: RuleState;
  /** At most two, oldest first: time may turn the rule before a point turns it back. */
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
 * The first moment of these (both included) at which the rule may turn; null: there is none. Outside its hours it raises
 * nothing; an alarm that is up may end at any time.
 */
function momentFirst({ hours, zone }: PointRule, up: boolean, from: number, to: number): number | null {
  if (from > to) return null;
  return up || hours === null ? from : beginHours(hours, zone, from, to);
}

/** When the waiting was over, or when the hours began in which it counts. */
function changeTime(rule: PointRule, up: boolean, since: number, now: number): number {
  const end = since + delayOf(rule, up);
  return momentFirst(rule, up, end, Math.max(end, now)) ?? now;
}

/** Turns a rule that waits since a time of the data; `now` is the latest moment at which it can have turned. */
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
  // An expression has variables whose clocks differ: each is held against its own past.
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

/** Passes the time up to an instant, by the times of the data: a value holds until the next one was measured. */
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

/** The one step of the evaluator: the state after an event, and what it raised or ended. */
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
