import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { entities } from '../../../../generated/entities.ts';
import { widgetForms } from '../../../../generated/widgetForms.ts';
import { widgets } from '../../../../generated/widgets.ts';
import type { Lang } from '../../../../runtime/core/text/lang.ts';
import {
  dropHidden,
  errorSchema,
  fieldErrors,
  placeRefusals,
} from '../../../../runtime/form/model/problems.ts';
import { interpretValidator, loadValidator } from '../../../../runtime/form/model/validator.ts';

const station = entities.station;

describe('a compiled validator', () => {
  it('finds missing and invalid values, and reports them with the title', async () => {
    const { problems } = await loadValidator('entity/station', station.pure);
    const values = { sn: 'S1', name: 'x'.repeat(101), latitude: 91, contactPhone: 'call me' };
    const zh = fieldErrors(station.schema, problems(values), values, {}, 'zh');
    const byField = Object.fromEntries(zh.map(({ path, message }) => [path.join('.'), message]));
    expect(byField).toEqual({
      timeZone: '请选择时区',
      name: '站点名称不能超过100个字',
      latitude: '纬度不能大于90°',
      contactPhone: '联系电话应为有效的电话号码，例如 +86 10 1234 5678',
    });
    const en = fieldErrors(station.schema, problems(values), values, {}, 'en');
    expect(en.find(({ path }) => path[0] === 'name')?.message).toBe(
      'Station name can have at most 100 characters',
    );
  });

  it('reports nothing about an invisible field', async () => {
    const { config } = widgets.keyData;
    const { problems } = await loadValidator('widget/keyData', widgetForms.keyData);
    const values = { dataType: 'text', deviceValue: ['only-one'] };
    expect(problems(values)).not.toEqual([]);
    expect(fieldErrors(config, problems(values), values, {}, 'en')).toEqual([]);
  });

  it('reports half of a pair at the control, as a missing choice', async () => {
    const { config } = widgets.keyData;
    const { problems } = await loadValidator('widget/keyData', widgetForms.keyData);
    const values = { dataType: 'device_data', deviceValue: ['only-one'] };
    expect(fieldErrors(config, problems(values), values, {}, 'en')).toEqual([
      { path: ['deviceValue'], message: 'Select Device variable' },
    ]);
  });
});

describe('a validator without precompilation', () => {
  const field: Field = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: { zh: '名称', en: 'Name' }, maxLength: 5 },
      why: { type: 'string', title: { zh: '原因', en: 'Reason' }, 'x-required': { required: ['off'] } },
      off: { type: 'boolean' },
    },
  };
  const pure = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 5 } } };
  const check = (values: Record<string, unknown>) =>
    fieldErrors(field, interpretValidator(pure).problems(values), values, {}, 'en').map(
      ({ message }) => message,
    );

  it('reports missing and wrong values once each', () => {
    expect(check({})).toEqual(['Name is required']);
    expect(check({ name: 'abcdef' })).toEqual(['Name can have at most 5 characters']);
    expect(check({ name: 'abc' })).toEqual([]);
  });

  it('reports an entry of a list by its own limit, under the title of the list', () => {
    const tags: Field = {
      type: 'object',
      properties: {
        tags: {
          type: 'array',
          title: { zh: '标签', en: 'Tags' },
          items: { type: 'string', minLength: 3 },
        },
        bare: { type: 'array', items: { type: 'string', minLength: 2 } },
      },
    };
    const plain = {
      properties: {
        tags: { items: { type: 'string', minLength: 3 } },
        bare: { items: { type: 'string', minLength: 2 } },
      },
    };
    const values = { tags: ['abc', 'ab'], bare: ['a'] };
    expect(fieldErrors(tags, interpretValidator(plain).problems(values), values, {}, 'en')).toEqual([
      { path: ['tags'], message: 'Tags needs at least 3 characters' },
      { path: ['bare'], message: 'bare needs at least 2 characters' },
    ]);
  });

  it('refuses a value that matches none of several forms, or too many of them', () => {
    const one = (values: Record<string, unknown>) =>
      interpretValidator({
        type: 'object',
        properties: {
          size: {
            oneOf: [
              { type: 'number', maximum: 5 },
              { type: 'number', minimum: 3 },
            ],
          },
        },
        not: { required: ['never'] },
        anyOf: [{ required: ['size'] }, { required: ['other'] }],
      })
        .problems(values)
        .map(({ path, keyword }) => `${path.join('/')} ${keyword}`);
    expect(one({ size: 2 })).toEqual([]);
    expect(one({ size: 4 })).toEqual(['size oneOf']);
    expect(one({ size: 2, never: 1 })).toEqual([' not']);
    expect(one({}).length).toBeGreaterThan(0);
    const root: Field = { type: 'object', properties: {} };
    expect(fieldErrors(root, [{ path: [], keyword: 'not' }], {}, {}, 'en')).toEqual([
      { path: [], message: 'The input has a form that is not allowed' },
    ]);
  });

  it('does not require fields that the server sets', () => {
    const { device } = entities;
    const values = { sn: 'D-1', name: 'Device', stationSn: 'S-1', type: 'other' };
    const problems = interpretValidator(device.pure).problems(values);
    expect(device.schema.required).toContain('token');
    expect(fieldErrors(device.schema, problems, values, {}, 'en')).toEqual([]);
  });

  it('requires fields by condition', () => {
    expect(check({ name: 'abc', off: true })).toEqual(['Reason is required']);
  });
});

