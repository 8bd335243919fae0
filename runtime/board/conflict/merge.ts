/**
 * Merges the work of two users on one board by widget, place and field. The user decides conflicts, widget by widget.
 */
import type { BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { sameValue } from '../../core/document/same.ts';
import { compactBoard, tabOf } from '../../core/document/tabs.ts';
import {
  boardFields,
  changedNames,
  movedWidgets,
  ownFields,
  placesById,
  widgetsById,
} from '../versions/difference.ts';
import { joinList, LISTS, type Side } from './lists.ts';

/** Reserved id for choices about the board as a whole (its tabs). */
export const BOARD = ':board';

export interface Contest {
  id: string;
  /** Names of the fields that both users changed. Empty if the conflict is about the place or a removal. */
  fields: string[];
  place: boolean;
  /** The side that removed the widget. The other one changed it. */
  removedBy: Side | null;
}
export interface Merge {
  document: DashboardDocument;
  contests: Contest[];
}
type Choices = Readonly<Record<string, Side>>;
type Dict = Record<string, unknown>;

interface Joined {
  value: Dict;
  contested: string[];
}

/**
 * Merges field by field. A field that one side changed has the value of that side. A field with two different changes
 * has the value of the chosen side.
 */
function joinFields(base: Dict, mine: Dict, theirs: Dict, side: Side): Joined {
  const changedByMine = new Set(changedNames(base, mine));
  const contested: string[] = [];
  const value: Dict = { ...mine };
  for (const name of changedNames(base, theirs)) {
    if (sameValue(mine[name], theirs[name])) continue;
    if (changedByMine.has(name)) {
      contested.push(name);
      if (side === 'mine') continue;
    }
    if (Object.hasOwn(theirs, name)) value[name] = theirs[name];
    else delete value[name];
  }
  return { value, contested };
}

/**
 * Merges a widget. If the versions of its configuration differ, their fields differ too, so the chosen side replaces
 * the whole configuration.
 */
function joinWidget(base: BoardWidget | undefined, mine: BoardWidget, theirs: BoardWidget, side: Side) {
  const start = base ?? { id: mine.id, type: '', version: 0, config: {} };
  if (mine.version !== theirs.version || mine.type !== theirs.type) {
    const changed = [mine, theirs].map((widget) => !sameValue(start, widget));
    const chosenWidget =
      changed[0] && changed[1] ? (side === 'mine' ? mine : theirs) : changed[1] ? theirs : mine;
    return { widget: chosenWidget, contested: changed[0] && changed[1] ? ['version'] : [] };
  }
  const joined = joinFields(ownFields(start), ownFields(mine), ownFields(theirs), side);
  const config = joinFields(start.config, mine.config, theirs.config, side);
  const widget = { ...joined.value, id: mine.id, config: config.value } as BoardWidget;
  return { widget, contested: [...config.contested, ...joined.contested] };
}

interface Moves {
  mine: ReadonlySet<string>;
  theirs: ReadonlySet<string>;
}

/** Merges a place. If one user moved the widget and the other only pushed it aside, the moved place is used. */
function joinPlace(
  base: LayoutItem | undefined,
  mine: LayoutItem,
  theirs: LayoutItem,
  moves: Moves,
  side: Side,
) {
  const start = base ?? { i: mine.i, x: -1, y: -1, w: 0, h: 0 };
  const { value, contested } = joinFields(
    { x: start.x, w: start.w, h: start.h },
    { x: mine.x, w: mine.w, h: mine.h },
    { x: theirs.x, w: theirs.w, h: theirs.h },
    side,
  );
  const [movedByMine, other] = [moves.mine.has(mine.i), moves.theirs.has(mine.i)];
  const both = movedByMine && other && mine.y !== theirs.y && mine.y !== start.y && theirs.y !== start.y;
  const follow: Side = both
    ? side
    : other && !movedByMine
      ? 'theirs'
      : movedByMine || mine.y !== start.y
        ? 'mine'
        : 'theirs';
  const y = follow === 'mine' ? mine.y : theirs.y;
  return { place: { ...value, i: mine.i, y } as LayoutItem, contested: both || contested.length > 0 };
}

/** Merges the board's own fields, and lists among them entry by entry. */
function joinBoard([base, mine, theirs]: readonly [Dict, Dict, Dict], side: Side): Joined {
  const { value, contested } = joinFields(base, mine, theirs, side);
  const contestedFields = contested.filter((name) => !Object.hasOwn(LISTS, name));
  for (const [name, kind] of Object.entries(LISTS)) {
    const lists = [base, mine, theirs].map((fields) => (fields[name] as unknown[] | undefined) ?? []);
    const joined = joinList(kind, lists as [unknown[], unknown[], unknown[]], side);
    if (joined.contested) contestedFields.push(name);
    if (joined.list.length > 0) value[name] = joined.list;
    else if (Object.hasOwn(value, name)) value[name] = [];
  }
  return { value, contested: contestedFields };
}

const sides = (document: DashboardDocument) => ({
  widgets: widgetsById(document),
  places: placesById(document),
});

export function mergeDocuments(
  base: DashboardDocument,
  mine: DashboardDocument,
  theirs: DashboardDocument,
  choices: Choices = {},
): Merge {
  const [atBase, atMine, atTheirs] = [sides(base), sides(mine), sides(theirs)];
  const moves = { mine: movedWidgets(base, mine), theirs: movedWidgets(base, theirs) };
  const contests: Contest[] = [];
  const widgets: BoardWidget[] = [];
  const places: LayoutItem[] = [];
  const keep = (widget: BoardWidget, place: LayoutItem | undefined) => {
    widgets.push(widget);
    if (place) places.push(place);
  };

  for (const id of new Set([...atMine.widgets.keys(), ...atTheirs.widgets.keys()])) {
    const side = choices[id] ?? 'mine';
    const start = atBase.widgets.get(id);
    const myWidget = atMine.widgets.get(id);
    const other = atTheirs.widgets.get(id);
    if (myWidget && other) {
      const joined = joinWidget(start, myWidget, other, side);
      const [p, q] = [atMine.places.get(id), atTheirs.places.get(id)];
      const put = p && q && joinPlace(atBase.places.get(id), p, q, moves, side);
      keep(joined.widget, put?.place ?? p ?? q);
      const place = put?.contested === true;
      if (joined.contested.length > 0 || place)
        contests.push({ id, fields: joined.contested, place, removedBy: null });
      continue;
    }
    const [left, removedBy, widgetsAt]: [BoardWidget, Side, ReturnType<typeof sides>] = myWidget
      ? [myWidget, 'theirs', atMine]
      : [other as BoardWidget, 'mine', atTheirs];
    if (!start) keep(left, widgetsAt.places.get(id));
    else if (!sameValue(start, left)) {
      contests.push({ id, fields: [], place: false, removedBy });
      if (side !== removedBy) keep(left, widgetsAt.places.get(id));
    }
  }
  const whole = joinBoard(
    [boardFields(base), boardFields(mine), boardFields(theirs)],
    choices[BOARD] ?? 'mine',
  );
  if (whole.contested.length > 0)
    contests.push({ id: BOARD, fields: whole.contested, place: false, removedBy: null });
  const { tabs } = whole.value as Pick<DashboardDocument, 'tabs'>;
  const joined = {
    ...whole.value,
    version: mine.version,
    // A widget whose tab was removed moves to the first one.
    widgets: widgets.map((widget) => {
      const { tab: _tab, ...rest } = widget;
      const tab = tabOf(widget, tabs);
      return tab === undefined ? rest : { ...rest, tab };
    }),
    layouts: { lg: places },
  };
  return { document: { ...joined, layouts: { lg: compactBoard(joined) } }, contests };
}
