/** Steps caused by the page: changed widgets, changed visibility, pushed points. Pure: no clock, no network. */
import { groupPoints, patchResult } from './live.ts';
import { needKey } from './needs.ts';
import { REFRESH_MS } from './refreshInterval.ts';
import { firstState, remembering } from './roundSteps.ts';
import {
  type Effect,
  type RunMode,
  type SchedulerState,
  type Step,
  specsMissing,
  specsOf,
  type Watch,
  type Watched,
} from './schedulerState.ts';
import { settle } from './settle.ts';
import { LOADING, nextState } from './state.ts';
import type { LivePoint } from './types.ts';

/** Adds new and reconfigured widgets. Other widgets remain the same objects. */
export function watchWidgets(before: SchedulerState, list: readonly Watch[], now: number): Step {
  const { moment, mode } = before;
  const begin = ({ id, needs }: Watch): Watched => ({
    id,
    needs,
    specs: moment === null ? [] : needs(moment),
    state: LOADING,
  });
  const watched = list.map((watch) => {
    const old = before.watched.get(watch.id);
    return old?.needs === watch.needs ? old : begin(watch);
  });
  const state = { ...before, watched: new Map(watched.map((widget) => [widget.id, widget])) };
  const fetch: Effect[] = mode.visible ? [{ do: 'fetch', whole: moment === null }] : [];
  if (moment === null) return { state, effects: fetch };
  const ids = watched.filter((widget) => widget !== before.watched.get(widget.id)).map(({ id }) => id);
  const settled = settle(state, (widget) =>
    widget.state === LOADING ? firstState(state, widget, now) : widget.state,
  );
  return {
    state: settled.state,
    effects: [...settled.effects, { do: 'drawByAndBy', ids, afterMs: 0 }, ...fetch],
  };
}

/** Handles changes of the page's visibility and of the automatic refresh. */
export function runBoard(before: SchedulerState, mode: RunMode, now: number): Step {
  const { moment, wasPaused } = before;
  const woke = mode.visible && (!before.mode.visible || (mode.auto && !before.mode.auto));
  // After a pause the board is refreshed at once.
  const resumed = wasPaused && mode.visible && mode.auto;
  const state = { ...before, mode, wasPaused: mode.visible ? !mode.auto : wasPaused };
  const whole = moment === null || resumed || (mode.auto && now - moment >= REFRESH_MS);
  const fetches = woke && state.watched.size > 0 && (whole || specsMissing(state).length > 0);
  return { state, effects: [...(fetches ? [{ do: 'fetch', whole } as const] : []), { do: 'planRefresh' }] };
}

/** Returns milliseconds until the next refresh. Null while the board is paused. */
export function msToRefresh({ mode, moment }: SchedulerState, now: number): number | null {
  if (!mode.visible || !mode.auto) return null;
  return moment === null ? 0 : Math.max(0, REFRESH_MS - (now - moment));
}

export function pushPoints(state: SchedulerState, points: readonly LivePoint[]): Step {
  if (points.length === 0 || state.moment === null) return { state, effects: [] };
  return { state: { ...state, live: [...state.live, ...points] }, effects: [{ do: 'planLive' }] };
}

/** Inserts pushed points into the answers and the affected widgets. */
export function drawLive(before: SchedulerState, now: number): Step {
  const points = groupPoints(before.live);
  const results = new Map(before.known);
  for (const spec of specsOf(before)) {
    const key = needKey(spec);
    const result = results.get(key);
    if (result) results.set(key, patchResult(spec, result, points));
  }
  const patched = { ...before, live: [], known: results };
  const { state, effects } = settle(patched, (widget) => {
    if (widget.state.status !== 'ready') return widget.state;
    const next = nextState(widget.state, widget.specs, results, now);
    return next.results === widget.state.results ? widget.state : next;
  });
  return { state, effects: [...effects, ...remembering(state)] };
}
