/**
 * Leaves out of the frame the dictionaries that no program of the browser names: each entity brings its own, so that a
 * page does not grow with the number of entities.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** Behind the name of a module that is to have only what programs name. */
export const NAMED = '?named';

const ROOT = join(import.meta.dirname, '../..');
/** Definitions of entities and dictionaries name their own. */
const NAMING = [
  '{runtime,pages,widgets}/**/*.{ts,tsx,json}',
  'main.tsx',
  'schemas/{dashboards,documents,imports,pages,statistics,widgetOptions,widgets}/**/*.json',
  'openapi/*.yaml',
];

/** All words in quotes, names of properties, and dictionaries of answers in what the browser runs or draws. */
export function readNames(root = ROOT): ReadonlySet<string> {
  const texts = globSync(NAMING, { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  return new Set(texts.flatMap((text) => text.match(/(?<=['"`.]|x-dictionary: )\w+/g) ?? []));
}

/** Picks the parts that have one of these names. Pure. */
export const pickNamed = (
  parts: Readonly<Record<string, unknown>>,
  names: ReadonlySet<string>,
): Record<string, unknown> => Object.fromEntries(Object.entries(parts).filter(([name]) => names.has(name)));

export function namedParts(): Plugin {
  return {
    name: 'wattdeck-named-parts',
    apply: 'build',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(NAMED)) return null;
      const file = id.slice(0, -NAMED.length);
      const names = readNames();
      const { default: _, ...exported } = (await import(file)) as Record<string, Record<string, unknown>>;
      const lines = Object.entries(exported).map(
        ([name, parts]) => `export const ${name} = ${JSON.stringify(pickNamed(parts, names))};`,
      );
      if (lines.length === 0) this.error(`${basename(file)} exports nothing`);
      return lines.join('\n');
    },
  };
}
