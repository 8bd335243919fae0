/**
 * Schedules the requests of a page. It requests data for all widgets together, every 20 seconds (V014), and notifies
 * widgets with changed data. Rounds never overlap, and pause while the page is hidden. The pure steps are in
 * `roundSteps.ts` and `pageSteps.ts`. This file executes their effects.
 */
import { createAsker, type RequestNeeds } from './asker.ts';
import { createListeners } from './listeners.ts';
import { drawLive, msToRefresh, pushPoints, runBoard, watchWidgets } from './pageSteps.ts';
import { REFRESH_MS } from './refreshInterval.ts';
import { answerRound, beginRound, failRound, recoverRound, renewKinds } from './roundSteps.ts';
import {
  type Answers,
  type Effect,
  type Round,
  type RunMode,
  readState,
  type Step,
  specsMissing,
  startState,
  type Watch,
} from './schedulerState.ts';
import { createStagger, type Timers } from './stagger.ts';
import type { WidgetState } from './state.ts';
import type { LivePoint, NeedSpec } from './types.ts';

const LIVE_MS = 1_000;
/** Name of the round for listeners. Other names are widget ids. */
const ROUND = 'round';

/** A cache that outlives the page. A returning user sees the last values until the next answer. */
export interface AnswerMemory {
  read(): Answers | null;
  write(answers: Answers): void;
}

export interface SchedulerOptions {
  ask: RequestNeeds;
  now(): number;
  timers: Timers;
  memory?: AnswerMemory;
}

export interface Scheduler {
  watch(list: readonly Watch[]): void;
  /** Sets the widgets that are visible without scrolling. They are rendered first, in the same frame. */
  see(ids: ReadonlySet<string>): void;
  run(mode: RunMode): void;
  refresh(): Promise<void>;
  /** Repeats failed requests, unless the board is paused. */
  recover(): void;
  /** Repeats only requests for needs of these kinds, after an event about them. */
  renew(kinds: readonly NeedSpec['kind'][]): void;
  push(points: readonly LivePoint[]): void;
  read(id: string): WidgetState;
  subscribe(id: string, listener: () => void): () => void;
  round(): Round;
  subscribeRound(listener: () => void): () => void;
  close(): void;
}

export function createScheduler({ ask, now, timers, memory }: SchedulerOptions): Scheduler {
  const requestNeeds = createAsker(ask);
  const widgets = createListeners();
  const rounds = createListeners();
  const stagger = createStagger(timers, now, widgets.tell);
  const abort = new AbortController();
  let state = startState(memory?.read() ?? null);
  let refreshing: unknown = null;
  let drawing: unknown = null;

  const apply = (step: Step): void => {
    state = step.state;
    for (const effect of step.effects) carryOut(effect);
  };

  function carryOut(effect: Effect): void {
    if (effect.do === 'fetch') void fetch(effect.whole);
    else if (effect.do === 'draw') effect.ids.forEach(widgets.tell);
    else if (effect.do === 'drawByAndBy') drawByAndBy(effect.ids, effect.afterMs);
    else if (effect.do === 'notifyRound') rounds.tell(ROUND);
    else if (effect.do === 'remember') memory?.write(effect.answers);
    else if (effect.do === 'planRefresh') planRefresh(msToRefresh(state, now()));
    else drawing ??= timers.set(onLive, LIVE_MS);
  }

  function drawByAndBy(ids: readonly string[], afterMs: number): void {
    if (afterMs === 0) stagger.add(ids);
    else timers.set(() => !abort.signal.aborted && stagger.add(ids), afterMs);
  }

  async function fetch(whole: boolean): Promise<void> {
    if (abort.signal.aborted) return;
    const { asked, ...begun } = beginRound(state, { whole }, now());
    apply(begun);
    if (!asked) return;
    const results = await requestNeeds(asked.specs, abort.signal).catch(() => null);
    if (abort.signal.aborted) return;
    apply(results ? answerRound(state, asked, results, now()) : failRound(state, asked));
    if (results && specsMissing(state).length > 0) await fetch(false);
  }

  function planRefresh(ms: number | null): void {
    if (refreshing !== null) timers.clear(refreshing);
    refreshing = ms === null || abort.signal.aborted ? null : timers.set(onRefresh, ms);
  }

  function onRefresh(): void {
    void fetch(true);
    refreshing = timers.set(onRefresh, REFRESH_MS);
  }

  function onLive(): void {
    drawing = null;
    apply(drawLive(state, now()));
  }

  return {
    watch: (list) => apply(watchWidgets(state, list, now())),
    see: (seen) => apply({ state: { ...state, seen }, effects: [] }),
    run: (mode) => apply(runBoard(state, mode, now())),
    refresh: () => fetch(true),
    recover: () => apply(recoverRound(state)),
    renew: (kinds) => apply(renewKinds(state, kinds)),
    push: (points) => apply(pushPoints(state, points)),
    read: (id) => readState(state, id),
    subscribe: widgets.add,
    round: () => state.round,
    subscribeRound: (listener) => rounds.add(ROUND, listener),
    close() {
      abort.abort();
      stagger.close();
      for (const handle of [refreshing, drawing]) if (handle !== null) timers.clear(handle);
    },
  };
}
