/** Edits the widgets of a board. Each function works on an immer draft of the document. */
import { current, isDraft } from 'immer';
import type { BoardWidget, DashboardDocument, LayoutItem, Text } from '../../../generated/definition.ts';
import { type Alignment, alignItems } from './align.ts';
import { DEFAULT_SIZE, placeItem, type Size, settleLayout } from './layout.ts';
import { DOCUMENT_VERSION } from './migrate.ts';
import { sameValue } from './same.ts';
import { listNeededStandIns, type StandIn, standInsWith } from './standIns.ts';
import { compactBoard, layoutOn, tabOf } from './tabs.ts';
import { MAX_TEXTS, textsTable } from './texts.ts';

export type Edit = (draft: DashboardDocument) => void;
export interface Place {
  x: number;
  y: number;
}

const samePlace = (a: LayoutItem | undefined, b: LayoutItem) =>
  a?.i === b.i && a.x === b.x && a.y === b.y && a.w === b.w && a.h === b.h;

/** Returns the plain values of a draft, because reading a draft is slow. */
const bare = (draft: DashboardDocument): DashboardDocument => (isDraft(draft) ? current(draft) : draft);

/**
 * Sets these places. Other widgets move up around them. Only changed places are written, so that undo steps are small.
 */
export function setPlaces(draft: DashboardDocument, next: readonly LayoutItem[]): void {
  const { tabs, widgets, layouts } = bare(draft);
  const nextById = new Map(next.map((item) => [item.i, item]));
  const ids = new Set(layouts.lg.map(({ i }) => i));
  const lg = [
    ...layouts.lg.map((item) => nextById.get(item.i) ?? item),
    ...next.filter(({ i }) => !ids.has(i)),
  ];
  const compacted = compactBoard({ tabs, widgets, layouts: { lg } });
  const places = draft.layouts.lg;
  if (places.length > compacted.length) places.length = compacted.length;
  compacted.forEach((item, index) => {
    if (!samePlace(layouts.lg[index], item)) places[index] = item;
  });
}

/** Adds stand-ins, and removes stand-ins that no widget uses. */
function setStandIns(draft: DashboardDocument, coming: readonly StandIn[] = []): void {
  const { standIns = [], widgets } = bare(draft);
  const next = listNeededStandIns(standInsWith(standIns, coming), widgets);
  if (sameValue(next, standIns)) return;
  if (next.length > 0) draft.standIns = next;
  else delete draft.standIns;
}

const widgetOf = (draft: DashboardDocument, id: string) => draft.widgets.find((widget) => widget.id === id);

const onTab = ({ tab: _tab, ...widget }: BoardWidget, tab: string | undefined): BoardWidget => ({
  ...widget,
  ...(tab && { tab }),
});

export const addWidget =
  (widget: BoardWidget, size: Size, place?: Place): Edit =>
  (draft) => {
    const tab = tabOf(widget, draft.tabs);
    const layout = layoutOn(bare(draft), tab);
    draft.widgets.push(onTab(widget, tab));
    setPlaces(draft, placeItem(layout, widget.id, size, place));
  };

/** Sets the places at the end of a drag, a resize or a key command. */
export const arrangeWidgets =
  (layout: readonly LayoutItem[]): Edit =>
  (draft) => {
    const free = new Set(bare(draft).widgets.flatMap(({ id, locked }) => (locked ? [] : [id])));
    setPlaces(
      draft,
      layout.filter(({ i }) => free.has(i)),
    );
  };

export const alignWidgets =
  (ids: readonly string[], how: Alignment): Edit =>
  (draft) => {
    const first = ids.map((id) => widgetOf(draft, id)).find((widget) => widget !== undefined);
    if (!first) return;
    const layout = layoutOn(bare(draft), tabOf(first, draft.tabs));
    setPlaces(draft, settleLayout(layout, alignItems(layout, ids, how)));
  };

/** @param standIns stand-ins chosen in the same dialog, for this station only */
export const configureWidget =
  (id: string, config: Record<string, unknown>, version: number, standIns: readonly StandIn[] = []): Edit =>
  (draft) => {
    const widget = widgetOf(draft, id);
    if (!widget || widget.locked) return;
    if (widget.version !== version || !sameValue(widget.config, config)) {
      widget.config = config;
      widget.version = version;
    }
    setStandIns(draft, standIns);
  };

