/**
 * `npm run new -- entity|page|widget|call NAME`: writes a definition that already passes, and says what to change first.
 * Refuses to overwrite anything.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { addCall, type ScaffoldKind, scaffold } from './write/templates.ts';

const root = resolve(import.meta.dirname, '..');
const KINDS: readonly ScaffoldKind[] = ['entity', 'page', 'widget', 'call'];
const CALLS_INDEX = 'server/calls/index.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const [kind, name] = process.argv.slice(2);
if (!KINDS.includes(kind as ScaffoldKind) || !name)
  fail('Usage: npm run new -- entity|page|widget|call NAME');
if (!/^[a-z][A-Za-z0-9]{1,39}$/.test(name))
  fail(`"${name}" is not a valid name: write camelCase, 2 to 40 letters and digits, for example batteryRack`);

const files = scaffold(kind as ScaffoldKind, name);
const existing = Object.keys(files).filter((file) => existsSync(join(root, file)));
if (existing.length) fail(`${existing.join(', ')} exists already: choose another name`);
for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(`wrote ${file}`);
}
const written = Object.keys(files);
if (kind === 'call') {
  writeFileSync(join(root, CALLS_INDEX), addCall(readFileSync(join(root, CALLS_INDEX), 'utf8'), name));
  written.push(CALLS_INDEX);
  console.log(`added it to ${CALLS_INDEX}`);
}
// The linter formats the files, because their layout depends on the length of the name.
spawnSync('biome', ['check', '--write', '--log-level=error', ...written], {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
console.log('Now write its texts and fields; the chapters of docs/guide explain each keyword.');
