/**
 * Finds the test files that a change affects: by its rooms, by the names that it contains, and by the imports of the
 * tests.
 */
import { dirname, join } from 'node:path';
import { BY_NAME, roomsOf } from './affects.ts';

export interface Sources {
  /** Returns the text of a file. Empty if the file does not exist. */
  textOf(path: string): string;
  /** The ids of all documented calls. */
  operations: readonly string[];
  /** Returns the calls whose permission belongs to an entity. */
  operationsOf(entity: string): readonly string[];
  /** Returns the entity whose form saves the records of this entity as its lines. Empty if there is none. */
  holdersOf(path: string): readonly string[];
  /** Returns the entities with a field that takes its values from a dictionary. */
  entitiesWith(dictionary: string): readonly string[];
  /** Returns the names of the pages whose components are in this folder. */
  pagesIn(folder: string): readonly string[];
  /** Returns the sources of pages and widgets that use one of these calls. */
  screensAsking(calls: readonly string[]): readonly string[];
}

export interface Affected {
  files: Set<string>;
  /** True if the walks of the step must test all operations, or all pages. */
  walks: boolean;
  /** Entities, pages and calls that changed, which the walks test. */
  names: string[];
}

const IMPORT = /(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g;
const WORD = /[A-Za-z]\w*/g;
/** Matches the address of a page up to its first parameter, and the entity of a document or a statistic. */
const BELONGING = /"(?:route|of)": "([\w/-]+)/g;
const DICTIONARIES = 'schemas/dictionaries/';
const ENTITIES = 'schemas/entities/';
const SCHEMAS = 'schemas/';
/** Matches the room of a page. */
const PAGES = /^pages\/\w+\//;
/** Matches an import of more than types. */
const FROM = /^(?:import|export) (?!type )[^;]*? from '(\.{1,2}\/[^']+)'/gm;

/** Returns whether a file of tests imports a changed file of the product. */
const hasChangedImport = (file: string, text: string, changed: ReadonlySet<string>): boolean =>
  [...text.matchAll(FROM)].some(([, path = '']) => changed.has(join(dirname(file), path)));

/** Returns a test file with all its imports of shared test code. */
function* closureOf(file: string, textOf: Sources['textOf'], seen = new Set<string>()): Generator<string> {
  if (seen.has(file)) return;
  seen.add(file);
  yield file;
  for (const [, path = ''] of textOf(file).matchAll(IMPORT)) {
    const target = join(dirname(file), path);
    if (target.startsWith('tests/')) yield* closureOf(target, textOf, seen);
  }
}

/** Returns the calls that a text names. */
function callsIn(text: string, operations: readonly string[]): string[] {
  const words = new Set(text.match(WORD));
  return operations.filter((id) => words.has(id));
}

/** Returns the name of a definition with its owner and users. For a document of calls, returns these calls. */
function namesIn(path: string, sources: Sources): string[] {
  const { textOf, operations, operationsOf, entitiesWith } = sources;
  if (!path.startsWith(SCHEMAS)) return callsIn(textOf(path), operations);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  if (path.startsWith(DICTIONARIES)) return [name, ...entitiesWith(name)];
  if (path.startsWith(ENTITIES))
    return [name, ...sources.holdersOf(path)].flatMap((one) => [one, ...operationsOf(one)]);
  return [name, ...[...textOf(path).matchAll(BELONGING)].map(([, found = '']) => found)];
}

/**
 * Returns the rooms of a change. Tests of screens do not name calls. A call therefore affects the rooms of the
 * screens that use it.
 */
function* roomsFor(path: string, { textOf, operations, screensAsking }: Sources): Generator<string> {
  const rooms = roomsOf(path);
  yield* rooms;
  if (path.startsWith(SCHEMAS) || !rooms.includes(BY_NAME)) return;
  const screens = screensAsking(callsIn(textOf(path), operations));
  yield* screens.flatMap((screen) => roomsOf(screen).filter((room) => room.startsWith('browser')));
}

/** Returns whether a text contains a name as a word, or as the beginning of one in camel case. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![A-Za-z])${name}(?![a-z])`).test(text);

const isIn = (file: string, room: string): boolean =>
  room === 'stories' ? file.endsWith('.stories.tsx') : file.startsWith(`tests/${room}/`);

const isWalkedWhole = (file: string, rooms: ReadonlySet<string>): boolean =>
  rooms.has(file.startsWith('tests/api/') ? 'callWalks' : 'screenWalks');

/** Finds the files of a step that the changes affect. */
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
  const walks = files.some((file) => isWalkedWhole(file, rooms));
  const folders = new Set(changed.flatMap((path) => PAGES.exec(path) ?? []));
  const pages = [...folders].flatMap((folder) => sources.pagesIn(folder));
  return { files: new Set(files.filter(isAffected)), walks, names: [...names, ...pages] };
}
