/** The view of a board in its address, so that a copied address opens the same view. Pure. */
import { isRangeName, type RangeName, resolveSpan } from '../../core/time/rangeName.ts';
import { DAY_MS, isoLocal, parseTime, startDay } from '../../core/time/timeWindow.ts';
import type { BoardRange } from '../widget/widget.ts';

export interface BoardView {
  /** Serial number of the station. Null for the station that is selected in the shell. */
  station: string | null;
  /** Id of the board. Null for the station's own board. */
  board: string | null;
  /** Serial number of the device that the board's widgets follow. Null for the first suitable device. */
  device: string | null;
  tab: string | null;
  /** The department whose stations the fleet widgets cover. Null for all. */
  dept: string | null;
  /** A range for `parseRange`. Null if each widget shows its own time. */
  range: string | null;
  /** The month (`YYYY-MM`) whose read-only snapshot is shown (decision 31). Null for the current board. */
  record: string | null;
  /** Seconds until the next board or tab on a wall screen. Null if it is not a wall screen. */
  kiosk: number | null;
  /** The sequence of views on a wall screen. */
  rotate: Rotation;
  /** The theme of a wall screen. Null for that of the signed-in user. */
  theme: WallTheme | null;
}

export const ROTATIONS = ['tabs', 'boards', 'none'] as const;
export type Rotation = (typeof ROTATIONS)[number];
export const WALL_THEMES = ['light', 'dark'] as const;
export type WallTheme = (typeof WALL_THEMES)[number];

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const MAX_LENGTH = 80;
export const KIOSK_SECONDS = { least: 5, most: 3600, first: 30 } as const;

const textOf = (params: URLSearchParams, name: string): string | null => {
  const value = params.get(name);
  return value && value.length <= MAX_LENGTH ? value : null;
};

function secondsOf(text: string | null): number | null {
  if (text === null) return null;
  const { least, most, first } = KIOSK_SECONDS;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : first;
  return Math.min(Math.max(seconds, least), most);
}

/** Reads a view. Users may type it by hand, so invalid values are ignored. */
export function readView(search: string): BoardView {
  const params = new URLSearchParams(search);
  const record = params.get('record');
  const rotate = params.get('rotate');
  return {
    station: textOf(params, 'station'),
    board: textOf(params, 'board'),
    device: textOf(params, 'device'),
    tab: textOf(params, 'tab'),
    dept: textOf(params, 'dept'),
    range: textOf(params, 'range'),
    record: record !== null && MONTH.test(record) ? record : null,
    kiosk: secondsOf(params.get('kiosk')),
    rotate: ROTATIONS.find((rotation) => rotation === rotate) ?? 'tabs',
    theme: WALL_THEMES.find((wallTheme) => wallTheme === params.get('theme')) ?? null,
  };
}

/**
 * Returns the query of the address with these changes. Null removes a parameter. Other parameters are kept.
 */
export function writeView(search: string, changes: Partial<BoardView>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined) params.delete(name);
    else params.set(name, String(value));
  }
  if (!params.has('kiosk')) for (const name of ['rotate', 'theme']) params.delete(name);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

const SEPARATOR = '..';
const MINUTE = 'YYYY-MM-DDTHH:mm'.length;
const DAY = 'YYYY-MM-DD'.length;
const BOUND = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/;

/**
 * Returns a bound of a range in epoch milliseconds. An end given as a day is the end of that day. Null for
 * invalid text.
 */
function parseBound(text: string, zone: string, end: boolean): number | null {
  if (!BOUND.test(text)) return null;
  if (text.length > DAY) return parseTime(text, zone);
  const noon = parseTime(`${text} 12:00`, zone);
  return noon === null ? null : startDay(end ? noon + DAY_MS : noon, zone);
}

/**
 * Parses a range such as `past7Days`, `now-3h` or `2026-11-01..2026-11-03`, whose days belong to the
 * station's zone and are both included. Bounds may also have times. Null for invalid text.
 */
export function parseRange(text: string | null, zone: string): BoardRange | null {
  if (text === null) return null;
  if (isRangeName(text)) return text;
  const [first = '', last = ''] = text.split(SEPARATOR);
  const from = parseBound(first, zone, false);
  const to = parseBound(last, zone, true);
  return from !== null && to !== null && from < to ? { from, to } : null;
}

/** Formats a range for the address. A range of whole days is written as days. */
export function rangeText(range: BoardRange, zone: string): string {
  if (typeof range === 'string') return range;
  const { from, to } = range;
  if (startDay(from, zone) === from && startDay(to, zone) === to)
    return `${isoLocal(from, zone).slice(0, DAY)}${SEPARATOR}${isoLocal(to - 1, zone).slice(0, DAY)}`;
  return `${isoLocal(from, zone).slice(0, MINUTE)}${SEPARATOR}${isoLocal(to, zone).slice(0, MINUTE)}`;
}

export interface Span {
  from: number;
  to: number;
}

export function rangeSpan(range: BoardRange, now: number, zone: string): Span {
  return typeof range === 'string' ? resolveSpan(range, now, zone) : range;
}

/**
 * Returns the name of the range that equals the span at the time `now`. Without such a name, returns the
 * span.
 */
export function rangeName(span: Span, now: number, zone: string, names: readonly RangeName[]): BoardRange {
  const name = names.find((rangeName) => {
    const { from, to } = rangeSpan(rangeName, now, zone);
    return from === span.from && to === span.to;
  });
  return name ?? span;
}
