/** The state of each widget, derived from its requests and their answers. */
import { needKey } from './needs.ts';
import type { NeedResult, NeedSpec } from './types.ts';

export interface WidgetState {
  status: 'loading' | 'ready' | 'failed';
  results: NeedResult[];
  /** Time of the data. Null before the first answer. */
  at: number | null;
  /** Error code of a rejected need, if the failure has this reason. */
  refusal?: number;
}

export const LOADING: WidgetState = { status: 'loading', results: [], at: null };

const sameResults = (a: readonly NeedResult[], b: readonly NeedResult[]) =>
  a.length === b.length && a.every((result, index) => result === b[index]);

/** Returns the next state. A failed refresh is marked, and the previous answers remain. */
export function nextState(
  before: WidgetState,
  specs: readonly NeedSpec[],
  resultsByKey: ReadonlyMap<string, NeedResult>,
  loadedAt: number,
): WidgetState {
  const results = specs.map((spec) => resultsByKey.get(needKey(spec)));
  if (results.includes(undefined)) return before;
  const complete = results as NeedResult[];
  if (complete.every((result) => result.ok)) {
    const same = before.status === 'ready' && sameResults(before.results, complete);
    return same ? { ...before, at: loadedAt } : { status: 'ready', results: complete, at: loadedAt };
  }
  const shownResults = complete.map((result, index) => {
    const old = before.results[index];
    return result.ok || !old?.ok ? result : old;
  });
  // Widgets get successful answers only.
  const shown = shownResults.every((result) => result.ok) ? shownResults : before.results;
  const refusal = complete.find(({ ok }) => !ok)?.code;
  return { ...before, status: 'failed', results: shown, refusal };
}

export const failState = (before: WidgetState): WidgetState => ({ ...before, status: 'failed' });
