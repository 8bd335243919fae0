/** Files that wait on the device: what is in a field for one of them, and where they stand in a body. */
import { fileName, fileValue } from '../../core/fileValue.ts';
import type { Values } from '../../core/rules/rule.ts';

const WAITING = /^\/waiting-file\/([0-9a-f-]{36})(?:#|$)/;

export const waitingFileValue = (id: string, name: string): string => fileValue(`/waiting-file/${id}`, name);

/** Null for a value that is no file that waits. */
export const waitingFileId = (value: unknown): string | null =>
  typeof value === 'string' ? (WAITING.exec(value)?.[1] ?? null) : null;

export const waitingFileName = (value: string): string => fileName(value);

/** All values of files that wait, in their order, each once. */
export function waitingFiles(value: unknown): string[] {
  if (typeof value === 'string') return waitingFileId(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(waitingFiles))];
}

/** Returns whether a message will send this file. */
export const holdsFile = (messages: readonly { body: Values }[], id: string): boolean =>
  messages.some(({ body }) => waitingFiles(body).some((value) => waitingFileId(value) === id));

/** The same value with the stored files in the place of those that waited. */
export function withStored<T>(value: T, stored: ReadonlyMap<string, string>): T {
  if (typeof value === 'string') return (stored.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((one) => withStored(one, stored)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as Values).map(([name, one]) => [name, withStored(one, stored)]),
  ) as T;
}
