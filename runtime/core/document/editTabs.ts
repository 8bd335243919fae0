/** Edits the tabs of a board. */
import type { BoardTab } from '../../../generated/definition.ts';
import { type Edit, setPlaces } from './edit.ts';
import { MAX_TABS, MAX_TITLE } from './parse.ts';
import { tabOf } from './tabs.ts';

/** Adds a tab. The first call makes two tabs: `rest` with the existing widgets, and the new empty tab. */
export const addTab =
  (tab: BoardTab, rest: BoardTab): Edit =>
  (draft) => {
    if ((draft.tabs?.length ?? 0) >= MAX_TABS) return;
    if (!draft.tabs?.length) {
      draft.tabs = [rest];
      for (const widget of draft.widgets) widget.tab = rest.id;
    }
    draft.tabs.push(tab);
  };

export const renameTab =
  (id: string, title: string): Edit =>
  (draft) => {
    const tab = draft.tabs?.find((tab) => tab.id === id);
    const name = title.trim().slice(0, MAX_TITLE);
    if (tab && name !== '') tab.title = name;
  };

/** Moves a tab by one place to the left (-1) or to the right (1). */
export const moveTab =
  (id: string, by: -1 | 1): Edit =>
  (draft) => {
    const { tabs = [] } = draft;
    const index = tabs.findIndex((tab) => tab.id === id);
    if (index < 0 || !tabs[index + by]) return;
    const [tab] = tabs.splice(index, 1);
    tabs.splice(index + by, 0, tab!);
  };

/**
 * Removes a tab with all its widgets, unless one is locked. If a single tab remains, the board becomes a board without
 * tabs.
 */
export const removeTab =
  (id: string): Edit =>
  (draft) => {
    const { tabs, widgets } = draft;
    if (!tabs?.some((tab) => tab.id === id)) return;
    const onIt = widgets.filter((widget) => tabOf(widget, tabs) === id);
    if (onIt.some(({ locked }) => locked)) return;
    draft.widgets = widgets.filter((widget) => !onIt.includes(widget));
    draft.tabs = tabs.filter((tab) => tab.id !== id);
    if (draft.tabs.length < 2) {
      delete draft.tabs;
      for (const widget of draft.widgets) delete widget.tab;
    }
    setPlaces(draft, []);
  };
