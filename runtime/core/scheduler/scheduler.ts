/**
 * One scheduler a page: it asks for all widgets at once, every 20 seconds (V014), and tells each widget when
 * there is news for it. It never overlaps itself and rests while nobody looks.
 */
import { groupPoints, patchResult } from './live.ts';
import { MAX_NEEDS, needIdentity, needKey, planRound, readRound } from './needs.ts';
import { createStagger, type Timers } from './stagger.ts';
import { failState, LOADING, nextState, type WidgetState } from './state.ts';
import type { BoardNeed, LivePoint, NeedResult, NeedSpec } from './types.ts';

export const REFRESH_MS = 20_000;
export const LIVE_MS = 1_000;
/** What nobody sees yet is drawn when the first picture stands. */
export const UNSEEN_MS = 100;

/** What a board knew at a moment. */
export interface Answers {
  /** When its needs were asked for, in milliseconds, and when they were answered. */
  moment: number;
  at: number;
  /** By the key of the need. */
  known: ReadonlyMap<string, NeedResult>;
}
/** Outlasts the page: whoever comes back to it sees what it showed, as old as that is, until it is asked for anew. */
export interface AnswerMemory {
  read(): Answers | null;
  write(answers: Answers): void;
}

export interface SchedulerOptions {
  ask(needs: BoardNeed[], signal: AbortSignal): Promise<readonly NeedResult[]>;
  now(): number;
  timers: Timers;
  memory?: AnswerMemory;
}
/** `needs` is a pure function of the moment; a new function object means a new configuration. */
export interface Watch {
  id: string;
  needs(now: number): NeedSpec[];
}
export interface Round {
  /** When everything was last asked for; null before the first answer. */
  at: number | null;
  running: boolean;
  failed: boolean;
}
export interface Scheduler {
  watch(list: readonly Watch[]): void;
  /** Which widgets are in sight where nobody has scrolled yet: they are drawn first, and all at once. */
  see(ids: ReadonlySet<string>): void;
  /** `visible`: somebody looks at the page; `auto`: it refreshes by itself. */
  run(options: { visible: boolean; auto: boolean }): void;
  refresh(): Promise<void>;
  /** Asks again for needs of these kinds only, because something about them has happened. */
  renew(kinds: readonly NeedSpec['kind'][]): void;
  push(points: readonly LivePoint[]): void;
  read(id: string): WidgetState;
  subscribe(id: string, listener: () => void): () => void;
  round(): Round;
  subscribeRound(listener: () => void): () => void;
  close(): void;
}

interface Watched extends Watch {
  specs: NeedSpec[];
  state: WidgetState;
}

