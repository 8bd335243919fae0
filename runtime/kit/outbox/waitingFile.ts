/** Files queued on the device: their field values, and their places in a body. */
import { fileName, fileValue } from '../../core/fileValue.ts';
import type { Values } from '../../core/rules/rule.ts';

const WAITING = /^\/waiting-file\/([0-9a-f-]{36})(?:#|$)/;

export const waitingFileValue = (id: string, name: string): string => fileValue(`/waiting-file/${id}`, name);

/** Returns the id of a queued file. Null for any other value. */
export const waitingFileId = (value: unknown): string | null =>
  typeof value === 'string' ? (WAITING.exec(value)?.[1] ?? null) : null;

export const waitingFileName = (value: string): string => fileName(value);

/** Returns the distinct values of all queued files, in order. */
export function waitingFiles(value: unknown): string[] {
  if (typeof value === 'string') return waitingFileId(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(waitingFiles))];
}

/** Returns whether a message contains this file. */
export const holdsFile = (messages: readonly { body: Values }[], id: string): boolean =>
  messages.some(({ body }) => waitingFiles(body).some((value) => waitingFileId(value) === id));

/** Returns the value with stored files in place of queued ones. */
export function withStored<T>(value: T, stored: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (stored.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((one) => withStored(one, stored)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Values).map(([name, one]) => [name, withStored(one, stored)]),
  ) as T;
}
