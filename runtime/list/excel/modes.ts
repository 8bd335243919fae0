import type { ImportMode } from '../../core/importReport.ts';

/** Returns the import modes that the user's permissions to create and change records allow, the usual one first. */
export function importModes(create: boolean, update: boolean): readonly ImportMode[] {
  if (create && update) return ['create', 'update', 'both'];
  if (create) return ['create'];
  return update ? ['update'] : [];
}
