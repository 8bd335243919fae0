import { describe, expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { brokenRules, warningRules } from '../../../../../runtime/core/rules/crossRules.ts';
import { brokenRuleMessage } from '../../../../../runtime/fieldTypes/fieldMessage.ts';

const text = { zh: '结束日期不能早于{from}', en: 'The end cannot be before {from}' };
const date = { type: 'string', format: 'date', title: { zh: '日期', en: 'Date' } };
const span: Field = {
  type: 'object',
  properties: {
    from: date,
    to: date,
    limit: { type: 'string', format: 'money' },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { cost: { type: 'string', format: 'money' }, count: { type: 'integer' } },
        'x-rules': [{ check: { '<=': [{ var: 'cost' }, { var: '../../limit' }] }, at: 'cost', text }],
      },
    },
  },
  'x-rules': [{ check: { '<=': [{ var: 'from' }, { var: 'to' }] }, at: 'to', text }],
} as Field;
const paths = (now: object, before: object | null = null) =>
  brokenRules(span, now as never, {}, before as never).map(({ path, keyword }) => [path.join('/'), keyword]);

describe('rules across fields', () => {
  it('mark the named field, and report nothing while a value is missing', () => {
    expect(paths({ from: '2026-05-02', to: '2026-05-01' })).toEqual([['to', 'rule']]);
    expect(paths({ from: '2026-05-02', to: '2026-05-02' })).toEqual([]);
    expect(paths({ from: '2026-05-02' })).toEqual([]);
  });

  it('read a line and the record around it', () => {
    const lines = [{ cost: '9.50' }, { cost: '10.01' }];
    expect(paths({ limit: '10.00', lines })).toEqual([['lines/1/cost', 'rule']]);
    expect(paths({ lines })).toEqual([]);
  });

  it('do not check unchanged values of a stored record again', () => {
    const stored = {
      from: '2026-05-02',
      to: '2026-05-01',
      limit: '10.00',
      lines: [{ cost: '12.00', count: 1 }],
    };
    expect(paths(stored, stored)).toEqual([]);
    expect(paths({ ...stored, from: '2026-05-03' }, stored)).toEqual([['to', 'rule']]);
    expect(paths({ ...stored, limit: '11.00' }, stored)).toEqual([['lines/0/cost', 'rule']]);
    expect(paths({ ...stored, lines: [...stored.lines, { cost: '1.00' }] }, stored)).toEqual([]);
    expect(paths({ ...stored, lines: [{ cost: '12.00', count: 2 }] }, stored)).toEqual([
      ['lines/0/cost', 'rule'],
    ]);
  });

  it('that warn refuse nothing, and are returned separately', () => {
    const warning = { ...span, 'x-rules': [{ ...span['x-rules']![0]!, warn: true as const }] };
    const now = { from: '2026-05-02', to: '2026-05-01' };
    expect(brokenRules(warning, now, {})).toEqual([]);
    expect(warningRules(warning, now, {}).map(({ path }) => path)).toEqual([['to']]);
    expect(warningRules(span, now, {})).toEqual([]);
  });

  it('report a failing expression, and the values of their fields', () => {
    const failing: Field = {
      ...span,
      'x-rules': [{ check: { '<': [{ '/': [1, 0] }, 1] }, at: 'to', text }],
    };
    expect(brokenRules(failing, {}, {})[0]).toMatchObject({ path: ['to'], keyword: 'compute.byZero' });
    const [broken] = brokenRules(span, { from: '2026-05-02', to: '2026-05-01' }, {});
    expect(brokenRuleMessage(text, broken!.holder, 'en')).toBe('The end cannot be before 2026-05-02');
  });
});
