import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Definitions, Dictionary, Loaded, Source } from './definition/definition.ts';
import { editableDictionary } from './definition/editable.ts';
import { type Problem, problemOf } from './problem.ts';

/** The folder of `schemas/` and the meta schema of each kind of definition. */
export const KINDS = {
  fields: 'commonField',
  entities: 'entity',
  widgets: 'widget',
  widgetOptions: 'widgetOption',
  pages: 'page',
  dictionaries: 'dictionary',
  dashboards: 'preset',
  imports: 'import',
  statistics: 'statistic',
  documents: 'document',
  calls: 'call',
} as const satisfies Record<keyof Definitions, string>;

/** Returns every file below a folder with one of the endings, sorted, as absolute paths. */
export function filesBelow(folder: string, ending: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Reads a JSON file. */
export type ReadJson = (path: string) => unknown;

const readJson: ReadJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Returns the meta schemas. They define what a definition may contain. */
export function loadMetas(root: string, read: ReadJson = readJson): object[] {
  return filesBelow(join(root, 'schemas/meta'), '.schema.json').map((path) => read(path) as object);
}

/** Reads every definition. A file with invalid JSON becomes a problem. */
export function loadDefinitions(root: string, readFile: ReadJson = readJson): Loaded {
  const problems: Problem[] = [];
  // The meta schemas check the content of each file afterwards.
  const read = <D>(kind: keyof Definitions): Source<D>[] =>
    filesBelow(join(root, 'schemas', kind), '.json').flatMap((path) => {
      const file = relative(root, path).split(sep).join('/');
      try {
        return [{ file, value: readFile(path) as D }];
      } catch (error) {
        problems.push(problemOf(file, '', 'noJson', { reason: (error as Error).message }));
        return [];
      }
    });
  const dictionaries: Source<Dictionary>[] = read('dictionaries');
  const definitions: Definitions = {
    fields: read('fields'),
    entities: read('entities'),
    widgets: read('widgets'),
    widgetOptions: read('widgetOptions'),
    pages: read('pages'),
    dictionaries: [...dictionaries, ...editableDictionary(dictionaries)],
    dashboards: read('dashboards'),
    imports: read('imports'),
    statistics: read('statistics'),
    documents: read('documents'),
    calls: read('calls'),
  };
  return { definitions, problems };
}
