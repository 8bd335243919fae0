/**
 * Device messages as ThingsBoard devices send them: `{"a": 1.5}`, `{"ts": ms, "values": {"a": 1.5}}`, and
 * lists of both. Pure: bytes in, entries and refusals out.
 */
import type { Reason } from './reasons.ts';

export interface Entry {
  key: string;
  ts: number;
  value: number | boolean | string;
}

export interface Refusal {
  key: string;
  reason: Reason;
}

export interface ParsedPayload {
  entries: Entry[];
  refusals: Refusal[];
}

/** A message with more values than this is a mistake; the body limit stops it earlier as a rule. */
export const MAX_ENTRIES = 100_000;

export const TIME_MIN = Date.UTC(1990, 0, 1);
export const TIME_AHEAD_MS = 24 * 3_600_000;

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whole milliseconds from a number or a string of digits, as devices write both. */
export function time_read(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.floor(number) : null;
}

export function time_refusal(ts: number, now: number): Reason | null {
  if (ts < TIME_MIN) return 'timeTooOld';
  return ts > now + TIME_AHEAD_MS ? 'timeTooNew' : null;
}

function values_read(values: Fields, ts: number, into: ParsedPayload): void {
  for (const [key, value] of Object.entries(values)) {
    if (value === null || value === undefined) into.refusals.push({ key, reason: 'empty' });
    else if (typeof value === 'object') into.refusals.push({ key, reason: 'nested' });
    else into.entries.push({ key, ts, value: value as Entry['value'] });
  }
}

function all_refuse(values: Fields, reason: Reason, into: ParsedPayload): void {
  for (const key of Object.keys(values)) into.refusals.push({ key, reason });
}

function item_read(item: unknown, now: number, into: ParsedPayload): void {
  if (!isFields(item)) {
    into.refusals.push({ key: '', reason: 'shape' });
    return;
  }
  if (!('ts' in item && 'values' in item)) {
    values_read(item, now, into);
    return;
  }
  const { ts: time, values } = item;
  if (!isFields(values)) {
    into.refusals.push({ key: 'values', reason: 'shape' });
    return;
  }
  const ts = time_read(time);
  const refusal = ts === null ? 'timeUnreadable' : time_refusal(ts, now);
  if (ts === null || refusal) all_refuse(values, refusal ?? 'timeUnreadable', into);
  else values_read(values, ts, into);
}

/** Null: the payload is no message at all (a bare number, a string), or far too large. */
export function payload_parse(payload: unknown, now: number): ParsedPayload | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const parsed: ParsedPayload = { entries: [], refusals: [] };
  for (const item of Array.isArray(payload) ? payload : [payload]) {
    item_read(item, now, parsed);
    if (parsed.entries.length + parsed.refusals.length > MAX_ENTRIES) return null;
  }
  return parsed;
}
