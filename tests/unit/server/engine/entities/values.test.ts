import { describe, expect, it } from 'vitest';
import type { EntityDefinition } from '../../../../../generated/definition.ts';
import { columnsOf } from '../../../../../server/engine/entities/columns.ts';
import { createValues, toStoredRow, updateValues } from '../../../../../server/engine/entities/values.ts';
import { diffRecord } from '../../../../../server/engine/entities/write/recordDiff.ts';
import { AppError } from '../../../../../server/platform/errors/errors.ts';
import { generateToken } from '../../../../../server/sites/telemetry/catalog/deviceToken.ts';

const EN = { lang: 'en', context: {} } as const;

const text = (en: string) => ({ zh: en, en });
const entity = {
  name: 'sample',
  title: text('Sample'),
  label: 'name',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: text('Name'), maxLength: 50 },
      kind: { type: 'string', title: text('Kind'), maxLength: 10, default: 'plain' },
      reason: {
        type: 'string',
        title: text('Reason'),
        maxLength: 50,
        'x-visible': { properties: { kind: { const: 'special' } }, required: ['kind'] },
        'x-required': { properties: { kind: { const: 'special' } }, required: ['kind'] },
        'x-clearWhenHidden': true,
      },
      story: { type: 'string', format: 'html', title: text('Story'), maxLength: 1000 },
      tags: { type: 'array', title: text('Tags'), items: { type: 'string', maxLength: 10 } },
      token: {
        type: 'string',
        title: text('Token'),
        maxLength: 20,
        readOnly: true,
        'x-permission': 'sample:update',
      },
    },
    required: ['name', 'kind'],
  },
  list: { columns: ['name'] },
  api: { base: '/sample' },
} as unknown as EntityDefinition;

const missing = (run: () => unknown): string[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return (error.extras.errors ?? []).map(({ field }) => field);
    throw error;
  }
  return [];
};

describe('values of a new record', () => {
  it('get their defaults, and rich text is cleaned', () => {
    expect(createValues(entity, { name: 'a', story: '<p>x<script>1</script></p>' }, EN)).toEqual({
      name: 'a',
      kind: 'plain',
      story: '<p>x</p>',
    });
  });

  it('ignore values that only the server sets', () => {
    expect(createValues(entity, { name: 'a', token: 'mine' }, EN)).not.toHaveProperty('token');
  });

  it('must contain values that a rule requires, without values that a rule hides', () => {
    expect(missing(() => createValues(entity, { name: 'a', kind: 'special' }, EN))).toEqual(['/reason']);
    expect(createValues(entity, { name: 'a', reason: 'because' }, EN)).not.toHaveProperty('reason');
    expect(
      missing(() => createValues(entity, { kind: 'plain', name: '' }, { lang: 'zh', context: {} })),
    ).toEqual(['/name']);
  });
});

describe('values of a changed record', () => {
  const before = {
    id: 1,
    version: 2,
    name: 'a',
    kind: 'special',
    reason: 'because',
    story: null,
    tags: ['x'],
    token: 't',
  };

  it('keep other values, and null clears one', () => {
    expect(updateValues(entity, before, { name: 'b', tags: null }, EN)).toEqual({
      name: 'b',
      kind: 'special',
      reason: 'because',
    });
  });

  it('follow the rules of the whole record', () => {
    expect(updateValues(entity, before, { kind: 'plain' }, EN)).not.toHaveProperty('reason');
    expect(missing(() => updateValues(entity, before, { reason: null }, EN))).toEqual(['/reason']);
  });

  it('are stored in the form of their columns', () => {
    expect(toStoredRow(entity, { name: 'b', tags: ['x', 'y'] }, ['name', 'tags', 'reason'])).toEqual({
      name: 'b',
      tags: '["x","y"]',
      reason: null,
    });
  });
});

describe('rights on a field', () => {
  it('decide whether it is a column for the caller', () => {
    const reader = {
      admin: false,
      userId: 1,
      permissions: new Set(['sample:list']),
      departments: [],
      stations: [],
      fieldRules: new Map(),
    };
    expect(columnsOf(entity, reader).has('token')).toBe(false);
    expect(columnsOf(entity, { ...reader, permissions: new Set(['sample:*']) }).has('token')).toBe(true);
  });

  it('keep its values out of the audit log', () => {
    expect(diffRecord(entity, {}, { name: 'a', token: 'secret' })).toEqual({
      name: [null, 'a'],
      token: [null, '***'],
    });
  });
});

describe('device tokens', () => {
  it('have 20 characters and are unique', () => {
    const tokens = Array.from({ length: 200 }, generateToken);
    expect(new Set(tokens).size).toBe(200);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{20}$/);
  });
});
