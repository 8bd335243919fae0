/**
 * The state of a rule and what follows from a point, or from time that passes. Pure: whoever calls it brings the clock.
 *
 * A condition has to hold for the rule's delay by the times of the data; where no further point comes, a tick decides
 * once as much time has passed on the clock.
 */
import { beginHours } from './hours.ts';
import { judgeValue, type Memory } from './kinds/index.ts';
import type { Change, Point, PointCondition, PointValue, Rule } from './types.ts';

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

export interface Step {
  state: RuleState;
  change: Change | null;
}

/** `up`: an alarm of the rule has not recovered yet. */
export const startState = (up: boolean): RuleState => ({
  lastTs: -Infinity,
  lastValue: null,
  up,
  pending: null,
  memory: {},
});

const waits = (rule: PointRule, up: boolean): number => (up ? rule.clearMs : rule.delayMs);

/**
 * The first moment of these (both included) at which the rule may turn; null: there is none. Outside its hours it raises
 * nothing; an alarm that is up may end at any time.
 */
function momentFirst({ hours, zone }: PointRule, up: boolean, from: number, to: number): number | null {
  if (from > to) return null;
  return up || hours === null ? from : beginHours(hours, zone, from, to);
}

/** When the waiting was over, or when the hours began in which it counts. */
function changeTime(rule: PointRule, { pending, up }: RuleState, now: number): number {
  const end = (pending?.since ?? now) + waits(rule, up);
  return momentFirst(rule, up, end, Math.max(end, now)) ?? now;
}

function turned(rule: PointRule, state: RuleState, ts: number): Step {
  const { up, lastValue: value } = state;
  const change: Change = { to: up ? 'recover' : 'open', rule, source: rule.variableSn, ts, value };
  return { state: { ...state, up: !up, pending: null }, change };
}

/** After one point that came in at `now`, epoch milliseconds. */
export function rulePoint(rule: PointRule, state: RuleState, point: Point, now: number): Step {
  // An expression has variables whose clocks differ: each is held against its own past.
  const isMany = rule.condition.kind === 'expression';
  if (point.ts < state.lastTs && !isMany) return { state, change: null };
  const { memory, bad, value } = judgeValue(rule.condition, state.memory, point, state.up);
  const ts = Math.max(state.lastTs, point.ts);
  if (bad === null) return { state: { ...state, memory, lastTs: isMany ? ts : state.lastTs }, change: null };
  const seen: RuleState = { ...state, memory, lastTs: ts, lastValue: value };
  if (bad === state.up) return { state: { ...seen, pending: null }, change: null };
  const delay = waits(rule, state.up);
  const pending = state.pending ?? { since: ts, due: now + delay };
  const waiting: RuleState = { ...seen, pending };
  const isOver = ts - pending.since >= delay && momentFirst(rule, state.up, ts, ts) !== null;
  if (!isOver) return { state: waiting, change: null };
  return turned(rule, waiting, changeTime(rule, waiting, ts));
}

/** Tells whether time alone has turned the rule by now: nobody may have looked at the clock in its hours. */
export const isRuleDue = (rule: PointRule, { pending, up }: RuleState, now: number): boolean =>
  pending !== null && momentFirst(rule, up, pending.due, now) !== null;

/** Of hours that went by before a rule was made (epoch milliseconds) it raises nothing: it waits for those to come. */
export function stateMade(rule: PointRule, state: RuleState, madeAt: number): RuleState {
  const { pending, up } = state;
  if (!pending || momentFirst(rule, up, madeAt, madeAt) !== null) return state;
  const since = Math.max(pending.since, madeAt - waits(rule, up));
  return { ...state, pending: { since, due: Math.max(pending.due, madeAt) } };
}

/** After time has passed; what waits for the hours of its rule is raised as of when they began. */
export function tickRule(rule: PointRule, state: RuleState, now: number): Step {
  if (!isRuleDue(rule, state, now)) return { state, change: null };
  return turned(rule, state, changeTime(rule, state, now));
}

/**
 * What the time before a point made of the rule, then what the point itself does: a value holds until the next one was
 * measured, whether they came in together or not. `now`: when it came in; of the past nobody knows better than its own
 * time.
 */
export function replayPoint(
  rule: PointRule,
  state: RuleState,
  point: Point,
  now = point.ts,
): [before: Step, at: Step] {
  const { pending, up } = state;
  const due = pending && { ...pending, due: pending.since + waits(rule, up) };
  const isHeld = due !== null && isRuleDue(rule, { ...state, pending: due }, point.ts - 1);
  const before = isHeld
    ? turned(rule, state, changeTime(rule, state, point.ts - 1))
    : { state, change: null };
  return [before, rulePoint(rule, before.state, point, now)];
}