export function createScheduler({ ask, now, timers, memory }: SchedulerOptions): Scheduler {
  const watched = new Map<string, Watched>();
  const listeners = new Map<string, Set<() => void>>();
  const roundListeners = new Set<() => void>();
  const apart = new Set<string>();
  const live: LivePoint[] = [];
  let seen: ReadonlySet<string> = new Set();
  const remembered = memory?.read() ?? null;
  let known = new Map(remembered?.known);
  let moment: number | null = remembered?.moment ?? null;
  let round: Round = { at: remembered?.at ?? null, running: false, failed: false };
  let mode = { visible: false, auto: false };
  /** Auto-refresh was off while the board was visible. */
  let wasPaused = false;
  let tick: unknown = null;
  let liveTick: unknown = null;
  let abort = new AbortController();
  let closed = false;

  const tellRound = (next: Partial<Round>) => {
    round = { ...round, ...next };
    for (const listener of roundListeners) listener();
  };
  const tell = (id: string) => {
    for (const listener of listeners.get(id) ?? []) listener();
  };
  const others = createStagger(timers, now, tell);

  function settle(change: (one: Watched) => WidgetState): void {
    const first: string[] = [];
    const next: string[] = [];
    for (const one of watched.values()) {
      const state = change(one);
      if (state === one.state) continue;
      const drawn = state.status !== one.state.status || state.results !== one.state.results;
      if (drawn) (one.state === LOADING && seen.has(one.id) ? first : next).push(one.id);
      one.state = state;
    }
    // Before the first paint there is nothing to keep responsive: all visible widgets are drawn in one frame.
    for (const id of first) tell(id);
    if (first.length === 0) others.add(next);
    else timers.set(() => !closed && others.add(next), UNSEEN_MS);
  }

  /** Of a widget that begins with what others have asked for: it is as old as the round. */
  const firstState = (one: Watched): WidgetState =>
    one.state.at === null ? nextState(one.state, one.specs, known, round.at ?? now()) : one.state;

  async function askAll(specs: readonly NeedSpec[]): Promise<Map<string, NeedResult>> {
    const results = new Map<string, NeedResult>();
    const signal = abort.signal;
    let open = specs;
    while (open.length > 0) {
      const plan = planRound(open, apart);
      const answered: NeedResult[] = [];
      for (let from = 0; from < plan.needs.length; from += MAX_NEEDS) {
        answered.push(...(await ask(plan.needs.slice(from, from + MAX_NEEDS), signal)));
      }
      const answer = readRound(plan, answered);
      for (const [key, result] of answer.results) results.set(key, result);
      for (const spec of answer.retry) apart.add(needIdentity(spec));
      open = answer.retry;
    }
    return results;
  }

  /** A whole round asks for everything at a new moment; otherwise only for what is not known yet. */
  async function fetch(whole: boolean): Promise<void> {
    if (round.running || closed) return;
    const isWhole = whole || moment === null;
    const at = isWhole || moment === null ? now() : moment;
    if (isWhole) {
      moment = at;
      for (const one of watched.values()) one.specs = one.needs(at);
    }
    const all = [...watched.values()].flatMap((one) => one.specs);
    const specs = whole ? all : all.filter((spec) => !known.has(needKey(spec)));
    if (specs.length > 0) {
      tellRound({ running: true });
      const asked = new Set(
        [...watched.values()].filter((one) => one.specs.some((spec) => specs.includes(spec))),
      );
      try {
        const results = await askAll(specs);
        if (closed) return;
        known = whole ? results : new Map([...known, ...results]);
        const answeredAt = now();
        settle((one) =>
          isWhole || asked.has(one) ? nextState(one.state, one.specs, known, answeredAt) : one.state,
        );
        tellRound({
          running: false,
          failed: false,
          ...((isWhole || round.at === null) && { at: answeredAt }),
        });
        if (round.at !== null) memory?.write({ moment: at, at: round.at, known });
      } catch {
        if (closed) return;
        settle((one) => (asked.has(one) ? failState(one.state) : one.state));
        tellRound({ running: false, failed: true });
      }
    } else settle((one) => (isWhole ? nextState(one.state, one.specs, known, at) : firstState(one)));
    if (!round.failed && missing()) await fetch(false);
  }

  const missing = () =>
    [...watched.values()].some((one) => one.specs.some((spec) => !known.has(needKey(spec))));

  function plan(): void {
    if (tick !== null) timers.clear(tick);
    tick = null;
    if (closed || !mode.visible || !mode.auto) return;
    const age = moment === null ? REFRESH_MS : now() - moment;
    tick = timers.set(onTick, Math.max(0, REFRESH_MS - age));
  }

  function onTick(): void {
    tick = null;
    if (!round.running) void fetch(true);
    tick = timers.set(onTick, REFRESH_MS);
  }

  function drawLive(): void {
    liveTick = null;
    const points = groupPoints(live.splice(0));
    for (const one of watched.values()) {
      for (const spec of one.specs) {
        const key = needKey(spec);
        const result = known.get(key);
        if (result) known.set(key, patchResult(spec, result, points));
      }
    }
    settle((one) => {
      if (one.state.status !== 'ready') return one.state;
      const next = nextState(one.state, one.specs, known, now());
      return next.results === one.state.results ? one.state : next;
    });
  }

  return {
    watch(list) {
      const before = new Map(watched);
      watched.clear();
      for (const { id, needs } of list) {
        const old = before.get(id);
        if (old && old.needs === needs) watched.set(id, old);
        else watched.set(id, { id, needs, specs: moment === null ? [] : needs(moment), state: LOADING });
      }
      if (moment !== null) {
        settle((one) => (one.state === LOADING ? firstState(one) : one.state));
        others.add([...watched.values()].filter((one) => one !== before.get(one.id)).map((one) => one.id));
      }
      if (mode.visible) void fetch(moment === null);
    },
    see(ids) {
      seen = ids;
    },
    run(options) {
      const woke = options.visible && (!mode.visible || (options.auto && !mode.auto));
      // A board that was paused shows the present at once.
      const resumed = wasPaused && options.visible && options.auto;
      if (options.visible) wasPaused = !options.auto;
      mode = options;
      const old = moment === null || resumed || (options.auto && now() - moment >= REFRESH_MS);
      if (woke && watched.size > 0 && (old || missing())) void fetch(old);
      plan();
    },
    refresh: () => fetch(true),
    renew(kinds) {
      for (const one of watched.values()) {
        for (const spec of one.specs) if (kinds.includes(spec.kind)) known.delete(needKey(spec));
      }
      if (mode.visible && moment !== null) void fetch(false);
    },
    push(points) {
      if (points.length === 0 || moment === null) return;
      live.push(...points);
      liveTick ??= timers.set(drawLive, LIVE_MS);
    },
    read: (id) => watched.get(id)?.state ?? LOADING,
    subscribe(id, listener) {
      const set = listeners.get(id) ?? new Set();
      listeners.set(id, set.add(listener));
      return () => set.delete(listener);
    },
    round: () => round,
    subscribeRound(listener) {
      roundListeners.add(listener);
      return () => roundListeners.delete(listener);
    },
    close() {
      closed = true;
      abort.abort();
      abort = new AbortController();
      others.close();
      for (const handle of [tick, liveTick]) if (handle !== null) timers.clear(handle);
    },
  };
}