export const removeWidgets =
  (ids: readonly string[]): Edit =>
  (draft) => {
    const remaining = draft.widgets.filter((widget) => widget.locked || !ids.includes(widget.id));
    if (remaining.length === draft.widgets.length) return;
    for (let index = draft.widgets.length - 1; index >= 0; index--)
      if (!remaining.includes(draft.widgets[index]!)) draft.widgets.splice(index, 1);
    setStandIns(draft);
    setPlaces(draft, []);
  };

export const lockWidgets =
  (ids: readonly string[], locked: boolean): Edit =>
  (draft) => {
    for (const id of ids) {
      const widget = widgetOf(draft, id);
      if (!widget) continue;
      if (locked) widget.locked = true;
      else delete widget.locked;
    }
    // Unlocking lets widgets move up that the lock had blocked.
    setPlaces(draft, []);
  };

/** Returns the places of these widgets. Widgets without a place are added below the others. */
function placesOf(widgets: readonly BoardWidget[], places: readonly LayoutItem[]): LayoutItem[] {
  const placesById = new Map(places.map((item) => [item.i, item]));
  const below = Math.max(0, ...places.map(({ y, h }) => y + h));
  return widgets.map(({ id }) => placesById.get(id) ?? { i: id, x: 0, y: below, ...DEFAULT_SIZE });
}

/** Pastes widgets with their relative places, as one block at the first free place. */
export const pasteWidgets =
  (
    widgets: readonly BoardWidget[],
    places: readonly LayoutItem[],
    tab: string | undefined,
    texts: readonly Text[] = [],
    standIns: readonly StandIn[] = [],
  ): Edit =>
  (draft) => {
    if (widgets.length === 0) return;
    // Texts of the target board are not overwritten.
    const table = textsTable(draft.texts);
    const unknown = texts.filter(({ zh, en }) => !table.has(zh) && !table.has(en));
    if (unknown.length > 0) draft.texts = [...(draft.texts ?? []), ...unknown].slice(0, MAX_TEXTS);
    const coming = placesOf(widgets, places);
    const [left, top] = [Math.min(...coming.map(({ x }) => x)), Math.min(...coming.map(({ y }) => y))];
    const w = Math.max(...coming.map((item) => item.x + item.w)) - left;
    const h = Math.max(...coming.map((item) => item.y + item.h)) - top;
    const target = tabOf({ ...widgets[0]!, tab }, draft.tabs);
    const standing = layoutOn(bare(draft), target);
    const block = placeItem(standing, '', { w, h }).at(-1)!;
    for (const { locked: _locked, ...widget } of widgets) draft.widgets.push(onTab(widget, target));
    // Stand-ins of the target board are kept.
    if (standIns.length > 0) setStandIns(draft, [...standIns, ...(bare(draft).standIns ?? [])]);
    setPlaces(
      draft,
      coming.map((item) => ({ ...item, x: item.x - left + block.x, y: item.y - top + block.y })),
    );
  };

/** Duplicates widgets with these ids, side by side on a tab, independent of the original places. */
export const duplicateWidgets =
  (ids: ReadonlyMap<string, string>, tab: string | undefined): Edit =>
  (draft) => {
    const { widgets, layouts } = bare(draft);
    const copies = widgets.flatMap((widget) => {
      const id = ids.get(widget.id);
      return id === undefined ? [] : [{ ...structuredClone(widget), id }];
    });
    const places = layouts.lg.flatMap((item) => {
      const i = ids.get(item.i);
      return i === undefined ? [] : [{ ...item, i }];
    });
    pasteWidgets(copies, places, tab)(draft);
  };

/** Moves widgets to another tab, as one block at the first free place. */
export const carryWidgets =
  (ids: readonly string[], tab: string): Edit =>
  (draft) => {
    for (const id of ids) {
      const widget = widgetOf(draft, id);
      if (!widget || widget.locked || tabOf(widget, draft.tabs) === tab) continue;
      const place = draft.layouts.lg.find(({ i }) => i === id);
      const standing = layoutOn(bare(draft), tab);
      widget.tab = tab;
      if (place) setPlaces(draft, [{ ...place, ...placeItem(standing, id, place).at(-1)! }]);
    }
  };

export const replaceDocument =
  (next: DashboardDocument): Edit =>
  (draft) => {
    draft.version = DOCUMENT_VERSION;
    draft.widgets = next.widgets;
    draft.layouts = next.layouts;
    if (next.tabs) draft.tabs = next.tabs;
    else delete draft.tabs;
    if (next.texts) draft.texts = next.texts;
    else delete draft.texts;
    if (next.standIns) draft.standIns = next.standIns;
    else delete draft.standIns;
  };
