/**
 * Checks that `npm ci --omit=dev` installs exactly the packages that run without the build tools. It follows every
 * import that Node would follow, from the commands on.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The commands of a production installation. */
const COMMANDS = ['start', 'replay', 'import', 'backup', 'restore', 'move'];
/** A file that starts another process or thread. */
const STARTED = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g;

/** A package whose files are read by their address. */
const RESOLVED = /import\.meta\.resolve\(\s*'([^']+)'/g;

/** Returns the imports of a file as Node sees them, without imports of types. */
function readImports(path: string): string[] {
  const code = stripTypeScriptTypes(readFileSync(path, 'utf8'));
  const imported = ts.preProcessFile(code, true, true).importedFiles.map(({ fileName }) => fileName);
  const named = [STARTED, RESOLVED].flatMap((pattern) => [...code.matchAll(pattern)]);
  return [...imported, ...named.map(([, name = '']) => name)];
}

/** `pg/lib/utils.js` belongs to `pg`, `@fastify/static` to itself. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

/** Returns for each package a file that imports it. */
function findPackages(started: readonly string[]): { packages: Map<string, string>; files: Set<string> } {
  const packages = new Map<string, string>();
  const waiting = started.map((path) => join(ROOT, path));
  const files = new Set(waiting);
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (!path.endsWith('.ts')) continue;
    for (const name of readImports(path)) {
      if (name.startsWith('.')) {
        const next = resolve(dirname(path), name);
        if (!existsSync(next)) throw new Error(`${relative(ROOT, path)} imports ${name}, which is missing`);
        if (!files.has(next)) waiting.push(next);
        files.add(next);
      } else if (!isBuiltin(name)) packages.set(packageOf(name), relative(ROOT, path));
    }
  }
  return { packages, files };
}

const { dependencies, scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'scripts',
  Record<string, string>
>;

test('production code imports all dependencies, and no other packages', () => {
  const { packages, files } = findPackages(
    COMMANDS.map((name) => / (server\/\S+\.ts)/.exec(scripts[name]!)![1]!),
  );
  // The process that reads uploaded tables is started by the address of this file.
  expect(files).toContain(join(ROOT, 'server/engine/excel/file/tableTask.ts'));
  const missing = [...packages].filter(([name]) => !(name in dependencies));
  expect(missing.map(([name, file]) => `${file} imports ${name}`)).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !packages.has(name))).toEqual([]);
});
