import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { BoardWidget } from '../../../generated/definition.ts';
import { createScheduler, type Scheduler, type SchedulerOptions } from '../../core/scheduler/scheduler.ts';
import type { Watch } from '../../core/scheduler/schedulerState.ts';
import type { WidgetState } from '../../core/scheduler/state.ts';
import type { NeedSpec } from '../../core/scheduler/types.ts';
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { needsWithOptions } from '../options/index.ts';
import { isRecorded, type ResolvedWidget } from '../widget/resolve.ts';
import type { WidgetContext } from '../widget/widget.ts';

/** The id of the configured widget in the board's scheduler. */
export const PREVIEW_ID = 'preview';

export type BoardMoment = Omit<WidgetContext, 'now' | 'editing'>;
export interface ShownWidget {
  widget: BoardWidget;
  resolved: ResolvedWidget;
}

const UNSEEN_MS = 300;

const browserTimers = {
  set: (run: () => void, ms: number) => window.setTimeout(run, ms),
  clear: (handle: unknown) => window.clearTimeout(handle as number),
  drawn(run: () => void): () => void {
    let after = 0;
    const frame = requestAnimationFrame(() => {
      after = window.setTimeout(end);
    });
    // A hidden page gets no animation frames.
    const late = window.setTimeout(end, UNSEEN_MS);
    const cancel = (): void => {
      cancelAnimationFrame(frame);
      window.clearTimeout(after);
      window.clearTimeout(late);
    };
    function end(): void {
      cancel();
      run();
    }
    return cancel;
  },
};

/**
 * Returns the needs of a widget. The code of the widget computes them, and its errors must not affect other widgets.
 */
function needsOf(resolved: Extract<ResolvedWidget, { state: 'ready' }>, moment: BoardMoment): Watch['needs'] {
  return (now): NeedSpec[] => {
    try {
      return needsWithOptions(resolved.module, resolved.config, { ...moment, now, editing: false });
    } catch {
      return [];
    }
  };
}

const isLookedAt = () => document.visibilityState === 'visible';

/** The source of the board's answers, and its cache. */
export type BoardSource = Pick<SchedulerOptions, 'ask' | 'memory'>;

/** Requests the board's known content at once, in parallel with the rendering of the board. */
function startScheduler(source: BoardSource, list: readonly Watch[]): Scheduler {
  const scheduler = createScheduler({ ...source, now: () => Date.now(), timers: browserTimers });
  if (list.length > 0 && isLookedAt()) {
    scheduler.watch(list);
    // Draws cached answers first. Requests would delay the first drawing.
    const { at } = scheduler.round();
    if (at === null) void scheduler.refresh();
    else browserTimers.drawn(() => scheduler.round().at === at && void scheduler.refresh());
  }
  return scheduler;
}

/** Returns the scheduler of one board with its widgets. Later changes of `source` are ignored. */
export function useBoardData(
  shown: readonly ShownWidget[],
  moment: BoardMoment,
  auto: boolean,
  source: BoardSource,
): Scheduler {
  const watches = useRef(new Map<string, { config: unknown; moment: BoardMoment; watch: Watch }>());
  const list = useMemo(() => {
    const next: Watch[] = [];
    for (const { widget, resolved } of shown) {
      if (resolved.state !== 'ready' || !isRecorded(resolved.definition, moment)) continue;
      const old = watches.current.get(widget.id);
      const same = old && old.config === resolved.config && old.moment === moment;
      const watch = same ? old.watch : { id: widget.id, needs: needsOf(resolved, moment) };
      watches.current.set(widget.id, { config: resolved.config, moment, watch });
      next.push(watch);
    }
    return next;
  }, [shown, moment]);
  const [scheduler] = useState(() => startScheduler(source, list));

  useEffect(() => scheduler.watch(list), [scheduler, list]);

  useEffect(() => whenOnline(() => scheduler.recover()), [scheduler]);

  useEffect(() => {
    const follow = () => scheduler.run({ visible: isLookedAt(), auto });
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      // React runs no effects on a hidden kept-alive page, so the cleanup stops all requests.
      document.removeEventListener('visibilitychange', follow);
      scheduler.run({ visible: false, auto: false });
    };
  }, [scheduler, auto]);
  return scheduler;
}

export function useWidgetState(scheduler: Scheduler, id: string): WidgetState {
  const subscribe = useCallback((changed: () => void) => scheduler.subscribe(id, changed), [scheduler, id]);
  return useSyncExternalStore(subscribe, () => scheduler.read(id));
}

export function useRound(scheduler: Scheduler) {
  const subscribe = useCallback((changed: () => void) => scheduler.subscribeRound(changed), [scheduler]);
  return useSyncExternalStore(subscribe, () => scheduler.round());
}
