/** Loads an entity and its referenced entities, before its records are shown. */
import type { Field } from '../../../generated/definition.ts';
import { dictionaryRegistry } from '../../core/definitions/dictionaries.ts';
import { documentRegistry } from '../../core/definitions/documents.ts';
import { entityRegistry } from '../../core/definitions/entities.ts';
import { bringOperations } from '../../core/definitions/operations.ts';
import { statisticRegistry } from '../../core/definitions/statistics.ts';
import { SERVER_FIELDS } from '../../core/serverFields.ts';
import { makeFileLoader } from '../browser/fileLoader.ts';
import { type EntityFile, files } from './entityFiles.ts';

const FOLDER = '../../../generated/entities/';
const loaders = new Map<string, () => Promise<EntityFile | null>>();

const isBuilt = (name: string): boolean => Object.hasOwn(files, `${FOLDER}${name}.json`);

function loadFile(name: string): Promise<EntityFile | null> {
  const load = loaders.get(name) ?? makeFileLoader(files[`${FOLDER}${name}.json`] ?? (async () => null));
  loaders.set(name, load);
  return load();
}

async function bring(names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => isBuilt(name) && !entityRegistry.isHere(name));
  const found = (await Promise.all(missing.map(loadFile))).filter((one) => one !== null);
  dictionaryRegistry.bring(Object.assign({}, ...found.map(({ dictionaries }) => dictionaries)));
  statisticRegistry.bring(Object.assign({}, ...found.map(({ statistics }) => statistics)));
  documentRegistry.bring(Object.assign({}, ...found.map(({ documents }) => documents)));
  bringOperations(
    Object.assign({}, ...found.map(({ places }) => places)),
    Object.fromEntries(found.map(({ entity, actions }) => [entity.name, actions])),
  );
  entityRegistry.bring(Object.fromEntries(found.map(({ entity }) => [entity.name, entity])));
}

/** Returns every entity name in a definition: `customer`, or `orderLine` in `orderLine.orderId`. */
function namesIn(part: unknown): string[] {
  if (typeof part === 'string') return [part.split('.')[0] ?? ''].filter(isBuilt);
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(namesIn) : [];
}

/** Loads the dictionaries of an entity applied at run time, which its built file does not bring. */
async function bringApplied(name: string): Promise<void> {
  const fields = Object.values(entityRegistry.get(name)?.schema.properties ?? {});
  const isMissing = ({ 'x-dictionary': dictionary }: Field): boolean =>
    dictionary !== undefined && dictionaryRegistry.get(dictionary) === undefined;
  if (fields.some(isMissing)) await import('../../core/definitions/allDictionaries.ts');
}

export async function loadEntity(name: string): Promise<void> {
  await bring([name]);
  await bring([...new Set(namesIn([entityRegistry.get(name), SERVER_FIELDS]))]);
  await bringApplied(name);
}
