import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { type Problem, pointerPath } from '../../../../runtime/core/rules/fieldProblem.ts';
import { FORMATS } from '../../../../runtime/fieldTypes/index.ts';
import { fieldErrors } from '../../../../runtime/form/model/problems.ts';
import { interpretValidator } from '../../../../runtime/form/model/validator.ts';
import meta from '../../../../schemas/meta/field.schema.json' with { type: 'json' };
import { pureField } from '../../../../stories/pureField.ts';

const title = { zh: '示例字段', en: 'Sample field' };
const listed = [{ value: 'a', title: { zh: '甲', en: 'A' } }];

/** A field and a refused value, for every keyword that can refuse one. */
const CASES: Record<string, [Field, unknown]> = {
  required: [{ type: 'string' }, undefined],
  type: [{ type: 'string' }, 5],
  'type integer': [{ type: 'integer' }, 1.5],
  'type number': [{ type: 'number' }, 'x'],
  'type boolean': [{ type: 'boolean' }, 'x'],
  'type array': [{ type: 'array' }, 'x'],
  'type object': [{ type: 'object' }, 'x'],
  enum: [{ type: 'string', 'x-options': listed }, 'b'],
  const: [{ const: 'a' }, 'b'],
  minimum: [{ type: 'number', minimum: 3 }, 2],
  maximum: [{ type: 'number', maximum: 3 }, 4],
  exclusiveMinimum: [{ type: 'number', exclusiveMinimum: 3 }, 3],
  exclusiveMaximum: [{ type: 'number', exclusiveMaximum: 3 }, 3],
  multipleOf: [{ type: 'number', multipleOf: 3 }, 4],
  minLength: [{ type: 'string', minLength: 3 }, 'ab'],
  maxLength: [{ type: 'string', maxLength: 3 }, 'abcd'],
  pattern: [{ type: 'string', pattern: '^a$' }, 'b'],
  minItems: [{ type: 'array', minItems: 2, items: { type: 'string' } }, ['a']],
  maxItems: [{ type: 'array', maxItems: 1, items: { type: 'string' } }, ['a', 'b']],
  uniqueItems: [{ type: 'array', uniqueItems: true, items: { type: 'string' } }, ['a', 'a']],
  items: [{ type: 'array', items: { type: 'string' } }, [5]],
  prefixItems: [{ type: 'array', prefixItems: [{ type: 'string' }] }, [5]],
  'map with half a place': [
    { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' }, 'x-control': 'map' },
    [null, 5],
  ],
  'json that is none': [{ type: 'object', 'x-control': 'json' }, '{'],
  ...Object.fromEntries(
    Object.keys(FORMATS)
      .filter((format) => format !== 'html')
      .map((format) => [`format ${format}`, [{ type: 'string', format } as Field, ' no <such> thing "']]),
  ),
};

const schemaOf = (field: Field): Field => ({
  type: 'object',
  properties: { sample: { title, ...field } },
  required: ['sample'],
});

const ajv = new Ajv2020({ allErrors: true, strict: false, formats: FORMATS });

function compiled(pure: Record<string, unknown>, values: Record<string, unknown>): Problem[] {
  const validate = ajv.compile(pure);
  validate(values);
  return (validate.errors ?? []).map(({ instancePath, keyword, params }) => {
    const missing = (params as { missingProperty?: string }).missingProperty;
    const path = pointerPath(instancePath);
    return { path: missing === undefined ? path : [...path, missing], keyword };
  });
}

/** Matches Ajv's own messages, in English and without a title. */
const LIBRARY =
  /must (have|match|NOT|be (equal|one|string|number|integer|boolean|array|object|>|<|multiple))|\{/;

describe('every keyword', () => {
  for (const [name, [field, value]] of Object.entries(CASES)) {
    const schema = schemaOf(field);
    const pure = { ...pureField(schema), required: ['sample'] };
    const values = value === undefined ? {} : { sample: value };
    const interpreted = () => interpretValidator(pure).problems(values);
    // The interpreter does not support the platform's own formats.
    const validators = name.startsWith('format')
      ? [() => compiled(pure, values)]
      : [() => compiled(pure, values), interpreted];

    it(`${name}: names the error with the title, in both languages`, () => {
      for (const problems of validators) {
        const [zh] = fieldErrors(schema, problems(), values, {}, 'zh');
        const [en] = fieldErrors(schema, problems(), values, {}, 'en');
        expect(zh?.message).toContain(title.zh);
        expect(zh?.message).not.toMatch(/must|\{/);
        expect(en?.message).toContain(title.en);
        expect(en?.message).not.toMatch(LIBRARY);
        expect(zh?.path).toEqual(['sample']);
      }
    });
  }

  it('is tested in the list above', () => {
    const silent = new Set(
      '$ref title description examples default items prefixItems properties additionalProperties readOnly writeOnly'.split(
        ' ',
      ),
    );
    const refusing = Object.keys(meta.properties).filter(
      (name) => !name.startsWith('x-') && !silent.has(name),
    );
    const tested = Object.keys(CASES).map((name) => name.split(' ')[0]);
    expect(refusing.filter((name) => !tested.includes(name))).toEqual([]);
  });
});

describe('limits', () => {
  const message = (field: Field, keyword: string, value: unknown) =>
    fieldErrors(schemaOf(field), [{ path: ['sample'], keyword }], { sample: value }, {}, 'en')[0]?.message;

  it('are shown in the unit of the field', () => {
    expect(message({ type: 'integer', format: 'duration', minimum: 90 }, 'minimum', 5)).toBe(
      'Sample field must be 1 min 30 s or more',
    );
    expect(message({ type: 'number', maximum: 12000, 'x-unit': 'kW' }, 'maximum', 20000)).toBe(
      'Sample field must be 12,000 kW or less',
    );
    expect(message({ type: 'number', format: 'percent', maximum: 100 }, 'maximum', 101)).toBe(
      'Sample field must be 100% or less',
    );
  });
});
