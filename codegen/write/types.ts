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

// Required, for an import would first scan the whole TypeScript compiler below them for its exports; and in parts,
// for the whole of openapi-typescript loads a linter.
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

/** These describe a place that refers to a shape, and leave its type as it is. */
const DESCRIBING = new Set(['$ref', 'description', 'examples', 'minProperties', 'minLength']);

/** A place that refers to a shape has its type by name: a description would make a type of its own. */
function nameShape(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  if (typeof value.description === 'string' && Object.keys(value).length === 1) return { tsType: 'unknown' };
  if (typeof value.$ref !== 'string') return value;
  const { $ref } = value;
  const isCompiled = $ref.replace('#/$defs/', '') in COMPILED;
  return isCompiled || Object.keys(value).every((key) => DESCRIBING.has(key)) ? { $ref } : value;
}

/** The types of the definitions themselves, from their meta schemas. */
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

/** The types of every widget's configuration; all fields may be missing, for a dialog has no required fields (V057). */
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
 * openapi-typescript is called here alone, so that it can be replaced; it gets the description as JSON.
 * Its first two steps, to lint and to bundle, are left out: they took most of the time, the bundler checked what was
 * written, and nothing refers to another file.
 */
export const apiTypes = (api: string): string => apiOf('api', api, () => writeApi(api));

function writeApi(api: string): string {
  const description = JSON.parse(api) as OpenAPI3;
  const context: Omit<GlobalContext, 'redoc'> = {
    ...API_OPTIONS,
    // The scan walks through everything.
    discriminators: api.includes('"discriminator"')
      ? scanDiscriminators(description, { silent: true })
      : { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: (Ref) => resolveRef(description, Ref, { silent: false }),
  };
  // Only the steps that are left out read `redoc`.
  return astToString(transformSchema(description, context as GlobalContext));
}

/** The defaults of openapi-typescript: the step that is called here expects each to be said. */
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
