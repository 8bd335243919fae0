/** Reads the definitions of the repository in the same way as the codegen. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { completeWidgets } from '../../../codegen/check/screens/widgetOptions.ts';
import { type Check, createCheck } from '../../../codegen/check.ts';
import { compileWritten } from '../../../codegen/compile.ts';
import type { Definitions, Entity, Source } from '../../../codegen/definition/definition.ts';
import { editableDictionary, isDerived } from '../../../codegen/definition/editable.ts';
import { completeVersions } from '../../../codegen/definition/versions.ts';
import { loadDefinitions, loadMetas } from '../../../codegen/load.ts';
import type { Dictionaries } from '../../../codegen/write/pure.ts';
import { commonFields } from '../../../generated/commonFields.ts';
import {
  STUDIO_FOLDERS,
  STUDIO_KINDS,
  type StudioKind,
} from '../../../runtime/core/definitions/studioKinds.ts';
import type { Document, Subject } from './types.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const FOLDERS = STUDIO_FOLDERS satisfies Record<StudioKind, keyof Definitions>;
/** There are many files of these kinds, so they are in subfolders. */
const SORTED: readonly StudioKind[] = ['entity', 'page'];

export interface Repository {
  definitions: Definitions;
  metas: readonly object[];
  check: Check;
}

export function readRepository(root: string = ROOT): Repository {
  const { definitions: written, problems } = loadDefinitions(root);
  if (problems.length > 0) throw new Error(problems.map(({ file, message }) => `${file} ${message}`).join());
  const definitions = { ...written, widgets: completeWidgets(written) };
  const metas = loadMetas(root);
  return {
    definitions,
    metas,
    check: createCheck(metas),
  };
}

/** Returns all definitions of a kind, except derived dictionaries, which have no files. */
export function sources(definitions: Definitions, kind: StudioKind): Source<{ name: string }>[] {
  const all = definitions[FOLDERS[kind]] as Source<{ name: string }>[];
  return kind === 'dictionary' ? all.filter(({ value }) => !isDerived(value.name)) : all;
}

/** Results by definitions. Definitions are replaced, never changed. */
const dictionariesBefore = new WeakMap<Definitions['dictionaries'], Dictionaries>();

/** Returns the dictionaries of these definitions by name. */
export function dictionariesOf({ dictionaries }: Pick<Definitions, 'dictionaries'>): Dictionaries {
  const before = dictionariesBefore.get(dictionaries);
  if (before) return before;
  const named = new Map(dictionaries.map(({ value }) => [value.name, value]));
  dictionariesBefore.set(dictionaries, named);
  return named;
}

export function findSource(
  definitions: Definitions,
  { kind, name }: Subject,
): { file: string; document: Document } | null {
  const source = sources(definitions, kind).find(({ value }) => value.name === name);
  return source ? { file: source.file, document: source.value as unknown as Document } : null;
}

/** Returns the path for committing a definition that the repository does not have yet. */
export function newFile({ kind, name }: Subject): string {
  return `schemas/${FOLDERS[kind]}/${SORTED.includes(kind) ? 'custom/' : ''}${name}.json`;
}

/** Returns the definitions after the changes. A change replaces a definition or adds a new one. */
export function mergeDefinitions(
  definitions: Definitions,
  changes: readonly (Subject & { document: Document })[],
): Definitions {
  const merged = { ...definitions };
  for (const kind of STUDIO_KINDS) {
    const changeByName = new Map(
      changes.filter((change) => change.kind === kind).map((change) => [change.name, change]),
    );
    if (changeByName.size === 0) continue;
    const replaced = sources(definitions, kind).map(({ file, value }) => {
      const change = changeByName.get(value.name);
      changeByName.delete(value.name);
      return { file, value: change ? change.document : value };
    });
    const added = [...changeByName.values()].map((change) => ({
      file: newFile(change),
      value: change.document,
    }));
    Object.assign(merged, { [FOLDERS[kind]]: [...replaced, ...added] });
    if (kind === 'dictionary') merged.dictionaries.push(...editableDictionary(merged.dictionaries));
  }
  return merged;
}

/** Returns the entity of a document, in the platform's format. */
export const readEntity = (document: Document): Entity =>
  completeVersions(compileWritten('entity', document, commonFields) as unknown as Entity);

/** Returns a hash that identifies a version of a file. Null without a file. */
export function hashDocument(document: Document | null): string | null {
  return document && createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16);
}
