/**
 * What the browser loads before it shows anything, gzipped, as index.html of the build names it: scripts, what they
 * import, styles. One import in the wrong file puts a library of components in front of the login page, and nobody
 * notices but those who wait.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const DIST = join(import.meta.dirname, '../../dist');
const BUDGET_KB = 165;

const page = readFileSync(join(DIST, 'index.html'), 'utf8');
const paths = [...page.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path ?? '');
const sizes = paths.map((path) => gzipSync(readFileSync(join(DIST, path))).length / 1000);
const total = sizes.reduce((sum, size) => sum + size, 0);

for (const [at, path] of paths.entries()) console.log(`${sizes[at]?.toFixed(1).padStart(7)} kB ${path}`);
console.log(`${total.toFixed(1).padStart(7)} kB in all, of ${BUDGET_KB} kB`);
if (paths.length === 0) throw new Error('index.html of the build names no script');
if (total > BUDGET_KB) process.exitCode = 1;
