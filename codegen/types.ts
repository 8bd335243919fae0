import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenApi } from './bundle.ts';
import { type Definitions, typeName } from './definition.ts';
import { filesBelow } from './load.ts';
import { type Dictionaries, type PureSchema, pureSchema } from './pure.ts';

const OPTIONS = { bannerComment: '', format: false, additionalProperties: false } as const;

/** The types of the definitions themselves, from their meta schemas. */
export async function definitionTypes(root: string): Promise<string> {
  const folder = join(root, 'schemas/meta');
  const metas = filesBelow(folder, '.schema.json').map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as JSONSchema & { $id: string },
  );
  const defs = metas.map(({ $id, $schema: _, ...meta }) => {
    const name = $id.replace('.schema.json', '');
    const text = JSON.stringify(meta)
      .replaceAll('"$ref":"#/$defs/', `"$ref":"#/$defs/${name}/$defs/`)
      .replaceAll(/"\$ref":"([a-z]+)\.schema\.json"/g, '"$ref":"#/$defs/$1"');
    return [name, JSON.parse(text)] as const;
  });
  const rooted: JSONSchema = {
    title: 'Definition',
    oneOf: defs.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(defs),
  };
  return compile(rooted, 'Definition', { ...OPTIONS, ignoreMinAndMaxItems: true });
}

/** The types of every widget's configuration; all fields may be missing, for a dialog has no required fields (V057). */
export async function configTypes(definitions: Definitions, dictionaries: Dictionaries): Promise<string> {
  const parts = await Promise.all(
    definitions.widgets.map(({ value }) => {
      const schema = forTypes(pureSchema(value.config, dictionaries)) as JSONSchema;
      return compile(
        { ...schema, title: `${typeName(value.type)}Config` },
        `${typeName(value.type)}Config`,
        OPTIONS,
      );
    }),
  );
  return parts.join('\n');
}

/** The record types of the entities are those of the description. */
export function recordTypes(definitions: Definitions): string {
  const lines = definitions.entities.flatMap(({ value }) => {
    const type = typeName(value.name);
    return ['', 'Write', 'Update'].map(
      (suffix) => `export type ${type}${suffix} = components['schemas']['${type}${suffix}'];`,
    );
  });
  return ["import type { components } from './api.ts';", ...lines, ''].join('\n');
}

/** openapi-typescript is called here alone, so that it can be replaced. */
export async function apiTypes(api: OpenApi): Promise<string> {
  return astToString(await openapiTS(structuredClone(api) as never, { alphabetize: false }));
}

/** The generator knows tuples in their older spelling, no defaults, and would spell out every length of a bounded list. */
function forTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forTypes);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { prefixItems, items, default: _, minItems, maxItems, ...rest } = schema as PureSchema;
  if (minItems !== undefined && minItems === maxItems) Object.assign(rest, { minItems, maxItems });
  const tuple = prefixItems
    ? { items: prefixItems, additionalItems: false, minItems: (prefixItems as unknown[]).length }
    : items === undefined
      ? {}
      : { items };
  return Object.fromEntries(
    Object.entries({ ...rest, ...tuple }).map(([key, value]) => [key, forTypes(value)]),
  );
}
