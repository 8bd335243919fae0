/** Returns the visible places: the open tab without its closed sections. Other widgets request no data. */
import { useCallback, useMemo } from 'react';
import type { DashboardDocument } from '../../../generated/definition.ts';
import { layoutOn } from '../../core/document/tabs.ts';
import { textIn } from '../../core/document/texts.ts';
import type { BoardViewState } from '../address/useBoardView.ts';
import type { BoardWords } from '../widget/resolve.ts';
import { useFolding } from './sections.tsx';

const NO_TABS: NonNullable<DashboardDocument['tabs']> = [];

export function useBoardPlaces(
  document: DashboardDocument,
  { table, lang }: BoardWords,
  editing: boolean,
  view: BoardViewState,
) {
  const stored = document.tabs ?? NO_TABS;
  const tabs = useMemo(
    () => stored.map((tab) => ({ ...tab, title: textIn(table, lang, tab.title) })),
    [stored, table, lang],
  );
  const tab = (tabs.find(({ id }) => id === view.tab) ?? tabs[0])?.id;
  const all = useMemo(() => layoutOn(document, tab), [document, tab]);
  const { sections, folded } = useFolding(document, all, editing);
  const layout = useMemo(() => all.filter(({ i }) => !folded.has(i)), [all, folded]);
  const { change } = view;
  const openTab = useCallback((id: string | null) => change({ tab: id }), [change]);
  return { tabs, tab, openTab, layout, sections };
}
