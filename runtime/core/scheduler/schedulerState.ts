/** The state of a page's scheduler, and the effects of a step. */
import { needKey } from './needs.ts';
import { LOADING, type WidgetState } from './state.ts';
import type { LivePoint, NeedResult, NeedSpec } from './types.ts';

/** A board's cached answers of one moment. */
export interface Answers {
  /** Times in milliseconds of the request and of the answer. */
  moment: number;
  at: number;
  /** Answers by the key of the need. */
  known: ReadonlyMap<string, NeedResult>;
}

/** A widget with its needs. `needs` is a pure function of the moment. A new function means a new configuration. */
export interface Watch {
  id: string;
  needs(now: number): NeedSpec[];
}

export interface Watched extends Watch {
  specs: readonly NeedSpec[];
  state: WidgetState;
}

export interface Round {
  /** Time of the last complete refresh. Null before the first answer. */
  at: number | null;
  running: boolean;
  failed: boolean;
}

/** `visible`: the page is visible. `auto`: automatic refresh is on. */
export interface RunMode {
  visible: boolean;
  auto: boolean;
}

/** Times are epoch milliseconds. */
export interface SchedulerState {
  /** By id, in the order of the board. */
  watched: ReadonlyMap<string, Watched>;
  /** The ids of the widgets that are visible without scrolling. */
  seen: ReadonlySet<string>;
  /** The answers, by the key of their need. */
  known: ReadonlyMap<string, NeedResult>;
  /** The displayed moment. Null before the first round. */
  moment: number | null;
  round: Round;
  mode: RunMode;
  /** True if automatic refresh was off while the board was visible. */
  wasPaused: boolean;
  /** Pushed points that are not inserted yet. */
  live: readonly LivePoint[];
}

export type Effect =
  /** Begins a round if none is running. `whole`: a complete refresh at a new moment. */
  | { do: 'fetch'; whole: boolean }
  /** Notifies these widgets in one frame. */
  | { do: 'draw'; ids: readonly string[] }
  /** Notifies these widgets in small groups, after a delay in milliseconds. */
  | { do: 'drawByAndBy'; ids: readonly string[]; afterMs: number }
  | { do: 'notifyRound' }
  | { do: 'remember'; answers: Answers }
  | { do: 'planRefresh' }
  | { do: 'planLive' };

export interface Step {
  state: SchedulerState;
  effects: readonly Effect[];
}

export const startState = (remembered: Answers | null): SchedulerState => ({
  watched: new Map(),
  seen: new Set(),
  known: new Map(remembered?.known),
  moment: remembered?.moment ?? null,
  round: { at: remembered?.at ?? null, running: false, failed: false },
  mode: { visible: false, auto: false },
  wasPaused: false,
  live: [],
});

export const specsOf = ({ watched }: Pick<SchedulerState, 'watched'>): NeedSpec[] =>
  [...watched.values()].flatMap(({ specs }) => specs);

/** Returns the needs without an answer. */
export const specsMissing = (state: Pick<SchedulerState, 'watched' | 'known'>): NeedSpec[] =>
  specsOf(state).filter((spec) => !state.known.has(needKey(spec)));

export const readState = ({ watched }: SchedulerState, id: string): WidgetState =>
  watched.get(id)?.state ?? LOADING;
