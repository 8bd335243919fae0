/** What one widget knows at a moment. */
import { needKey } from './needs.ts';
import type { NeedResult, NeedSpec } from './types.ts';

export interface WidgetState {
  status: 'loading' | 'ready' | 'failed';
  results: NeedResult[];
  /** When the data was fetched; null before the first answer. */
  at: number | null;
}

export const LOADING: WidgetState = { status: 'loading', results: [], at: null };

const sameResults = (a: readonly NeedResult[], b: readonly NeedResult[]) =>
  a.length === b.length && a.every((result, at) => result === b[at]);

/** A failed refresh says so, but keeps what was known before it. */
export function nextState(
  before: WidgetState,
  specs: readonly NeedSpec[],
  known: ReadonlyMap<string, NeedResult>,
  at: number,
): WidgetState {
  const results = specs.map((spec) => known.get(needKey(spec)));
  if (results.includes(undefined)) return before;
  const complete = results as NeedResult[];
  if (complete.every((result) => result.ok)) {
    const same = before.status === 'ready' && sameResults(before.results, complete);
    return same ? { ...before, at } : { status: 'ready', results: complete, at };
  }
  const kept = complete.map((result, index) => {
    const old = before.results[index];
    return result.ok || !old?.ok ? result : old;
  });
  // Widgets only ever see answers: what never came is no result.
  return { ...before, status: 'failed', results: kept.every((result) => result.ok) ? kept : before.results };
}

export const failState = (before: WidgetState): WidgetState => ({ ...before, status: 'failed' });
