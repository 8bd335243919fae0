/** A board with several tabs has one list of places. Each tab is a grid of its own. */
import type { BoardTab, BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { compactLayout, type GridItem } from './layout.ts';

type Board = Pick<DashboardDocument, 'tabs' | 'widgets' | 'layouts'>;

/** Returns the tab of a widget. Undefined on a board without tabs. */
export function tabOf(widget: BoardWidget, tabs: readonly BoardTab[] | undefined): string | undefined {
  if (!tabs?.length) return undefined;
  return tabs.some(({ id }) => id === widget.tab) ? widget.tab : tabs[0]!.id;
}

export const widgetsOn = ({ widgets, tabs }: Board, tab: string | undefined): BoardWidget[] =>
  widgets.filter((widget) => tabOf(widget, tabs) === tab);

/** Returns the places on one tab, with locked places marked. */
export function layoutOn(board: Board, tab: string | undefined): GridItem[] {
  const standing = new Map(widgetsOn(board, tab).map((widget) => [widget.id, widget]));
  return board.layouts.lg.flatMap((item): GridItem[] => {
    const widget = standing.get(item.i);
    if (!widget) return [];
    return [widget.locked ? { ...item, static: true } : item];
  });
}

const plain = ({ i, x, y, w, h }: LayoutItem): LayoutItem => ({ i, x, y, w, h });

/** Returns all places compacted, tab by tab, in the order of the list. Places without a widget are removed. */
export function compactBoard(board: Board): LayoutItem[] {
  const tabs = board.tabs?.length ? board.tabs.map(({ id }) => id) : [undefined];
  const placed = new Map(
    tabs.flatMap((tab) => compactLayout(layoutOn(board, tab)).map((item) => [item.i, plain(item)] as const)),
  );
  return board.layouts.lg.flatMap(({ i }) => placed.get(i) ?? []);
}
