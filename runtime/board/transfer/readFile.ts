/**
 * Reads a board from a JSON file, and reports unreadable parts with their places. Only reading the file is not pure.
 */

import type { Data } from '../../../generated/calls.ts';
import { isObject } from '../../core/object.ts';

export type Problem = Data<'boardCheck'>['problems'][number];
/** Maximum file size. Every valid board is smaller. */
export const MAX_BYTES = 1024 * 1024;

export type ReadJson =
  | { value: Record<string, unknown> }
  | { error: 'size' | 'syntax' | 'shape'; detail: string };

/** Reads JSON without the `$schema` line, which is for editors and not part of the board. */
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
