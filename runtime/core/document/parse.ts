/**
 * Reads a stored board whatever it holds. What is understood is shown; what is newer than this program stays
 * untouched and read-only; what is broken is named, and the rest of the board still opens.
 */
import type { BoardWidget, DashboardDocument, LayoutItem } from '../../../generated/definition.ts';
import { COLUMNS, compactLayout, placeItem } from './layout.ts';

export const DOCUMENT_VERSION = 1;
export const MAX_WIDGETS = 200;
const DEFAULT_SIZE = { w: 6, h: 5 };
const ID = /^[A-Za-z0-9_-]{1,40}$/;
const TYPE = /^[a-z][A-Za-z0-9]{0,59}$/;

export type DocumentProblem = 'unreadable' | 'newer' | 'widgets' | 'layout' | 'tooMany';
export interface ParsedDocument {
  document: DashboardDocument;
  problems: DocumentProblem[];
  /** A newer document may mean things that this program would destroy by saving. */
  readOnly: boolean;
}

type Dict = Record<string, unknown>;
const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 1;

export const emptyDocument = (): DashboardDocument => ({
  version: DOCUMENT_VERSION,
  widgets: [],
  layouts: { lg: [] },
});

function readWidget(value: unknown): BoardWidget | null {
  if (!isDict(value) || typeof value.type !== 'string' || !TYPE.test(value.type)) return null;
  if (typeof value.id !== 'string' || !ID.test(value.id)) return null;
  if (!isCount(value.version) || !isDict(value.config)) return null;
  return { id: value.id, type: value.type, version: value.version, config: value.config };
}

/** A second widget with a known id gets one of its own: no widget is lost and keys stay unique. */
function uniqueId(id: string, taken: ReadonlySet<string>): string {
  for (let n = 2; taken.has(id); n++) id = `${id.slice(0, 34)}-${n}`;
  return id;
}

function readPlace(value: unknown): LayoutItem | null {
  if (!isDict(value) || typeof value.i !== 'string') return null;
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
    h: Math.min(h, 100),
  };
}

function readPlaces(value: unknown, widgets: BoardWidget[], problems: Set<DocumentProblem>): LayoutItem[] {
  const list = isDict(value) && Array.isArray(value.lg) ? value.lg : [];
  const places = new Map<string, LayoutItem>();
  for (const entry of list.slice(0, MAX_WIDGETS * 2)) {
    const place = readPlace(entry);
    if (place && !places.has(place.i)) places.set(place.i, place);
    else if (!place) problems.add('layout');
  }
  const known = widgets.flatMap((widget) => places.get(widget.id) ?? []);
  const missing = widgets.filter((widget) => !places.has(widget.id));
  if (missing.length) problems.add('layout');
  return missing.reduce((layout, widget) => placeItem(layout, widget.id, DEFAULT_SIZE), compactLayout(known));
}

export function parseDocument(value: unknown): ParsedDocument {
  if (value === null || value === undefined)
    return { document: emptyDocument(), problems: [], readOnly: false };
  if (!isDict(value) || !isCount(value.version) || !Array.isArray(value.widgets)) {
    return { document: emptyDocument(), problems: ['unreadable'], readOnly: false };
  }
  const problems = new Set<DocumentProblem>();
  const newer = value.version > DOCUMENT_VERSION;
  if (newer) problems.add('newer');
  if (value.widgets.length > MAX_WIDGETS) problems.add('tooMany');
  const taken = new Set<string>();
  const widgets: BoardWidget[] = [];
  for (const entry of value.widgets.slice(0, MAX_WIDGETS)) {
    const widget = readWidget(entry);
    if (!widget) {
      problems.add('widgets');
      continue;
    }
    const id = uniqueId(widget.id, taken);
    taken.add(id);
    widgets.push({ ...widget, id });
  }
  const layouts = { lg: readPlaces(value.layouts, widgets, problems) };
  return {
    document: { version: DOCUMENT_VERSION, widgets, layouts },
    problems: [...problems],
    readOnly: newer,
  };
}
