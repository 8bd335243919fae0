import { useMemo, useRef } from 'react';
import type { BoardWidget, DashboardDocument } from '../../../generated/definition.ts';
import type { BoardBind } from '../../core/boards/boardBinding.ts';
import { textsTable } from '../../core/document/texts.ts';
import { useLang } from '../../kit/i18n/index.ts';
import { useWidgetModules } from '../widget/registry.ts';
import { type BoardWords, resolveWidget } from '../widget/resolve.ts';
import type { ShownWidget } from './useBoardData.ts';

const resolvedConfig = ({ resolved }: ShownWidget) => ('config' in resolved ? resolved.config : null);

export function useBoardWords({ texts }: Pick<DashboardDocument, 'texts'>): BoardWords {
  const lang = useLang();
  return useMemo(() => ({ table: textsTable(texts), lang }), [texts, lang]);
}

/** Returns the document's widgets with their data for drawing. Unchanged widgets are the same objects. */
export function useShownWidgets(
  widgets: readonly BoardWidget[],
  words: BoardWords,
  bind: BoardBind | null = null,
): { shown: ShownWidget[]; reload(): void } {
  const { modules, retry } = useWidgetModules(widgets.map(({ type }) => type));
  const before = useRef(new Map<string, ShownWidget>());
  const loaded = [...modules].map(([type, module]) => (module === 'failed' ? `${type}!` : type)).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` changes with the loaded modules
  const shown = useMemo(() => {
    const next = widgets.map((widget): ShownWidget => {
      const fresh = { widget, resolved: resolveWidget(widget, modules, words, bind) };
      const old = before.current.get(widget.id);
      const same =
        old &&
        old.widget === widget &&
        old.resolved.state === fresh.resolved.state &&
        resolvedConfig(old) === resolvedConfig(fresh);
      return same ? old : fresh;
    });
    before.current = new Map(next.map((shownWidget) => [shownWidget.widget.id, shownWidget]));
    return next;
  }, [widgets, loaded, words, bind]);
  return { shown, reload: retry };
}
