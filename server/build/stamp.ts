import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The sources of dist/. Their contents are compared, not their modification times, because a checkout changes all of
 * these.
 */
const SOURCES = [
  '{schemas,openapi,codegen,runtime,widgets,pages,server/build}/**/*',
  'index.html',
  '*.{ts,tsx}',
  'package-lock.json',
];
const GENERATED = ['generated/**/*'];

/** The stamp is in dist/, so that it is removed together with that folder. */
export const STAMP_FILE = 'dist/.stamp';

function hashFiles(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of globSync(patterns, { cwd: root }).sort()) {
    const file = join(root, path);
    if (statSync(file).isFile()) hash.update(path).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export const hashSources = (root: string): string => hashFiles(root, SOURCES);

/** Returns the stamp of a build. A missing or changed file of generated/ counts like a changed source. */
export const makeStamp = (root: string, sources: string): string =>
  `${sources} ${hashFiles(root, GENERATED)}`;

export function readStamp(root: string): string {
  try {
    return readFileSync(join(root, STAMP_FILE), 'utf8');
  } catch {
    return '';
  }
}
