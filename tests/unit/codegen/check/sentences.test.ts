/**
 * Developers get the same messages about a definition as users about a form. Both come from one table, in both
 * languages.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { schemaProblems } from '../../../../codegen/check/checkSchema.ts';
import { createCheck } from '../../../../codegen/check.ts';
import type { Definitions } from '../../../../codegen/definition/definition.ts';
import { loadMetas } from '../../../../codegen/load.ts';
import { bundleOpenApi } from '../../../../codegen/write/bundle.ts';
import type { Field } from '../../../../generated/definition.ts';
import { createValidator } from '../../../../runtime/core/rules/validation.ts';
import { askedOf, translateErrors } from '../../../../server/platform/errors/messages.ts';

const ROOT = join(import.meta.dirname, '../../../..');

describe('what breaks a keyword', () => {
  it.each<[string, Field, unknown]>([
    ['minLength', { type: 'string', minLength: 3 }, 'a'],
    ['maxLength', { type: 'string', maxLength: 3 }, 'abcd'],
    ['minimum', { type: 'number', minimum: 3 }, 1],
    ['maximum', { type: 'number', maximum: 3 }, 4],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 3 }, 3],
    ['multipleOf', { type: 'number', multipleOf: 3 }, 4],
    ['maxItems', { type: 'array', maxItems: 1, items: { type: 'string' } }, ['a', 'b']],
    ['uniqueItems', { type: 'array', uniqueItems: true, items: { type: 'string' } }, ['a', 'a']],
    ['minProperties', { type: 'object', minProperties: 1 } as Field, {}],
  ])('is told in the same words by codegen and server: %s', (_, field, value) => {
    const schema = { type: 'object', properties: { sample: field } };
    const errors = createValidator().compile(schema)({ sample: value });
    const titled = { ...field, title: { zh: '“sample”', en: '"sample"' } };
    const described = askedOf({ type: 'object', properties: { sample: titled } });
    const [problem] = schemaProblems('a.json', errors);
    const [zh] = translateErrors(errors, 'zh', described);
    const [en] = translateErrors(errors, 'en', described);
    expect(problem).toEqual({ file: 'a.json', pointer: '/sample', message: en?.msg, zh: zh?.msg });
    expect(en?.msg).toMatch(/^"sample" (?!must NOT)[^{]+$/);
    expect(zh?.msg).toMatch(/^“sample”[^{]*[一-龥]/);
  });
});

describe('a description', () => {
  const FAULTY: Record<string, string> = {
    'a.yaml': `
components: { schemas: { Twice: { type: object }, Fine: { type: string, maxLenght: 3 } } }
paths:
  /a: { fetch: { operationId: a } }
  /b: { get: { operationId: b, x-public: true } }
  /c: { get: { operationId: b, x-data: { $ref: '#/components/schemas/Lost' } } }
  /d: { get: { x-public: true, x-data: { $ref: Odd } } }
  /e/{id}: { get: { operationId: e, x-public: true, x-data: {}, x-action: { entity: none, do: list } } }
  /f/{id}: { get: { operationId: f, x-public: true, x-data: {} } }
  /f/{sn}: { get: { operationId: g, x-public: true, x-data: {} } }
`,
    'b.yaml': 'components: { schemas: { Twice: { type: object } } }',
    'c.yaml': 'paths: [',
  };

  it('reports its faults in both languages, each with the correction', async () => {
    const root = await mkdtemp(join(tmpdir(), 'wattdeck-description-'));
    try {
      await mkdir(join(root, 'openapi'));
      for (const [name, text] of Object.entries(FAULTY)) await writeFile(join(root, 'openapi', name), text);
      const { problems } = bundleOpenApi(
        root,
        { entities: [], statistics: [], calls: [] } as unknown as Definitions,
        {
          dictionaries: new Map(),
          validateCall: createCheck(loadMetas(ROOT)).call,
        },
      );
      expect(problems.map(({ file, pointer }) => `${file}#${pointer}`).sort()).toEqual([
        'openapi#',
        'openapi#/components/schemas/Lost',
        'openapi#/paths/~1f~1{sn}',
        'openapi/a.yaml#/components/schemas/Fine/maxLenght',
        'openapi/a.yaml#/paths/~1a/fetch',
        'openapi/a.yaml#/paths/~1b/get',
        'openapi/a.yaml#/paths/~1c/get',
        'openapi/a.yaml#/paths/~1c/get/operationId',
        'openapi/a.yaml#/paths/~1d/get',
        'openapi/a.yaml#/paths/~1e~1{id}/get/x-action/entity',
        'openapi/b.yaml#/components/schemas/Twice',
        'openapi/c.yaml#',
      ]);
      for (const { message, zh } of problems) {
        expect(zh).toMatch(/[一-龥]/);
        expect(message).not.toMatch(/[一-龥]/);
        expect(`${message} ${zh}`).not.toMatch(/undefined|\[object|(?<!\/)\{\w+\}/);
      }
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
