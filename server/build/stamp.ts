import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What dist/ is made from. Content counts, not the time of a file: a checkout touches them all. */
const SOURCES = [
  '{schemas,openapi,codegen,runtime,widgets,pages}/**/*',
  'index.html',
  '*.{ts,tsx}',
  'package-lock.json',
];

export const STAMP_FILE = 'dist/.stamp';

export function hashSources(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    const file = join(root, path);
    if (statSync(file).isFile()) hash.update(path).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export function readStamp(root: string): string {
  try {
    return readFileSync(join(root, STAMP_FILE), 'utf8');
  } catch {
    return '';
  }
}
