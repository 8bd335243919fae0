/** Draws a board before and after in one small picture: the place and the change of each widget. */
import type { BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { COLUMNS } from '../../core/document/layout.ts';
import { tabOf } from '../../core/document/tabs.ts';
import { type Change, type Difference, placesById } from './difference.ts';

export interface Box {
  key: string;
  widget: BoardWidget;
  place: LayoutItem;
  change: Change | 'same';
  /** The old place of a moved widget. */
  ghost: boolean;
}
export interface Miniature {
  tab: { id: string; title: string } | null;
  rows: number;
  boxes: Box[];
}

function boxes(before: DashboardDocument, after: DashboardDocument, { widgets }: Difference): Box[] {
  const places = placesById(after);
  const changes = new Map(widgets.map((change) => [change.id, change]));
  const gone = widgets.flatMap(({ id, widget, changes: kinds, from }): Box[] => {
    if (!from || !(kinds.includes('removed') || kinds.includes('moved'))) return [];
    const removed = kinds.includes('removed');
    const was = before.widgets.find((oldWidget) => oldWidget.id === id) ?? widget;
    return [
      { key: `${id} was`, widget: was, place: from, change: removed ? 'removed' : 'moved', ghost: !removed },
    ];
  });
  const there = after.widgets.flatMap((widget): Box[] => {
    const place = places.get(widget.id);
    const kinds = changes.get(widget.id)?.changes ?? [];
    const change = kinds.includes('added')
      ? 'added'
      : kinds.includes('changed')
        ? 'changed'
        : (kinds[0] ?? 'same');
    return place ? [{ key: widget.id, widget, place, change, ghost: false }] : [];
  });
  return [...there, ...gone];
}

/** Makes a picture of each tab. On a board with tabs, unchanged tabs are omitted. */
export function miniatures(
  before: DashboardDocument,
  after: DashboardDocument,
  difference: Difference,
): Miniature[] {
  const all = boxes(before, after, difference);
  const tabs = new Map([...(before.tabs ?? []), ...(after.tabs ?? [])].map((tab) => [tab.id, tab]));
  const rowsOf = (list: readonly Box[]) =>
    list.reduce((rows, { place }) => Math.max(rows, place.y + place.h), 1);
  if (tabs.size === 0) return [{ tab: null, rows: rowsOf(all), boxes: all }];
  const list = [...tabs.values()];
  return list.flatMap((tab) => {
    const boxes = all.filter(({ widget }) => tabOf(widget, list) === tab.id);
    return boxes.some(({ change }) => change !== 'same') ? [{ tab, rows: rowsOf(boxes), boxes }] : [];
  });
}

const share = (part: number, whole: number) => `${(part / whole) * 100}%`;

export const boxStyle = ({ x, y, w, h }: LayoutItem, rows: number) => ({
  left: share(x, COLUMNS),
  top: share(y, rows),
  width: share(w, COLUMNS),
  height: share(h, rows),
});
