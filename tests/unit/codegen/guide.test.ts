/** The definition guide names every keyword of the meta schemas, and no others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMetas } from '../../../codegen/load.ts';
import { guideFiles, guideText } from '../../support/project/guide.ts';

const ROOT = join(import.meta.dirname, '../../..');

interface Schema {
  properties?: Record<string, Schema>;
  enum?: unknown[];
  oneOf?: Schema[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  $defs?: Record<string, Schema>;
}

/** Returns the names of a meta schema's properties, and the words among their values. */
function keywords(schema: Schema | boolean | undefined): string[] {
  if (typeof schema !== 'object') return [];
  const { properties = {}, oneOf = [], items, additionalProperties, $defs = {} } = schema;
  return [
    ...Object.keys(properties),
    ...(schema.enum ?? []).filter((value) => typeof value === 'string' && /^\w/.test(value)).map(String),
    ...[...Object.values(properties), ...oneOf, items, additionalProperties, ...Object.values($defs)].flatMap(
      keywords,
    ),
  ];
}

/** Returns the words that are written as code in the text. */
async function wordsOfGuide(): Promise<Set<string>> {
  const prose = (await guideText()).replaceAll(/```[\s\S]*?```/g, '');
  return new Set(
    [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code?.match(/\$?[A-Za-z][\w-]*/g) ?? []),
  );
}

// The icons are drawings. The picker of the studio shows them, and an editor completes their names.
const metas = (loadMetas(ROOT) as ({ $id: string } & Schema)[]).filter(
  ({ $id }) => $id !== 'icon.schema.json',
);

describe('the definition guide', () => {
  it.each(metas.map(({ $id, ...meta }) => [$id, meta] as const))(
    'names every keyword of %s',
    async (_, meta) => {
      const words = await wordsOfGuide();
      expect(keywords(meta).filter((word) => !words.has(word) && word !== '$schema')).toEqual([]);
    },
  );

  it('contains no unknown keyword', async () => {
    const described = ['write/operationSource', 'write/answers'].flatMap(
      (name) => readFileSync(join(ROOT, `codegen/${name}.ts`), 'utf8').match(/x-[A-Za-z]+/g) ?? [],
    );
    const known = new Set([...metas.flatMap(keywords), ...described]);
    const named = [...(await wordsOfGuide())].filter((word) => word.startsWith('x-'));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((word) => !known.has(word))).toEqual([]);
  });

  it('shows files of every kind', async () => {
    const paths = Object.keys(await guideFiles());
    for (const folder of [
      'schemas/entities',
      'schemas/pages',
      'schemas/widgets',
      'openapi',
      'server/calls',
      'widgets',
    ])
      expect(paths.some((path) => path.startsWith(folder))).toBe(true);
  });
});