describe('money messages (V131–V133)', () => {
  const field: Field = {
    type: 'object',
    properties: { price: { type: 'string', format: 'money', title: { zh: '价格', en: 'Price' } } },
  };
  const message = (price: string, lang: Lang) =>
    fieldErrors(field, [{ path: ['price'], keyword: 'format' }], { price }, {}, lang)[0]?.message;

  it('distinguish too large amounts from invalid ones', () => {
    expect(message('10000000000', 'en')).toBe('Price: at most 10 digits plus two decimals');
    expect(message('10000000000', 'zh')).toBe('价格最多为10位整数加两位小数');
    expect(message('ten', 'en')).toBe('Price: fill in a numeric amount');
    expect(message('12a', 'zh')).toBe('价格：请填写数字金额');
  });
});

describe('hidden fields', () => {
  const limit: Field = { type: 'string', maxLength: 2, title: { zh: '原因', en: 'Reason' } };
  const field: Field = {
    properties: {
      off: { type: 'boolean' },
      why: { ...limit, 'x-visible': { required: ['off'] } },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: { off: { type: 'boolean' }, why: { ...limit, 'x-visible': { required: ['off'] } } },
        },
      },
    },
  };
  const problems = [
    { path: ['why'], keyword: 'maxLength' },
    { path: ['rows', 0, 'why'], keyword: 'maxLength' },
    { path: ['rows', 1, 'why'], keyword: 'maxLength' },
  ];

  it('are neither reported nor sent when they are invalid', () => {
    const values = { why: 'too long', rows: [{ off: true, why: 'too long' }, { why: 'too long' }] };
    expect(fieldErrors(field, problems, values, {}, 'en').map(({ path }) => path)).toEqual([
      ['rows', 0, 'why'],
    ]);
    expect(dropHidden(field, problems, values, {})).toEqual({ rows: [{ off: true, why: 'too long' }, {}] });
    expect(dropHidden(field, [], values, {})).toBe(values);
  });
});

describe('what the server refuses', () => {
  it('is shown at its control, or beside the form if there is none', () => {
    const refused = ['/offices/1/name', '/offices/1/place/0', '/documents/2', '/ownerName', '/gone', ''].map(
      (field) => ({ field, msg: field }),
    );
    const values = { offices: [{}, {}] };
    const { placed, others } = placeRefusals(entities.customer.schema, refused, values, {});
    expect(placed.map(({ path }) => path.join('.'))).toEqual([
      'offices.1.name',
      'offices.1.place',
      'documents',
    ]);
    expect(others).toEqual(['/ownerName', '/gone', '']);
  });

  it('is not shown at a hidden field', () => {
    const refused = [{ field: '/resignDate', msg: 'x' }];
    expect(placeRefusals(entities.user.schema, refused, {}, {}).others).toEqual(['x']);
  });
});

describe('errorSchema', () => {
  it('nests messages as RJSF requires', () => {
    expect(errorSchema([{ path: ['rows', 0, 'name'], message: 'x' }])).toEqual({
      rows: { 0: { name: { __errors: ['x'] } } },
    });
  });
});
