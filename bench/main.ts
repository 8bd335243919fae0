/** `npm run bench`: every bench of this folder, one after the other; `npm run bench -- form startup` runs these. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !benches.includes(name));
if (unknown.length) {
  console.error(`There is no bench ${unknown.join(', ')}; there are ${benches.join(', ')}.`);
  process.exit(1);
}

// Each in a process of its own: what one leaves in memory must not slow the next.
const failed = (asked.length ? asked : benches).filter((name) => {
  console.log(`\n── ${name} ──`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    stdio: 'inherit',
  });
  return status !== 0;
});
if (failed.length) {
  console.error(`\nfailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
