import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import {
  operationKeywordProblems,
  samePathProblems,
  schemaKeywordProblems,
} from '../../../../codegen/check/checkDescription.ts';
import type { OperationSource } from '../../../../codegen/write/operationSource.ts';

const read = (yaml: string) => load(yaml) as OperationSource;
const place = { file: 'openapi/a.yaml', pointer: '' };
const pointers = (problems: readonly { pointer: string }[]) => problems.map(({ pointer }) => pointer);

describe('a description', () => {
  it('is refused if a comma in a text has become a keyword, at any depth', () => {
    const schema = read(`
      type: object
      properties:
        rows: { type: array, items: { oneOf: [{ type: number, description: Of the total, 0 to 1 }] } }
        fine: { type: string, description: 'One, two', x-title: { zh: 甲, en: A } }
    `);
    expect(pointers(schemaKeywordProblems(place, schema))).toEqual(['/properties/rows/items/oneOf/0/0 to 1']);
    const operation = read(`
      operationId: a
      parameters: [{ name: b, in: query, schema: { type: string, maxLenght: 3 }, description: Now, or never }]
      requestBody: { content: { application/json: { schema: { type: object, propertis: {} } } } }
      x-data: { type: string, description: Left, right }
    `);
    expect(pointers(operationKeywordProblems(place, operation))).toEqual([
      '/parameters/0/or never',
      '/parameters/0/schema/maxLenght',
      '/requestBody/content/application~1json/schema/propertis',
      '/x-data/right',
    ]);
    expect(operationKeywordProblems(place, operation)[1]?.message).toContain('maxLength');
  });

  it('is refused if two addresses differ only in the names of their parameters', () => {
    expect(pointers(samePathProblems(['/a/{sn}', '/a/{id}', '/a/{id}/b', '/a/b']))).toEqual([
      '/paths/~1a~1{id}',
    ]);
  });

  it('contains its server, the sign-in of programs, and the permission of each call', async () => {
    const text = await readFile(new URL('../../../../generated/openapi.json', import.meta.url), 'utf8');
    const { servers, info, components, paths } = JSON.parse(text);
    expect(servers).toMatchObject([{ url: '/' }]);
    expect(info.description).toMatch(/Authorization: Bearer wdk_/);
    expect(paths['/auth/oauth/token'].get.security).toEqual([{ client: [] }, { client: [], session: [] }]);
    for (const scheme of Object.values(components.securitySchemes))
      expect(scheme).toMatchObject({ description: expect.stringMatching(/.{20}/) });
  });
});
