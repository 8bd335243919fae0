/** Every field type must pass these tests, so that a new one is complete. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pureSchema } from '../../../../codegen/write/pure.ts';
import { fieldTypes } from '../../../../generated/fieldTypes/index.ts';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { createValidator } from '../../../../runtime/core/rules/validation.ts';
import { problemMessage } from '../../../../runtime/fieldTypes/fieldMessage.ts';
import { completeField, FORMATS, fieldTypeOf } from '../../../../runtime/fieldTypes/index.ts';
import { isNumeric } from '../../../../runtime/fieldTypes/valueText.ts';
import { controls } from '../../../../runtime/form/controls/registry.ts';
import { valueText } from '../../../../runtime/form/values/valueText.ts';
import { cellValue, valueCell } from '../../../../server/engine/excel/fieldCells.ts';

const BASES = ['string', 'number', 'integer', 'boolean', 'array', 'object'];
const TYPES = Object.entries(fieldTypes).map(([name, type]) => {
  const field = { type: type.json[0]!, ...(BASES.includes(name) ? {} : { format: name as never }) };
  return { name, type, field: { ...field, title: { zh: '字段', en: 'Field' } } };
});
const CONTEXT = { lang: 'zh', zone: 'Asia/Shanghai' } as const;
const validator = createValidator({ formats: FORMATS });

describe('the field types', () => {
  it('are the folders', () => {
    const folders = readdirSync(join(import.meta.dirname, '../../../../runtime/fieldTypes'), {
      withFileTypes: true,
    });
    const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(names).toHaveLength(TYPES.length);
  });

  it.each(TYPES)('$name accepts its samples, by the schema that codegen generates', ({ field, type }) => {
    const validate = validator.compile(pureSchema(field as never, new Map()));
    for (const at of [0, 1, 7]) expect(validate(type.makeSample(at))).toEqual([]);
  });

  it.each(TYPES)('$name has a control', ({ field }) => {
    expect(controls[fieldTypeOf(field).control]).toBeDefined();
  });

  it.each(TYPES.filter(({ name }) => !['array', 'object'].includes(name)))(
    '$name is read as a text, in both languages',
    ({ field, type }) => {
      for (const lang of ['zh', 'en'] as const) {
        const text = valueText(field, type.makeSample(0), {}, lang);
        expect(text).not.toBe('');
        expect(text).not.toContain('undefined');
        expect(text).not.toContain('[object');
      }
    },
  );

  it.each(TYPES.filter(({ type }) => type.pattern && type.compare !== 'decimal' && !type.isMarkup))(
    '$name says in both languages what form it takes',
    ({ field }) => {
      for (const lang of ['zh', 'en'] as const)
        expect(problemMessage(field, 'format', 'wrong', lang)).toContain(field.title[lang]);
    },
  );

  it.each(TYPES.filter(({ type }) => !type.isFile && !type.isMarkup && type.json[0] !== 'array'))(
    '$name comes back from a cell of a file as it went in',
    ({ field, type }) => {
      const value = type.makeSample(1);
      const cell = valueCell(field, value, CONTEXT, String);
      const read =
        typeof cell === 'object' && cell && cell.style !== 'number' && 'value' in cell
          ? ({ number: cell.value, integer: cell.value, money: cell.value }[cell.style as 'number'] ?? {
              serial: cell.value,
            })
          : typeof cell === 'object' && cell
            ? cell.value
            : cell;
      expect(cellValue(field, read, CONTEXT)).toEqual({ value });
    },
  );

  it('default to the type of JSON', () => {
    expect(fieldTypeOf({})).toMatchObject({ column: 'text', filter: 'text' });
    expect(fieldTypeOf({ type: 'integer', format: 'duration' }).column).toBe('int8');
    expect(fieldTypeOf({ type: 'number', format: 'duration' }).column).toBe('float8');
  });
});

describe('an identifier', () => {
  const { port } = entityOf('monitorServer').schema.properties!;

  it('is shown without separators, and so is its limit', () => {
    for (const lang of ['zh', 'en'] as const) {
      expect(valueText(port!, 40_985, {}, lang)).toBe('40985');
      expect(problemMessage(port!, 'maximum', 70_000, lang)).toContain('65535');
    }
  });

  it('is no figure, but a number in a file', () => {
    expect(isNumeric(port!)).toBe(false);
    expect(valueCell(port!, 40_985, CONTEXT, String)).toEqual({ value: 40_985, style: 'integer' });
  });
});

describe('a rating', () => {
  const field = { type: 'integer', format: 'rating', title: { zh: '评分', en: 'Rating' } } as const;

  it('has five stars by default', () => {
    const validate = (own: object) => validator.compile(pureSchema({ ...field, ...own } as never, new Map()));
    expect([validate({})(0).length, validate({})(6).length, validate({})(5).length]).toEqual([1, 1, 0]);
    expect(validate({ maximum: 10 })(10)).toEqual([]);
    expect(completeField(field)).toMatchObject({ minimum: 1, maximum: 5 });
  });

  it('is shown with its maximum, and so is its limit', () => {
    expect(valueText(field, 4, {}, 'en')).toBe('4 / 5');
    expect(problemMessage(field, 'maximum', 6, 'en')).toBe('Rating must be 5 or less');
  });
});

describe('an address', () => {
  const field = { type: 'object', format: 'address' } as const;
  const address = {
    region: '浙江省',
    city: '杭州市',
    street: '文三路 90 号',
    postcode: '310012',
    country: '中国',
  };

  it("is one line in the order of the reader's language", () => {
    expect(valueText(field, address, {}, 'zh')).toBe('中国 浙江省 杭州市 文三路 90 号 310012');
    expect(valueText(field, { ...address, region: null }, {}, 'en')).toBe(
      '文三路 90 号, 杭州市, 310012, 中国',
    );
  });

  it('is read from one cell, even if parts are missing', () => {
    const read = (text: string) => cellValue(field, text, CONTEXT);
    expect(read('文三路 90 号')).toEqual({ value: { street: '文三路 90 号' } });
    expect(read(' / 杭州市 / 文三路')).toEqual({ value: { city: '杭州市', street: '文三路' } });
    expect(valueCell(field, { city: '杭州市', street: '文三路' }, CONTEXT, String)).toBe(
      ' / 杭州市 / 文三路',
    );
  });
});

describe('a text in both languages', () => {
  const field = { type: 'object', format: 'words' } as const;

  it('is shown in the language of the reader', () => {
    const value = { zh: '客户', en: 'Customer' };
    expect([valueText(field, value, {}, 'zh'), valueText(field, value, {}, 'en')]).toEqual([
      '客户',
      'Customer',
    ]);
  });

  it('is read from one cell, also if both languages have the same text', () => {
    expect(cellValue(field, 'BMS', CONTEXT)).toEqual({ value: { zh: 'BMS', en: 'BMS' } });
    expect(valueCell(field, { zh: 'BMS', en: 'BMS' }, CONTEXT, String)).toBe('BMS');
    expect(valueCell(field, { zh: '客户', en: 'Customer' }, CONTEXT, String)).toBe('客户 / Customer');
  });
});
