/** Steps of a round: begin, answer, failure. Pure: no clock, no network. */
import { needKey } from './needs.ts';
import {
  type Effect,
  type SchedulerState,
  type Step,
  specsMissing,
  specsOf,
  type Watched,
} from './schedulerState.ts';
import { settle } from './settle.ts';
import { failState, nextState, type WidgetState } from './state.ts';
import type { NeedResult, NeedSpec } from './types.ts';

/** A running request. */
export interface RunningRequest {
  /** True for a complete refresh at a new moment, false for missing answers only. */
  whole: boolean;
  specs: readonly NeedSpec[];
  /** The needs of the waiting widgets, except widgets reconfigured after the request. */
  of: ReadonlySet<Watched['specs']>;
}

/** Returns the initial state of a widget from known answers. Its age is that of the round. */
export const firstState = ({ known, round }: SchedulerState, widget: Watched, now: number): WidgetState =>
  widget.state.at === null ? nextState(widget.state, widget.specs, known, round.at ?? now) : widget.state;

/** Caches the known answers after a round. */
export const remembering = ({ moment, round, known }: SchedulerState): Effect[] =>
  moment === null || round.at === null ? [] : [{ do: 'remember', answers: { moment, at: round.at, known } }];

function moveMoment(state: SchedulerState, moment: number): SchedulerState {
  const moved = [...state.watched].map(
    ([id, widget]) => [id, { ...widget, specs: widget.needs(moment) }] as const,
  );
  return { ...state, moment, watched: new Map(moved) };
}

/** Begins a round. `asked` is null if no request is needed, or if a round is running. */
export function beginRound(
  before: SchedulerState,
  options: { whole: boolean },
  now: number,
): Step & { asked: RunningRequest | null } {
  if (before.round.running) return { state: before, effects: [], asked: null };
  const whole = options.whole || before.moment === null;
  const state = whole ? moveMoment(before, now) : before;
  const specs = whole ? specsOf(state) : specsMissing(state);
  if (specs.length === 0) {
    const change = (widget: Watched) =>
      whole ? nextState(widget.state, widget.specs, state.known, now) : firstState(state, widget, now);
    return { ...settle(state, change), asked: null };
  }
  const refreshedSpecs = new Set(specs);
  const waiting = [...state.watched.values()].filter((widget) =>
    widget.specs.some((spec) => refreshedSpecs.has(spec)),
  );
  return {
    state: { ...state, round: { ...state.round, running: true } },
    effects: [{ do: 'notifyRound' }],
    asked: { whole, specs, of: new Set(waiting.map((widget) => widget.specs)) },
  };
}

export function answerRound(
  before: SchedulerState,
  { whole, of }: RunningRequest,
  results: ReadonlyMap<string, NeedResult>,
  now: number,
): Step {
  const known = whole ? results : new Map([...before.known, ...results]);
  const answeredAt = whole || before.round.at === null ? now : before.round.at;
  const answered = { ...before, known, round: { at: answeredAt, running: false, failed: false } };
  // Widgets added during the round get this answer if they have the same need.
  const { state, effects } = settle(answered, (widget) =>
    whole || of.has(widget.specs)
      ? nextState(widget.state, widget.specs, known, now)
      : firstState(answered, widget, now),
  );
  return { state, effects: [...effects, { do: 'notifyRound' }, ...remembering(state)] };
}

export function failRound(before: SchedulerState, { of }: RunningRequest): Step {
  const failed = { ...before, round: { ...before.round, running: false, failed: true } };
  const { state, effects } = settle(failed, (widget) =>
    of.has(widget.specs) ? failState(widget.state) : widget.state,
  );
  return { state, effects: [...effects, { do: 'notifyRound' }] };
}

/** Repeats failed requests as soon as the network is back. A paused board requests only missing answers. */
export function recoverRound(state: SchedulerState): Step {
  const { visible, auto } = state.mode;
  const fetches = visible && state.round.failed;
  return { state, effects: fetches ? [{ do: 'fetch', whole: auto }] : [] };
}

/** Repeats the requests for needs of these kinds. */
export function renewKinds(before: SchedulerState, kinds: readonly NeedSpec['kind'][]): Step {
  const old = new Set(
    specsOf(before)
      .filter(({ kind }) => kinds.includes(kind))
      .map(needKey),
  );
  const remaining = new Map([...before.known].filter(([key]) => !old.has(key)));
  const state = { ...before, known: remaining };
  const fetches = state.mode.visible && state.moment !== null;
  return {
    state,
    effects: [...remembering(state), ...(fetches ? [{ do: 'fetch', whole: false } as const] : [])],
  };
}
