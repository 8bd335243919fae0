/**
 * Stores the closed sections for the viewer. The stored state of the board applies until the viewer opens or closes a
 * section.
 */
import { createContext, useContext, useMemo, useState } from 'react';
import type { DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { foldedWidgets, SECTION, sectionsOf } from '../../core/document/sections.ts';

interface Sections {
  /** Returns the number of widgets in a section, or 0 if unknown. */
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

/** Returns the closed sections. In edit mode all sections are open and cannot be closed. */
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
