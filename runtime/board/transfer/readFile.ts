/** A board from a JSON file: what can't be read is told with its place. Pure but for reading the file. */

import type { Data } from '../../../generated/calls.ts';
import { isObject } from '../../core/object.ts';

export type Problem = Data<'boardCheck'>['problems'][number];
/** Larger than any board that may be saved. */
export const MAX_BYTES = 1024 * 1024;

export type ReadJson =
  | { value: Record<string, unknown> }
  | { error: 'size' | 'syntax' | 'shape'; detail: string };

/** The `$schema` line is for editors and is no part of the board. */
export function readJson(text: string): ReadJson {
  if (text.length > MAX_BYTES) return { error: 'size', detail: '' };
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return { error: 'syntax', detail: error instanceof Error ? error.message : '' };
  }
  if (!isObject(value)) return { error: 'shape', detail: '' };
  const { $schema: _schema, ...document } = value;
  return { value: document };
}
