/** Keeps which sections are closed for the viewer: the stored state until the viewer opens or closes one. */
import { createContext, useContext, useMemo, useState } from 'react';
import type { DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { foldedWidgets, SECTION, sectionsOf } from '../../core/document/sections.ts';

interface Sections {
  /** Counts the widgets in a section. It is 0 if the number is not known. */
  count(id: string): number;
  isClosed(id: string, stored: boolean): boolean;
  toggle(id: string, closed: boolean): void;
}

const NONE: Sections = { count: () => 0, isClosed: (_id, stored) => stored, toggle: () => {} };
/** On paper all sections are open. */
export const UNFOLDED: Sections = { ...NONE, isClosed: () => false };
const SectionContext = createContext<Sections>(NONE);

export const SectionProvider = SectionContext.Provider;
export const useSections = () => useContext(SectionContext);

/** Returns the folded sections. Edit mode shows everything and folds nothing. */
export function useFolding(
  { widgets }: Pick<DashboardDocument, 'widgets'>,
  layout: readonly LayoutItem[],
  editing: boolean,
): { sections: Sections; folded: ReadonlySet<string> } {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  return useMemo(() => {
    const standing = sectionsOf(layout, widgets);
    const stored = new Map(
      widgets.filter(({ type }) => type === SECTION).map(({ id, config }) => [id, config.collapsed === true]),
    );
    const sections: Sections = {
      count: (id) => standing.get(id)?.length ?? 0,
      isClosed: (id, otherwise) => !editing && (chosen.get(id) ?? otherwise),
      toggle: (id, closed) => setChosen((before) => new Map(before).set(id, closed)),
    };
    const folded = foldedWidgets(standing, (id) => sections.isClosed(id, stored.get(id) === true));
    return { sections, folded };
  }, [widgets, layout, editing, chosen]);
}
