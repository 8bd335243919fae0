/** What a person can do to a board: each edit is one recipe on an immer draft of the document. */
import type { BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { compactLayout, type MinSize, moveItem, placeItem, resizeItem, type Size } from './layout.ts';

export type Edit = (draft: DashboardDocument) => void;
export interface Place {
  x: number;
  y: number;
}

/** Writes only the places that changed, so that a step's patches stay as small as the step. */
function setLayout(draft: DashboardDocument, next: readonly LayoutItem[]): void {
  const places = draft.layouts.lg;
  places.length = Math.min(places.length, next.length);
  next.forEach((item, at) => {
    const old = places[at];
    const same =
      old && old.i === item.i && old.x === item.x && old.y === item.y && old.w === item.w && old.h === item.h;
    if (!same) places[at] = item;
  });
}

export const addWidget =
  (widget: BoardWidget, size: Size, at?: Place): Edit =>
  (draft) => {
    draft.widgets.push(widget);
    setLayout(draft, placeItem(draft.layouts.lg, widget.id, size, at));
  };

export const moveWidget =
  (id: string, x: number, y: number): Edit =>
  (draft) =>
    setLayout(draft, moveItem(draft.layouts.lg, id, x, y));

export const resizeWidget =
  (id: string, size: Size, min: MinSize): Edit =>
  (draft) =>
    setLayout(draft, resizeItem(draft.layouts.lg, id, size, min));

/** Takes the places that a drag, a resize or an arrow key on the grid ended with. */
export const arrangeWidgets =
  (layout: readonly LayoutItem[]): Edit =>
  (draft) => {
    const places = new Map(layout.map((item) => [item.i, item]));
    setLayout(draft, compactLayout(draft.layouts.lg.map((item) => places.get(item.i) ?? item)));
  };

export const configureWidget =
  (id: string, config: Record<string, unknown>, version: number): Edit =>
  (draft) => {
    const widget = draft.widgets.find((one) => one.id === id);
    if (!widget || (widget.version === version && JSON.stringify(widget.config) === JSON.stringify(config)))
      return;
    widget.config = config;
    widget.version = version;
  };

export const removeWidget =
  (id: string): Edit =>
  (draft) => {
    const at = draft.widgets.findIndex((widget) => widget.id === id);
    if (at < 0) return;
    draft.widgets.splice(at, 1);
    setLayout(draft, compactLayout(draft.layouts.lg.filter((item) => item.i !== id)));
  };

/** A copy of a widget at the first place with room for it. */
export const duplicateWidget =
  (id: string, copyId: string): Edit =>
  (draft) => {
    const widget = draft.widgets.find((one) => one.id === id);
    const place = draft.layouts.lg.find((item) => item.i === id);
    if (!widget || !place) return;
    const copy: BoardWidget = { ...JSON.parse(JSON.stringify(widget)), id: copyId };
    addWidget(copy, { w: place.w, h: place.h })(draft);
  };

export const replaceDocument =
  (next: DashboardDocument): Edit =>
  (draft) => {
    draft.version = next.version;
    draft.widgets = next.widgets;
    draft.layouts = next.layouts;
  };
