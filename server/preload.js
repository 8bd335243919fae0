// Plain JavaScript for once: every command loads it before anything else, also in a Node that cannot read TypeScript.
import module from 'node:module';
import { resolve } from 'node:path';

// 24.7 is the first with Argon2; `engines` in package.json says the same.
const OLDEST = [24, 7];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
  console.error(
    `Wattdeck: Node ${OLDEST.join('.')} or newer is needed, this is ${process.versions.node}; run it through npm, which brings the right one`,
  );
  process.exit(1);
}

// Programs are compiled once and kept: a second start, and every process that this one starts, needs a third of the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../node_modules/.cache/compiled');
module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
