/** Definition files that were saved during the run of a development server. */
import { isDeepStrictEqual } from 'node:util';
import { compileDefinitions } from '../../../codegen/compile.ts';
import type { Definitions } from '../../../codegen/definition/definition.ts';
import { entityPages } from '../../../codegen/definition/entityPage.ts';
import { composeRecords } from '../../../codegen/definition/lines.ts';
import { entityEntry, layoutEntries, pageEntry, reportEntries } from '../../../codegen/write/registries.ts';
import { entities } from '../../../generated/entities.ts';
import { layouts } from '../../../generated/layouts.ts';
import { pages } from '../../../generated/pages.ts';
import { reports } from '../../../generated/reports.ts';
import { STUDIO_KINDS, type StudioKind } from '../../../runtime/core/definitions/studioKinds.ts';
import type { AppliedChange } from './live.ts';
import { dictionariesOf, FOLDERS, hashDocument, type Repository } from './repository.ts';
import type { Document } from './types.ts';

/** A saved dictionary or call needs a restart, because the types of the server's code are generated from it. */
const KINDS = STUDIO_KINDS.filter((kind) => kind !== 'dictionary' && kind !== 'call');
const FOLLOWED = new Set<string>(KINDS.map((kind) => FOLDERS[kind]));

const documents = (definitions: Definitions, kind: StudioKind): Map<string, Document> =>
  new Map(definitions[FOLDERS[kind]].map(({ value }) => [value.name, value as unknown as Document]));

const saved = (
  kind: StudioKind,
  name: string,
  document: Document,
  previous: Document | null,
): AppliedChange => ({
  id: 0,
  kind,
  name,
  document,
  previous,
  base: hashDocument(previous),
  appliedBy: 0,
  appliedByName: '',
  appliedAt: new Date().toISOString(),
  undoneByName: null,
  undoneAt: null,
  together: null,
  granted: [],
  state: 'applied',
  problems: [],
});

/** Returns whether this process was built from the current files. Some may have been saved during its start. */
export function isBuiltFrom({ definitions }: Repository): boolean {
  const entries = composeRecords(compileDefinitions(definitions)).entities.map(({ value }) => [
    value.name,
    entityEntry(value, dictionariesOf(definitions)),
  ]);
  const shown = [...definitions.pages, ...entityPages(definitions)].map(({ value }) => pageEntry(value));
  return (
    isDeepStrictEqual(Object.fromEntries(entries), entities) &&
    isDeepStrictEqual(shown, pages) &&
    isDeepStrictEqual(reportEntries(definitions), reports) &&
    isDeepStrictEqual(layoutEntries(definitions), layouts)
  );
}

/**
 * Compares the files with those from which this process was built, and returns the changes to apply over it. Null if
 * something else changed too (a dictionary, a widget, a deleted definition), which needs a restart.
 */
export function findSavedChanges(built: Definitions, now: Definitions): AppliedChange[] | null {
  const others = (Object.keys(built) as (keyof Definitions)[]).filter((folder) => !FOLLOWED.has(folder));
  if (!others.every((folder) => isDeepStrictEqual(built[folder], now[folder]))) return null;
  const changes: AppliedChange[] = [];
  for (const kind of KINDS) {
    const before = documents(built, kind);
    const after = documents(now, kind);
    if ([...before.keys()].some((name) => !after.has(name))) return null;
    for (const [name, document] of after) {
      const previous = before.get(name) ?? null;
      if (!isDeepStrictEqual(previous, document)) changes.push(saved(kind, name, document, previous));
    }
  }
  return changes;
}
