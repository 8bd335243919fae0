/** Serializes widgets as text for another tab, board or site. Pasted text is validated like any document. */

import type { BoardWidget, DashboardDocument, LayoutItem, Text } from '../../../generated/definition.ts';
import { isObject } from '../object.ts';
import { DOCUMENT_VERSION } from './migrate.ts';
import { parseDocument } from './parse.ts';
import { listNeededStandIns, type StandIn } from './standIns.ts';

const MARK = 'wattdeck.widgets';
const MAX_CHARS = 1_000_000;

export interface Clip {
  /** The station of the widgets' variables. Empty without a station, `*` for a board of any station. */
  stationSn: string;
  widgets: BoardWidget[];
  places: LayoutItem[];
  /** The texts of the widgets in both languages. */
  texts: Text[];
  /** The stand-ins of their variables, each for one station. */
  standIns: StandIn[];
}

/** Returns the chosen widgets of a board as text. Null if there are none. */
export function clipText(
  document: DashboardDocument,
  ids: readonly string[],
  stationSn: string,
): string | null {
  const widgets = document.widgets.filter(({ id }) => ids.includes(id));
  if (widgets.length === 0) return null;
  const lg = document.layouts.lg.filter(({ i }) => ids.includes(i));
  // Tab and lock belong to the source board, so they are not copied.
  const free = widgets.map(({ tab: _tab, locked: _locked, ...widget }) => widget);
  const serialized = JSON.stringify(free);
  const isUsed = (form: string): boolean => serialized.includes(JSON.stringify(form));
  const texts = document.texts?.filter(({ zh, en }) => isUsed(zh) || isUsed(en)) ?? [];
  const standIns = listNeededStandIns(document.standIns, free);
  return JSON.stringify({
    ...{ is: MARK, version: DOCUMENT_VERSION, stationSn, widgets: free, layouts: { lg } },
    ...(texts.length > 0 && { texts }),
    ...(standIns.length > 0 && { standIns }),
  });
}

function readJson(text: string): Record<string, unknown> | null {
  if (text.length > MAX_CHARS || !text.includes(MARK)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** `none`: the text contains no widgets. `newer`: a newer version of the platform copied the text. */
export function readClip(text: string): Clip | 'none' | 'newer' {
  const value = readJson(text);
  if (value?.is !== MARK) return 'none';
  const { document, problems } = parseDocument(value);
  if (problems.includes('newer')) return 'newer';
  if (document.widgets.length === 0) return 'none';
  const stationSn = typeof value.stationSn === 'string' ? value.stationSn : '';
  return {
    ...{ stationSn, widgets: document.widgets, places: document.layouts.lg },
    texts: document.texts ?? [],
    standIns: document.standIns ?? [],
  };
}

/** Returns the same widgets with new ids. */
export function renameClip({ widgets, places, ...clip }: Clip, newId: () => string): Clip {
  const ids = new Map(widgets.map(({ id }) => [id, newId()]));
  return {
    ...clip,
    widgets: widgets.map((widget) => ({ ...structuredClone(widget), id: ids.get(widget.id)! })),
    places: places.map((item) => ({ ...item, i: ids.get(item.i)! })),
  };
}
