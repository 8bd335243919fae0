import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JSONSchema } from 'json-schema-to-typescript';
import type { GlobalContext, OpenAPI3 } from 'openapi-typescript';
import { isObject } from '../../runtime/core/object.ts';
import { type Definitions, typeName } from '../definition/definition.ts';
import { filesBelow } from '../load.ts';
import { createMemo } from '../readCached.ts';
import { COMPILED } from './compiledShapes.ts';
import { type Dictionaries, type PureSchema, pureSchema } from './pure.ts';

type OpenapiTypescript = typeof import('openapi-typescript');

// Uses require because an import first scans the whole TypeScript compiler for its exports. Uses single parts because
// all of openapi-typescript loads a linter.
const require = createRequire(import.meta.url);
const { compile } = require('json-schema-to-typescript') as typeof import('json-schema-to-typescript');
const transformSchema =
  require('openapi-typescript/dist/transform/index.cjs') as OpenapiTypescript['transformSchema'];
const { astToString } = require('openapi-typescript/dist/lib/ts.cjs') as OpenapiTypescript;
const { resolveRef, scanDiscriminators } =
  require('openapi-typescript/dist/lib/utils.cjs') as OpenapiTypescript;

const OPTIONS = { bannerComment: '', format: false, additionalProperties: false } as const;

const typesOf = createMemo<Promise<string>>();
const apiOf = createMemo<string>();

/** Keywords that describe a place with a reference to a shape, and do not change its type. */
const DESCRIBING = new Set(['$ref', 'description', 'examples', 'minProperties', 'minLength']);

/** Names the type of a place that refers to a shape. A description would otherwise make a separate type. */
function nameShape(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (typeof value.description === 'string' && Object.keys(value).length === 1) return { tsType: 'unknown' };
  if (typeof value.$ref !== 'string') return value;
  const { $ref } = value;
  const isCompiled = $ref.replace('#/$defs/', '') in COMPILED;
  return isCompiled || Object.keys(value).every((key) => DESCRIBING.has(key)) ? { $ref } : value;
}

/** Returns the types of the definitions themselves, from their meta schemas. */
export async function definitionTypes(root: string): Promise<string> {
  const folder = join(root, 'schemas/meta');
  const metas = filesBelow(folder, '.schema.json').map(
    (path) => JSON.parse(readFileSync(path, 'utf8')) as JSONSchema & { $id: string },
  );
  const defs = metas.map(({ $id, $schema: _, ...meta }) => {
    const name = $id.replace('.schema.json', '');
    const text = JSON.stringify(COMPILED[name] ?? meta)
      .replaceAll('"$ref":"#/$defs/', `"$ref":"#/$defs/${name}/$defs/`)
      .replaceAll(/"\$ref":"([A-Za-z]+)\.schema\.json"/g, '"$ref":"#/$defs/$1"');
    return [name, JSON.parse(text, nameShape)] as const;
  });
  const rooted: JSONSchema = {
    title: 'Definition',
    oneOf: defs.map(([name]) => ({ $ref: `#/$defs/${name}` })),
    $defs: Object.fromEntries(defs),
  };
  return typesOf('Definition', JSON.stringify(rooted), () =>
    compile(rooted, 'Definition', { ...OPTIONS, ignoreMinAndMaxItems: true }),
  );
}

/**
 * Returns the types of every widget's configuration. All fields are optional, because a dialog has no required fields
 * (V057).
 */
export async function configTypes(
  widgets: Definitions['widgets'],
  dictionaries: Dictionaries,
): Promise<string> {
  const parts = await Promise.all(
    widgets.map(({ value }) => {
      const schema = forTypes(pureSchema(value.config, dictionaries)) as JSONSchema;
      const name = `${typeName(value.type)}Config`;
      return typesOf(name, JSON.stringify(schema), () => compile({ ...schema, title: name }, name, OPTIONS));
    }),
  );
  return parts.join('\n');
}

/**
 * Calls openapi-typescript. No other code does, so that it can be replaced; it gets the description as JSON. Its first
 * two steps, lint and bundle, are left out because they took most of the time. The bundler checked what the codegen
 * itself wrote, and nothing refers to another file.
 */
export const apiTypes = (api: string): string => apiOf('api', api, () => writeApi(api));

function writeApi(api: string): string {
  const description = JSON.parse(api) as OpenAPI3;
  const context: Omit<GlobalContext, 'redoc'> = {
    ...API_OPTIONS,
    // The scan visits the whole description.
    discriminators: api.includes('"discriminator"')
      ? scanDiscriminators(description, { silent: true })
      : { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: (Ref) => resolveRef(description, Ref, { silent: false }),
  };
  // Only the omitted steps read `redoc`.
  return astToString(transformSchema(description, context as GlobalContext));
}

/** The defaults of openapi-typescript. The step that is called here requires all of them. */
const API_OPTIONS = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: true,
  emptyObjectsUnknown: false,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  inject: undefined,
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: false,
  transform: undefined,
  transformProperty: undefined,
} satisfies Partial<GlobalContext>;

/**
 * Changes a schema for the type generator. It needs the older spelling of tuples and no defaults, and would list every
 * length of a bounded list.
 */
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
