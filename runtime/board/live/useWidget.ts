/** Returns a widget's answers for its component, and the widgets hidden by their option `hide`. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Scheduler } from '../../core/scheduler/scheduler.ts';
import type { WidgetState } from '../../core/scheduler/state.ts';
import { type OptionConfig, type OptionInput, resultsWithOptions } from '../options/index.ts';
import type { ResolvedWidget } from '../widget/resolve.ts';
import { type BoardMoment, type ShownWidget, useWidgetState } from './useBoardData.ts';

const NOTHING: OptionInput = { results: [], compared: [], hidden: false };

function inputOf(resolved: ResolvedWidget, moment: BoardMoment, state: WidgetState): OptionInput {
  if (resolved.state !== 'ready') return NOTHING;
  const context = { ...moment, now: state.at ?? Date.now(), editing: false };
  try {
    return resultsWithOptions(resolved.module, resolved.config, context, state.results);
  } catch {
    return NOTHING;
  }
}

export function useWidget(scheduler: Scheduler, { widget, resolved }: ShownWidget, moment: BoardMoment) {
  const state = useWidgetState(scheduler, widget.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refresh with equal results must not render the widget
  const input = useMemo(() => inputOf(resolved, moment, state), [resolved, moment, state.results]);
  return { state, ...input };
}

const ruleOf = ({ resolved }: ShownWidget) =>
  resolved.state === 'ready' && ((resolved.config as OptionConfig).hide?.when ?? 'never') !== 'never';

/** Returns the ids of the hidden widgets. The set remains the same object while nothing changes. */
export function useHiddenWidgets(
  scheduler: Scheduler,
  shown: readonly ShownWidget[],
  moment: BoardMoment,
): ReadonlySet<string> {
  const ruled = useMemo(() => shown.filter(ruleOf), [shown]);
  const subscribe = useCallback(
    (changed: () => void) => {
      const leave = ruled.map(({ widget }) => scheduler.subscribe(widget.id, changed));
      return () => {
        for (const release of leave) release();
      };
    },
    [scheduler, ruled],
  );
  const key = useSyncExternalStore(subscribe, () =>
    ruled
      .filter(({ widget, resolved }) => inputOf(resolved, moment, scheduler.read(widget.id)).hidden)
      .map(({ widget }) => widget.id)
      .join(' '),
  );
  return useMemo(() => new Set(key === '' ? [] : key.split(' ')), [key]);
}
