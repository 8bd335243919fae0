/** Rules about other records: the fields that they read, and the records that they use. */
import { describe, expect, it } from 'vitest';
import { fieldsBeyond, isTaken } from '../../../../../runtime/core/rules/across.ts';

const text = { zh: '文', en: 'Text' };

describe('a record', () => {
  it('is compared as in the database: an empty value is neither "one of" nor "none of" some values', () => {
    const where = (condition: object) => ({ properties: { state: condition } });
    expect(isTaken(undefined, {})).toBe(true);
    expect(isTaken(where({ const: 'a' }), { state: 'a' })).toBe(true);
    expect(isTaken(where({ const: 'a' }), {})).toBe(false);
    expect(isTaken(where({ enum: ['a', 'b'] }), { state: 'b' })).toBe(true);
    expect(isTaken(where({ enum: ['a', 'b'] }), { state: null })).toBe(false);
    expect(isTaken(where({ not: { enum: ['a'] } }), { state: null })).toBe(true);
    expect(isTaken(where({ not: { enum: ['a'] } }), { state: 'a' })).toBe(false);
  });
});

describe('the fields that a form sends to the server', () => {
  it('are the ones by which records overlap or are counted, and the ones that the rule reads', () => {
    const entity = {
      name: 'sheet',
      apart: [{ by: ['car'], from: 'begins', to: ['back', 'ends'], text }],
      across: [
        {
          figures: {
            own: {
              do: 'sum' as const,
              field: 'hours',
              by: { person: 'person' },
              where: { properties: { state: { const: 'a' } } },
            },
            other: { of: 'room', do: 'count' as const, by: { owner: 'userId' } },
          },
          check: { '<=': [{ var: 'own' }, { var: 'most' }] },
          at: 'hours',
          text,
        },
      ],
    };
    expect(fieldsBeyond(entity).sort()).toEqual(
      ['back', 'begins', 'car', 'ends', 'hours', 'most', 'person', 'state', 'userId'].sort(),
    );
  });
});
