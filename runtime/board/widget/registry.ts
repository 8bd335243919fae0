/** The registry of widget types: their data for drawing, and their code, which is loaded on demand. */
import { useCallback, useEffect, useState } from 'react';
import { type DrawnWidget, drawnWidgets } from '../../../generated/drawnWidgets.ts';
import { whenOnline } from '../../kit/browser/whenOnline.ts';
import { widgetLoader } from './loaders.ts';
import type { AnyWidgetModule } from './widget.ts';

const modules = new Map<string, AnyWidgetModule>();
const pending = new Map<string, Promise<AnyWidgetModule>>();

export const widgetDefinitions: Readonly<Record<string, DrawnWidget>> = drawnWidgets;

export function widgetDefinition(type: string): DrawnWidget | undefined {
  return Object.hasOwn(widgetDefinitions, type) ? widgetDefinitions[type] : undefined;
}

export function loadWidget(type: string): Promise<AnyWidgetModule> {
  const loading = pending.get(type);
  if (loading) return loading;
  const load = widgetLoader(type);
  if (!load) return Promise.reject(new Error(`no widget type ${type}`));
  const promise = load().then((loaded) => {
    const module = (loaded as { default: AnyWidgetModule }).default;
    modules.set(type, module);
    return module;
  });
  pending.set(type, promise);
  // The next call loads the failed module again.
  promise.catch(() => pending.delete(type));
  return promise;
}

export type WidgetModules = ReadonlyMap<string, AnyWidgetModule | 'failed'>;

/** Returns the loaded modules of these types. `retry` loads failed ones again. */
export function useWidgetModules(types: readonly string[]): { modules: WidgetModules; retry(): void } {
  const key = [...new Set(types)].sort().join(' ');
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set());
  const [, arrived] = useState(0);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `attempt` repeats the request
  useEffect(() => {
    let gone = false;
    for (const type of key.split(' ')) {
      if (!widgetLoader(type) || modules.has(type)) continue;
      loadWidget(type).then(
        () => !gone && arrived((count) => count + 1),
        () => !gone && setFailed((before) => new Set([...before, type])),
      );
    }
    return () => {
      gone = true;
    };
  }, [key, attempt]);
  const hasFailed = failed.size > 0;
  const retry = useCallback(() => {
    setFailed(new Set());
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => (hasFailed ? whenOnline(retry) : undefined), [hasFailed, retry]);
  const loaded = new Map<string, AnyWidgetModule | 'failed'>();
  for (const type of key.split(' ')) {
    const module = modules.get(type) ?? (failed.has(type) ? 'failed' : undefined);
    if (module) loaded.set(type, module);
  }
  return { modules: loaded, retry };
}
