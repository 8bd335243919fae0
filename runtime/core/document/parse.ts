/**
 * Reads any stored board. Newer parts remain unchanged and read-only, and broken parts are reported. The rest of the
 * board opens.
 */

import type { BoardTab, BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { COLUMNS, DEFAULT_SIZE, MAX_HEIGHT, placeItem } from './layout.ts';
import { DOCUMENT_VERSION, migrateDocument } from './migrate.ts';
import { readStandIns } from './standIns.ts';
import { compactBoard, layoutOn, tabOf } from './tabs.ts';
import { readTexts } from './texts.ts';

export const MAX_WIDGETS = 200;
export const MAX_TABS = 20;
export const MAX_TITLE = 50;
const ID = /^[A-Za-z0-9_-]{1,40}$/;
const TYPE = /^[a-z][A-Za-z0-9]{0,59}$/;

export type DocumentProblem = 'unreadable' | 'newer' | 'widgets' | 'layout' | 'tooMany';
export interface ParsedDocument {
  document: DashboardDocument;
  problems: DocumentProblem[];
  /** True if saving would lose content: newer content, unreadable parts, or widgets above the limit. */
  readOnly: boolean;
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1;

export const emptyDocument = (): DashboardDocument => ({
  version: DOCUMENT_VERSION,
  widgets: [],
  layouts: { lg: [] },
});

/** Reads tabs with a valid id and a title. Only the first tab with an id is used. */
function readTabs(value: unknown): BoardTab[] {
  const tabs = new Map<string, BoardTab>();
  for (const entry of Array.isArray(value) ? value.slice(0, MAX_TABS) : []) {
    if (!isObject(entry) || typeof entry.id !== 'string' || !ID.test(entry.id) || tabs.has(entry.id))
      continue;
    if (typeof entry.title !== 'string' || entry.title === '') continue;
    tabs.set(entry.id, { id: entry.id, title: entry.title.slice(0, MAX_TITLE) });
  }
  return [...tabs.values()];
}

function readWidget(value: unknown, tabs: readonly BoardTab[]): BoardWidget | null {
  if (!isObject(value) || typeof value.type !== 'string' || !TYPE.test(value.type)) return null;
  if (typeof value.id !== 'string' || !ID.test(value.id)) return null;
  if (!isCount(value.version) || !isObject(value.config)) return null;
  const widget: BoardWidget = {
    id: value.id,
    type: value.type,
    version: value.version,
    config: value.config,
  };
  const tab = tabOf({ ...widget, tab: value.tab as string }, tabs);
  return { ...widget, ...(tab && { tab }), ...(value.locked === true && { locked: true }) };
}

/** Returns a new id for a second widget with the same id, so that both widgets remain. */
function uniqueId(id: string, used: ReadonlySet<string>): string {
  for (let n = 2; used.has(id); n++) id = `${id.slice(0, 34)}-${n}`;
  return id;
}

function readPlace(value: unknown): LayoutItem | null {
  if (!isObject(value) || typeof value.i !== 'string') return null;
  const [x, y, w, h] = [value.x, value.y, value.w, value.h].map((n) =>
    typeof n === 'number' && Number.isFinite(n) ? Math.round(n) : null,
  );
  if (x == null || y == null || !w || !h || w < 1 || h < 1) return null;
  const width = Math.min(w, COLUMNS);
  return {
    i: value.i,
    x: Math.min(Math.max(x, 0), COLUMNS - width),
    y: Math.min(Math.max(y, 0), 9999),
    w: width,
    h: Math.min(h, MAX_HEIGHT),
  };
}

type Placeless = Omit<DashboardDocument, 'layouts'>;

function readPlaces(value: unknown, board: Placeless, problems: Set<DocumentProblem>): LayoutItem[] {
  const list = isObject(value) && Array.isArray(value.lg) ? value.lg : [];
  const places = new Map<string, LayoutItem>();
  for (const entry of list.slice(0, MAX_WIDGETS * 2)) {
    const place = readPlace(entry);
    if (place && !places.has(place.i)) places.set(place.i, place);
    else if (!place) problems.add('layout');
  }
  const items = board.widgets.flatMap((widget) => places.get(widget.id) ?? []);
  const lg = compactBoard({ ...board, layouts: { lg: items } });
  const missing = board.widgets.filter((widget) => !places.has(widget.id));
  if (missing.length) problems.add('layout');
  for (const widget of missing) {
    const standing = layoutOn({ ...board, layouts: { lg } }, tabOf(widget, board.tabs));
    const place = placeItem(standing, widget.id, DEFAULT_SIZE).at(-1);
    if (place) lg.push({ ...place });
  }
  return compactBoard({ ...board, layouts: { lg } });
}

function readWidgets(list: readonly unknown[], tabs: BoardTab[], problems: Set<DocumentProblem>) {
  if (list.length > MAX_WIDGETS) problems.add('tooMany');
  const used = new Set<string>();
  return list.slice(0, MAX_WIDGETS).flatMap((entry) => {
    const widget = readWidget(entry, tabs);
    if (!widget) {
      problems.add('widgets');
      return [];
    }
    const id = uniqueId(widget.id, used);
    used.add(id);
    return { ...widget, id };
  });
}

export function parseDocument(value: unknown): ParsedDocument {
  if (value === null || value === undefined)
    return { document: emptyDocument(), problems: [], readOnly: false };
  if (!isObject(value) || !isCount(value.version) || !Array.isArray(value.widgets)) {
    return { document: emptyDocument(), problems: ['unreadable'], readOnly: true };
  }
  const problems = new Set<DocumentProblem>();
  const newer = value.version > DOCUMENT_VERSION;
  if (newer) problems.add('newer');
  const current = migrateDocument(value, value.version);
  const tabs = readTabs(current.tabs);
  const texts = readTexts(current.texts);
  const standIns = readStandIns(current.standIns);
  const board: Placeless = {
    version: DOCUMENT_VERSION,
    ...(tabs.length > 0 && { tabs }),
    ...(texts.length > 0 && { texts }),
    ...(standIns.length > 0 && { standIns }),
    widgets: readWidgets(current.widgets as unknown[], tabs, problems),
  };
  return {
    document: { ...board, layouts: { lg: readPlaces(current.layouts, board, problems) } },
    problems: [...problems],
    readOnly: newer || problems.has('tooMany'),
  };
}
