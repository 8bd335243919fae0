/**
 * `npm run copies -- FOLDER [ENTITIES]` copies the sources of the project into a folder, with additional entities, 80
 * by default. These are copies of orders, leave and inspections under other names, with their pages, calls, rights,
 * demo records and tests. All commands of the project also run in the copy.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { copySources } from '../support/project/projectCopy.ts';
import { addDefinitions, countCopied, planCopies } from './copies.ts';
import { addPrograms } from './programs.ts';

const ENTITIES = 80;
const [folder, entities = String(ENTITIES)] = process.argv.slice(2);
if (!folder || !/^[1-9]\d*$/.test(entities)) {
  console.error('Say a folder, and how many entities more there are at least: npm run copies -- FOLDER [80]');
  process.exit(1);
}
const path = resolve(folder);
if (existsSync(path) && readdirSync(path).length > 0) {
  console.error(`${path} is not empty.`);
  process.exit(1);
}

await copySources(path);
const copies = planCopies(path, Number(entities));
addDefinitions(path, copies);
addPrograms(path, copies);
// Added files are formatted like the others.
const added = copies.numbers.flatMap((one) =>
  globSync([`schemas/**/*${one}.json`, `{server,demo,tests}/**/*${one}{,.test}.ts`], { cwd: path }),
);
const formatting = ['biome', 'check', '--write', '--log-level=error', 'demo', ...added];
const { status } = spawnSync('npx', formatting, { cwd: path, stdio: 'inherit' });
if (status !== 0) process.exit(1);
// Programs of packages start from their own folder, and a link would lead them back to this project.
rmSync(join(path, 'node_modules'));
const installed = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: path, stdio: 'inherit' });
if (installed.status !== 0) process.exit(1);
console.log(`${path}: ${countCopied(copies)} entities more. Next: npm run codegen there.`);
