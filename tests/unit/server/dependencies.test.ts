/**
 * Checks that `npm ci --omit=dev` installs what runs without the build tools: no package less, and none more. Every
 * import that Node would follow is followed here, from the commands on.
 */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The commands of a production installation. */
const COMMANDS = ['start', 'replay', 'import', 'backup', 'restore', 'move'];
/** A file that another process or thread is started with. */
const STARTED = /new URL\('(\.[^']*\.ts)', import\.meta\.url\)/g;

/** A package of which files are read by their address. */
const RESOLVED = /import\.meta\.resolve\(\s*'([^']+)'/g;

/** As Node sees it: imports of types are gone. */
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

/** By package, a file that imports it. */
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

test('what runs in production imports the dependencies, all of them and nothing else', () => {
  const { packages, files } = findPackages(
    COMMANDS.map((name) => / (server\/\S+\.ts)/.exec(scripts[name]!)![1]!),
  );
  // The process that reads uploaded tables is started by its address.
  expect(files).toContain(join(ROOT, 'server/engine/excel/file/tableTask.ts'));
  const missing = [...packages].filter(([name]) => !(name in dependencies));
  expect(missing.map(([name, file]) => `${file} imports ${name}`)).toEqual([]);
  expect(Object.keys(dependencies).filter((name) => !packages.has(name))).toEqual([]);
});
