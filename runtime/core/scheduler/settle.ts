/** Applies the next state to widgets, and decides which widgets to render, and when. */
import type { Effect, SchedulerState, Step, Watched } from './schedulerState.ts';
import { LOADING, type WidgetState } from './state.ts';

/** Delay in ms between the first frame and the rendering of invisible widgets. */
export const UNSEEN_MS = 100;

const isDrawn = (before: WidgetState, next: WidgetState): boolean =>
  next.status !== before.status || next.results !== before.results;

/** Applies `change` to each widget. Widgets with an unchanged state remain the same objects. */
export function settle(state: SchedulerState, change: (one: Watched) => WidgetState): Step {
  const first: string[] = [];
  const next: string[] = [];
  const watched = new Map<string, Watched>();
  for (const [id, widget] of state.watched) {
    const after = change(widget);
    watched.set(id, after === widget.state ? widget : { ...widget, state: after });
    if (!isDrawn(widget.state, after)) continue;
    (widget.state === LOADING && state.seen.has(id) ? first : next).push(id);
  }
  return { state: { ...state, watched }, effects: drawing(first, next) };
}

/**
 * Returns the effects that render widgets. In the first paint all visible widgets are rendered in one frame, because
 * there is nothing to keep responsive yet.
 */
const drawing = (first: readonly string[], next: readonly string[]): Effect[] => [
  ...(first.length > 0 ? [{ do: 'draw', ids: first } as const] : []),
  ...(next.length > 0
    ? [{ do: 'drawByAndBy', ids: next, afterMs: first.length > 0 ? UNSEEN_MS : 0 } as const]
    : []),
];
