/** Finds the test files that a change affects by their imports. These tests start no server, so imports are all they use. */
import { dirname, join } from 'node:path';
import type { Sources } from './affected.ts';

/** Matches an import of more than types. */
const IMPORT =
  /^(?:import|export) (?!type )(?:[^;']*? from )?'(\.{1,2}\/[^']+)'|import\(\s*'(\.{1,2}\/[^']+)'/gm;
/** Matches what reads any file: the file system, another process, a module whose name is computed. */
const READING = /'node:(?:fs|fs\/promises|child_process|worker_threads)'|import\.meta\.glob|import\((?!\s*')/;
const GENERATED = 'generated/';
/** Codegen makes all generated files of these. */
const GENERATED_FROM = /^(?:schemas|openapi|codegen|widgets|pages|runtime)\//;

/** Returns all files that a file imports, with itself. */
function closureOf(file: string, textOf: Sources['textOf']): Set<string> {
  const found = new Set([file]);
  for (const path of found)
    for (const [, imported, loaded] of textOf(path).matchAll(IMPORT))
      found.add(
        join(dirname(path), imported ?? loaded ?? '')
          .replaceAll('\\', '/')
          .replace(/\?.*$/, ''),
      );
  return found;
}

/** Returns the files that import something that changed. A file that reads other files counts as affected by all. */
export function findImporters(
  changed: readonly string[],
  files: readonly string[],
  textOf: Sources['textOf'],
): Set<string> {
  if (changed.length === 0) return new Set();
  const paths = new Set(changed);
  const isGeneratedAnew = changed.some((path) => GENERATED_FROM.test(path));
  const isAffected = (file: string): boolean =>
    [...closureOf(file, textOf)].some(
      (path) =>
        paths.has(path) || (isGeneratedAnew && path.startsWith(GENERATED)) || READING.test(textOf(path)),
    );
  return new Set(files.filter(isAffected));
}
