/** Finds the test files that a change concerns: by its rooms, by the names in it, and by what tests import. */
import { dirname, join } from 'node:path';
import { BY_NAME, roomsOf } from './affects.ts';

export interface Sources {
  /** The text of a file; empty where it is gone. */
  textOf(path: string): string;
  /** The ids of all documented calls. */
  operations: readonly string[];
  /** The calls whose permission is one of an entity. */
  operationsOf(entity: string): readonly string[];
  /** The entities with a field that takes its values from a dictionary. */
  entitiesWith(dictionary: string): readonly string[];
  /** The sources of pages and widgets that ask one of these calls. */
  screensAsking(calls: readonly string[]): readonly string[];
}

export interface Affected {
  files: Set<string>;
  /** The walks over operations and pages try all of them. */
  walks: boolean;
  /** Entities, pages and calls that changed: the walks try these. */
  names: string[];
}

const IMPORT = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;
const WORD = /[A-Za-z]\w*/g;
/** The address of a page, as far as it has no parameter, and the entity of a document or a statistic. */
const BELONGING = /"(?:route|of)": "([\w/-]+)/g;
const DICTIONARIES = 'schemas/dictionaries/';
const ENTITIES = 'schemas/entities/';
const SCHEMAS = 'schemas/';
/** An import of more than types. */
const FROM = /^(?:import|export) (?!type )[^;]*? from '(\.{1,2}\/[^']+)'/gm;

/** Returns whether a file of tests imports a changed file of the product. */
const hasChangedImport = (file: string, text: string, changed: ReadonlySet<string>): boolean =>
  [...text.matchAll(FROM)].some(([, path = '']) => changed.has(join(dirname(file), path)));

/** A file of tests with all that it imports of what tests share. */
function* closureOf(file: string, textOf: Sources['textOf'], seen = new Set<string>()): Generator<string> {
  if (seen.has(file)) return;
  seen.add(file);
  yield file;
  for (const [, path = ''] of textOf(file).matchAll(IMPORT)) {
    const target = join(dirname(file), path);
    if (target.startsWith('tests/')) yield* closureOf(target, textOf, seen);
  }
}

/** The calls that a text names. */
function callsIn(text: string, operations: readonly string[]): string[] {
  const words = new Set(text.match(WORD));
  return operations.filter((id) => words.has(id));
}

/** The name of a definition with what it belongs to and is used by; of a document of calls these calls. */
function namesIn(path: string, { textOf, operations, operationsOf, entitiesWith }: Sources): string[] {
  if (!path.startsWith(SCHEMAS)) return callsIn(textOf(path), operations);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  if (path.startsWith(DICTIONARIES)) return [name, ...entitiesWith(name)];
  if (path.startsWith(ENTITIES)) return [name, ...operationsOf(name)];
  return [name, ...[...textOf(path).matchAll(BELONGING)].map(([, found = '']) => found)];
}

/** The rooms of a change. Tests of screens name no calls: a call has the rooms of the screens that ask it. */
function* roomsFor(path: string, { textOf, operations, screensAsking }: Sources): Generator<string> {
  const rooms = roomsOf(path);
  yield* rooms;
  if (path.startsWith(SCHEMAS) || !rooms.includes(BY_NAME)) return;
  const screens = screensAsking(callsIn(textOf(path), operations));
  yield* screens.flatMap((screen) => roomsOf(screen).filter((room) => room.startsWith('browser')));
}

/** Returns whether a text has a name as a word, or as the beginning of one in camel case. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![A-Za-z])${name}(?![a-z])`).test(text);

const isIn = (file: string, room: string): boolean =>
  room === 'stories' ? file.endsWith('.stories.tsx') : file.startsWith(`tests/${room}/`);

export function findAffected(
  changed: readonly string[],
  files: readonly string[],
  sources: Sources,
): Affected {
  const paths = new Set(changed);
  const rooms = new Set(changed.flatMap((path) => [...roomsFor(path, sources)]));
  const named = changed.filter((path) => roomsOf(path).includes(BY_NAME));
  const names = [...new Set(named.flatMap((path) => namesIn(path, sources)))];
  const isAffected = (file: string): boolean => {
    if ([...rooms].some((room) => isIn(file, room))) return true;
    const closure = [...closureOf(file, sources.textOf)];
    if (closure.some((path) => paths.has(path))) return true;
    if (closure.some((path) => hasChangedImport(path, sources.textOf(path), paths))) return true;
    return (
      names.length > 0 && closure.some((path) => names.some((name) => mentions(sources.textOf(path), name)))
    );
  };
  return { files: new Set(files.filter(isAffected)), walks: rooms.has('walks'), names };
}
