/**
 * Removes dictionaries and calls from the common bundle if no code of the browser names them. Each entity loads its
 * own, so that pages do not grow with the number of entities.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';

/** Suffix of a module that contains only the parts that the code names. */
export const NAMED = '?named';

const ROOT = join(import.meta.dirname, '../..');
/** Excludes definitions of entities, because each entity loads its own dictionaries and calls. */
const NAMING = [
  '{runtime,pages,widgets}/**/*.{ts,tsx,json}',
  'main.tsx',
  'schemas/{dashboards,documents,imports,pages,statistics,widgetOptions,widgets}/**/*.json',
  'openapi/*.yaml',
];

/** Returns all quoted words, property names, and dictionaries of answers in the code of the browser. */
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
