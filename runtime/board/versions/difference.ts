/** Compares two states of a board widget by widget. */
import type { BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { sameValue } from '../../core/document/same.ts';

export type Change = 'added' | 'removed' | 'moved' | 'changed';
export interface FieldChange {
  /** A field of the configuration, or a field of the widget itself (tab, lock). */
  name: string;
  inConfig: boolean;
  before: unknown;
  after: unknown;
}
export interface WidgetChange {
  id: string;
  /** The widget after the change. For a removed widget, its state before the change. */
  widget: BoardWidget;
  changes: Change[];
  from?: LayoutItem;
  to?: LayoutItem;
  fields: FieldChange[];
}
export interface Difference {
  widgets: WidgetChange[];
  /** Changes of the board as a whole, such as its tabs. */
  board: FieldChange[];
}

type Dict = Record<string, unknown>;

const byKey = <T>(list: readonly T[], key: (entry: T) => string) =>
  new Map(list.map((entry) => [key(entry), entry]));
export const widgetsById = (document: DashboardDocument) => byKey(document.widgets, ({ id }) => id);
export const placesById = (document: DashboardDocument) => byKey(document.layouts.lg, ({ i }) => i);

/** Returns the fields of a widget without id and configuration: version, tab, lock. */
export function ownFields({ id: _id, config: _config, ...own }: BoardWidget): Dict {
  return own;
}
/** Returns the fields of a board without widgets and places. */
export function boardFields(document: DashboardDocument): Dict {
  const { version: _version, widgets: _widgets, layouts: _layouts, ...own } = document;
  return own;
}

export const changedNames = (before: Dict, after: Dict): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !sameValue(before[name], after[name]),
  );

const fieldChanges = (before: Dict, after: Dict, inConfig: boolean): FieldChange[] =>
  changedNames(before, after).map((name) => ({
    name,
    inConfig,
    before: before[name],
    after: after[name],
  }));

/** Returns the indexes of a longest increasing subsequence. All other entries were moved. */
function risingRun(ranks: readonly number[]): Set<number> {
  const tails: number[] = [];
  const previous: number[] = [];
  ranks.forEach((rank, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ranks[tails[middle] as number]! < rank) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] as number) : -1;
    tails[low] = index;
  });
  const run = new Set<number>();
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] as number) run.add(index);
  return run;
}

/** Returns the places by tab, then by row. */
function inOrder(document: DashboardDocument): LayoutItem[] {
  const widgets = widgetsById(document);
  const tab = ({ i }: LayoutItem) => widgets.get(i)?.tab ?? '';
  return [...document.layouts.lg].sort(
    (a, b) => tab(a).localeCompare(tab(b)) || a.y - b.y || a.x - b.x || a.i.localeCompare(b.i),
  );
}

/** Returns the widgets that a user moved or resized. Widgets that were only pushed aside are not included. */
export function movedWidgets(before: DashboardDocument, after: DashboardDocument): Set<string> {
  const old = placesById(before);
  const now = placesById(after);
  const rank = new Map(
    inOrder(before)
      .filter(({ i }) => now.has(i))
      .map(({ i }, index) => [i, index]),
  );
  const remaining = inOrder(after).filter(({ i }) => rank.has(i));
  const stayed = risingRun(remaining.map(({ i }) => rank.get(i)!));
  return new Set(
    remaining.flatMap(({ i, x, w, h }, index) => {
      const was = old.get(i)!;
      return !stayed.has(index) || was.x !== x || was.w !== w || was.h !== h ? [i] : [];
    }),
  );
}

export function difference(before: DashboardDocument, after: DashboardDocument): Difference {
  const old = widgetsById(before);
  const now = widgetsById(after);
  const from = placesById(before);
  const to = placesById(after);
  const moved = movedWidgets(before, after);
  const widgets = [...new Set([...now.keys(), ...old.keys()])].flatMap((id): WidgetChange[] => {
    const was = old.get(id);
    const is = now.get(id);
    const fields =
      was && is
        ? [
            ...fieldChanges(was.config, is.config, true),
            ...fieldChanges(ownFields(was), ownFields(is), false),
          ]
        : [];
    const changes: Change[] = [];
    if (!was) changes.push('added');
    if (!is) changes.push('removed');
    if (moved.has(id)) changes.push('moved');
    if (fields.length > 0) changes.push('changed');
    const widget = is ?? was;
    return changes.length > 0 && widget
      ? [{ id, widget, changes, fields, from: from.get(id), to: to.get(id) }]
      : [];
  });
  return { widgets, board: fieldChanges(boardFields(before), boardFields(after), false) };
}
