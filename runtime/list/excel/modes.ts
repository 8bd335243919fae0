import type { ImportMode } from '../../core/importReport.ts';

/** Returns what an import may do, as far as its user may make and change records; the usual one first. */
export function importModes(create: boolean, update: boolean): readonly ImportMode[] {
  if (create && update) return ['create', 'update', 'both'];
  if (create) return ['create'];
  return update ? ['update'] : [];
}
