/** Parses attributes in the format `{"key": value}`. A value may be any JSON within limits. Pure. */
import { isKeyValid } from '../telemetry/intake/autoVariables.ts';
import type { Reason } from '../telemetry/intake/reasons.ts';

/** Maximum number of a device's attributes per scope. */
export const MAX_ATTRIBUTES = 200;
/** Maximum length of a value as JSON, in characters. */
export const MAX_VALUE = 16 * 1024;
const MAX_DEPTH = 20;
/** Matches characters, escaped in JSON, that the database cannot store. */
const UNSTORABLE = /\\u0000|\\ud[89a-f]/i;

export interface ReadAttributes {
  /** Values as JSON text. */
  values: Map<string, string>;
  refusals: { key: string; reason: Reason }[];
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1));
}

/** Returns the value as JSON, or the reason for the refusal. */
function readValue(key: string, value: unknown): { json: string } | { reason: Reason } {
  if (!isKeyValid(key)) return { reason: 'keyInvalid' };
  if (value === null || value === undefined) return { reason: 'empty' };
  if (!isWithinDepth(value, MAX_DEPTH)) return { reason: 'tooLarge' };
  const json = JSON.stringify(value);
  if (json.length > MAX_VALUE) return { reason: 'tooLarge' };
  return UNSTORABLE.test(json) ? { reason: 'textControl' } : { json };
}

export function readAttributes(fields: Record<string, unknown>): ReadAttributes {
  const values = new Map<string, string>();
  const refusals: ReadAttributes['refusals'] = [];
  for (const [key, value] of Object.entries(fields)) {
    const read = readValue(key, value);
    if ('reason' in read) refusals.push({ key, reason: read.reason });
    else values.set(key, read.json);
  }
  return { values, refusals };
}

/** Parses ThingsBoard's list of keys separated by commas. Null for an empty list. */
export function readKeys(text: unknown): string[] | null {
  if (typeof text !== 'string') return null;
  const keys = text.split(',', MAX_ATTRIBUTES).map((key) => key.trim());
  const named = keys.filter(isKeyValid);
  return named.length > 0 ? named : null;
}
