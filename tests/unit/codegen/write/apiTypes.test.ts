import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { apiTypes } from '../../../../codegen/write/apiTypes.ts';
import type { OpenApi } from '../../../../codegen/write/bundle.ts';
import type { PureSchema } from '../../../../codegen/write/pure.ts';

const DESCRIPTION = join(import.meta.dirname, '../../../../generated/openapi.json');
/** The library names these also where a description has none. */
const EMPTY =
  /export type (?:webhooks|\$defs) = [^;]*;|(?:responses|parameters|requestBodies|headers|pathItems): never;/g;

/** The words and signs of types, without comments, brackets and repeated alternatives. */
function readTypes(text: string): string[] {
  const plain = text
    .replaceAll(/\/\*\*.*?\*\//gs, '')
    .replaceAll(EMPTY, '')
    .replaceAll('| unknown | unknown', '| unknown');
  return plain.match(/"(?:\\.|[^"\\])*"|[\w$]+|[{}[\]:;?|&<>,-]/g) ?? [];
}

const describeWith = (schemas: Record<string, PureSchema>): OpenApi => ({
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1', description: '' },
  servers: [],
  paths: {},
  components: { schemas, securitySchemes: {} },
});

describe('the types of calls', () => {
  it('are those that openapi-typescript writes for our whole description, which passes its linter', async () => {
    const text = readFileSync(DESCRIPTION, 'utf8');
    const wanted = readTypes(astToString(await openapiTS(text)));
    const written = readTypes(apiTypes(JSON.parse(text)));
    const at = wanted.findIndex((word, index) => word !== written[index]);
    // Two long texts: only the first difference is a message.
    expect(at < 0 ? [] : [written.slice(at - 20, at + 20), wanted.slice(at - 20, at + 20)]).toEqual([]);
    expect(written).toHaveLength(wanted.length);
  });

  it.each<[string, PureSchema, string]>([
    ['a list of alternatives', { type: 'array', items: { enum: ['a', 1] } }, '("a" | 1)[]'],
    ['a list of lists', { type: 'array', items: { type: 'array', items: {} } }, 'unknown[][]'],
    ['a closed pair', { type: 'array', prefixItems: [{ type: 'string' }, { const: 2 }] }, '[string, 2]'],
    ['an object without fields', { type: ['object', 'null'] }, 'Record<string, never> | null'],
    ['one of several shapes', { oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'string | number'],
    [
      'a shape with more',
      {
        allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object', properties: { b: { type: 'null' } } }],
      },
      '(components["schemas"]["A"] & {\nb?: null;\n})',
    ],
    [
      'fields beside others',
      { type: 'object', properties: { 'a-b': { type: 'string', default: '' } }, additionalProperties: true },
      '({\n"a-b": string;\n} & {\n[key: string]: unknown;\n})',
    ],
  ])('write %s', (_, schema, type) => {
    expect(apiTypes(describeWith({ Sample: schema }))).toContain(`Sample: ${type};`);
  });
});
