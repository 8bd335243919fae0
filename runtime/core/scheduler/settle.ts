/** Moves widgets to their next state, and decides which of them to draw, and how soon. */
import type { Effect, SchedulerState, Step, Watched } from './schedulerState.ts';
import { LOADING, type WidgetState } from './state.ts';

/** Milliseconds after the first frame until widgets that are not visible are drawn. */
export const UNSEEN_MS = 100;

const isDrawn = (before: WidgetState, next: WidgetState): boolean =>
  next.status !== before.status || next.results !== before.results;

/** Applies `change` to each widget. A widget is not changed if `change` returns its present state. */
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
 * Returns the drawing effects. Before the first paint there is nothing to keep responsive, so all visible widgets are
 * drawn in one frame.
 */
const drawing = (first: readonly string[], next: readonly string[]): Effect[] => [
  ...(first.length > 0 ? [{ do: 'draw', ids: first } as const] : []),
  ...(next.length > 0
    ? [{ do: 'drawByAndBy', ids: next, afterMs: first.length > 0 ? UNSEEN_MS : 0 } as const]
    : []),
];
