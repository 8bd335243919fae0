/**
 * Evaluates a rule: its state, its changes, and the resulting alarms. Pure: the caller passes the time. Live, stored
 * and trial points give the same result.
 *
 * A condition must hold for the rule's delay in the time of the data. Without further points, the clock decides after
 * the same duration.
 */

import { judgeValue, type Memory } from './kinds/index.ts';
import type { Change, Point, PointCondition, PointValue, Rule } from './types.ts';
import { beginHours } from './weeklyHours.ts';

export interface RuleState {
  /** Time of the newest evaluated value. Older values are backfilled and change nothing. */
  lastTs: number;
  lastValue: PointValue;
  /** True if the alarm is active. */
  up: boolean;
  /** A change that has started: its time in the data, and the clock time at which its waiting time ends. */
  pending: { since: number; due: number } | null;
  memory: Memory;
}

export type PointRule = Rule<PointCondition>;

/** All times are epoch milliseconds. */
export type RuleEvent =
  /** A value arrived at `now`, with good quality. For past values, `now` is their own time. */
  | { type: 'point'; point: Point; now: number }
  /** An earlier value is remembered but has no effect on the alarm. */
  | { type: 'seed'; point: Point }
  /** Time passed. If a change waited for the hours of its rule, the alarm gets the time at which these hours began. */
  | { type: 'clock'; now: number }
  /** Shifts the due times because the clock was set, or because the points arrive late. */
  | { type: 'shift'; by: number }
  /** The rule was saved at this time. It raises no alarm for earlier hours. */
  | { type: 'saved'; at: number };

export interface Step {
  state: RuleState;
  /** At most two changes, oldest first, because the clock may change the state before a point changes it back. */
  changes: readonly Change[];
}

const UNCHANGED: readonly Change[] = [];

/** `up`: the rule has an alarm that has not recovered. */
export const startState = (up: boolean): RuleState => ({
  lastTs: -Infinity,
  lastValue: null,
  up,
  pending: null,
  memory: {},
});

const delayOf = (rule: PointRule, up: boolean): number => (up ? rule.clearMs : rule.delayMs);

/**
 * Returns the first time within the span (both ends included) at which the rule may change. Null if there is none.
 * Outside its hours a rule raises no alarm, but its active alarm may end at any time.
 */
function momentFirst({ hours, zone }: PointRule, up: boolean, from: number, to: number): number | null {
  if (from > to) return null;
  return up || hours === null ? from : beginHours(hours, zone, from, to);
}

/** Returns the end of the waiting time, or the start of the rule's hours. */
function changeTime(rule: PointRule, up: boolean, since: number, now: number): number {
  const end = since + delayOf(rule, up);
  return momentFirst(rule, up, end, Math.max(end, now)) ?? now;
}

/**
 * Changes a rule that has waited since a time in the data. `now` is the latest time at which the change can have
 * happened.
 */
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

/** Applies a value. The rule must have been evaluated up to the time of the value. */
function applyValue(rule: PointRule, state: RuleState, point: Point, now: number): Step {
  const { lastTs, up } = state;
  // The variables of an expression have different clocks, so each is compared with its own past.
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

/** Advances the evaluation to a time of the data. A value is valid until the next value. */
function passTime(rule: PointRule, state: RuleState, to: number): Step {
  const { pending, up } = state;
  const isSustained =
    pending !== null && momentFirst(rule, up, pending.since + delayOf(rule, up), to) !== null;
  return isSustained ? turnRule(rule, state, pending.since, to) : { state, changes: UNCHANGED };
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

/**
 * Returns whether the clock has changed the rule's state by now. Possibly no process checked the rule during its hours.
 */
export const isRuleDue = (rule: PointRule, { pending, up }: RuleState, now: number): boolean =>
  pending !== null && momentFirst(rule, up, pending.due, now) !== null;

/** The only step of the evaluation. Returns the state after an event, and the raised or ended alarms. */
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
