/**
 * Parses messages in ThingsBoard's device format: `{"a": 1.5}`, `{"ts": ms, "values": {"a": 1.5}}`, and lists of both.
 * Pure: bytes in, entries and refusals out.
 */
import { isObject } from '../../../../runtime/core/object.ts';
import type { Reason } from './reasons.ts';

/** 0 good, 1 uncertain, 2 bad. */
export type Quality = 0 | 1 | 2;

export interface Entry {
  key: string;
  ts: number;
  value: number | boolean | string;
  quality: Quality;
}

export interface Refusal {
  key: string;
  reason: Reason;
  /** The value as received. */
  value?: unknown;
}

export interface ParsedPayload {
  entries: Entry[];
  refusals: Refusal[];
}

/** Maximum number of values in a message. The body limit usually stops larger messages earlier. */
export const MAX_ENTRIES = 100_000;

export const TIME_MIN = Date.UTC(1990, 0, 1);
/**
 * Maximum time in ms by which a point may be in the future. Later points would hide the following points from boards
 * and alarms.
 */
export const TIME_AHEAD_MS = 10 * 60_000;

type Fields = Record<string, unknown>;

/**
 * Parses integer milliseconds from a number or a string of digits. Devices send both. Null for other values.
 */
export function readTime(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.floor(number) : null;
}

/**
 * Returns the latest valid time of a point. If the server's clock was set back, times before the change remain valid.
 */
export function timeLatest(now: number): number {
  const setBack = performance.timeOrigin + performance.now() - Date.now();
  return now + Math.max(0, setBack) + TIME_AHEAD_MS;
}

export function timeRefusal(ts: number, now: number): Reason | null {
  if (ts < TIME_MIN) return 'timeTooOld';
  return ts > timeLatest(now) ? 'timeTooNew' : null;
}

const QUALITIES = new Map<unknown, Quality>([
  [undefined, 0],
  [0, 0],
  ['good', 0],
  [1, 1],
  ['uncertain', 1],
  [2, 2],
  ['bad', 2],
]);

/** Parses a quality, given as a number or a word. The default is good. Null for other values. */
export function readQuality(value: unknown): Quality | null {
  return QUALITIES.get(value) ?? null;
}

/** Returns the reason why the value is invalid for any variable. Null if it is valid. */
export function valueRefusal(value: unknown): Reason | null {
  if (value === null || value === undefined) return 'empty';
  return typeof value === 'object' ? 'nested' : null;
}

function readValues(values: Fields, ts: number, quality: Quality, into: ParsedPayload): void {
  for (const key of Object.keys(values)) {
    const value = values[key];
    const reason = valueRefusal(value);
    if (reason) into.refusals.push({ key, reason, value });
    else into.entries.push({ key, ts, value: value as Entry['value'], quality });
  }
}

/** Refuses all values of a message. `field` is the invalid field, used as the key if the message has no values. */
function refuseAll(values: Fields, field: string, reason: Reason, value: unknown, into: ParsedPayload): void {
  const keys = Object.keys(values);
  for (const key of keys.length > 0 ? keys : [field]) into.refusals.push({ key, reason, value });
}

function readItem(item: unknown, now: number, into: ParsedPayload): void {
  if (!isObject(item)) {
    into.refusals.push({ key: '', reason: 'shape', value: item });
    return;
  }
  if (!('ts' in item && 'values' in item)) {
    readValues(item, now, 0, into);
    return;
  }
  const { ts: time, values } = item;
  if (!isObject(values)) {
    into.refusals.push({ key: 'values', reason: 'shape', value: values });
    return;
  }
  const ts = readTime(time);
  const quality = readQuality(item.quality);
  const refusal = ts === null ? 'timeUnreadable' : timeRefusal(ts, now);
  if (ts === null || refusal) refuseAll(values, 'ts', refusal ?? 'timeUnreadable', time, into);
  else if (quality === null) refuseAll(values, 'quality', 'qualityInvalid', item.quality, into);
  else readValues(values, ts, quality, into);
}

function emptyRefusal(payload: unknown, { refusals }: ParsedPayload): Reason | null {
  if (!isObject(payload) || !isObject(payload.values) || !('ts' in payload)) return null;
  return Object.keys(payload.values).length === 0 ? (refusals[0]?.reason ?? null) : null;
}

/**
 * Returns a reason instead of entries if the payload is no message (a bare number, a string) or far too large. Also if
 * a single message without values has an invalid time or quality.
 */
export function parsePayload(payload: unknown, now: number): ParsedPayload | Reason {
  if (typeof payload !== 'object' || payload === null) return 'notAMessage';
  const parsed: ParsedPayload = { entries: [], refusals: [] };
  for (const item of Array.isArray(payload) ? payload : [payload]) {
    readItem(item, now, parsed);
    if (parsed.entries.length + parsed.refusals.length > MAX_ENTRIES) return 'tooLarge';
  }
  return emptyRefusal(payload, parsed) ?? parsed;
}

/** An unclosed string matches to the end of the text, so that each quote is scanned once. */
const STRING_OR_NOT_FINITE = /"[^"\\]*(?:\\.?[^"\\]*)*"?|-?\bInfinity\b|\bNaN\b/gs;

/**
 * Replaces bare NaN and Infinity in JSON, which many programs write, by strings. The strings are refused later, and the
 * valid values remain. Null if there are none.
 */
export function mendNumbers(text: string): string | null {
  if (!/NaN|Infinity/.test(text)) return null;
  return text.replace(STRING_OR_NOT_FINITE, (match) => (match[0] === '"' ? match : `"${match}"`));
}

/** Parses the text of a device. Throws a SyntaxError if the JSON is invalid even after the replacement. */
export const jsonTolerant = (text: string): unknown => JSON.parse(mendNumbers(text) ?? text);
