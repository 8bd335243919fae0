/** Finds the test files that a change concerns: by its room, by the names in it, and by what tests import. */
import { dirname, join } from 'node:path';
import { BY_NAME, roomsOf } from './affects.ts';

export interface Sources {
  /** The text of a file; empty where it is gone. */
  textOf(path: string): string;
  /** The ids of all documented calls. */
  operations: readonly string[];
  /** The calls whose permission is one of an entity. */
  operationsOf(entity: string): readonly string[];
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

/** The name of a definition, and the calls that it or the text of a document of calls names. */
function namesIn(path: string, { textOf, operations, operationsOf }: Sources): string[] {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  if (path.startsWith('schemas/')) return [name, ...operationsOf(name)];
  const words = new Set(textOf(path).match(WORD));
  return operations.filter((id) => words.has(id));
}

/** Tells whether a text has a name as a word, or as the beginning of one in camel case. */
const mentions = (text: string, name: string): boolean =>
  new RegExp(`(?<![A-Za-z])${name}(?![a-z])`).test(text);

const isIn = (file: string, room: string): boolean => file.startsWith(`tests/${room}/`);

export function findAffected(
  changed: readonly string[],
  files: readonly string[],
  sources: Sources,
): Affected {
  const paths = new Set(changed);
  const rooms = new Set(changed.flatMap((path) => roomsOf(path)));
  const names = [
    ...new Set(changed.filter((path) => roomsOf(path) === BY_NAME).flatMap((path) => namesIn(path, sources))),
  ];
  const isAffected = (file: string): boolean => {
    if ([...rooms].some((room) => isIn(file, room))) return true;
    const closure = [...closureOf(file, sources.textOf)];
    if (closure.some((path) => paths.has(path))) return true;
    return (
      names.length > 0 && closure.some((path) => names.some((name) => mentions(sources.textOf(path), name)))
    );
  };
  return { files: new Set(files.filter(isAffected)), walks: rooms.has('walks'), names };
}
