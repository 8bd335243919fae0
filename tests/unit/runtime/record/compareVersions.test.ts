/** Two versions side by side: fields by name, and lines by label. */
import { expect, it } from 'vitest';
import { compareFields, compareLines } from '../../../../runtime/record/versions/compare.ts';

const title = { zh: '名', en: 'Name' };
const text = { type: 'string', title } as const;

it('different fields are marked; fields of versions and hidden ones are omitted', () => {
  const entity = {
    schema: {
      properties: {
        name: text,
        note: text,
        state: text,
        edition: { type: 'integer', title } as const,
        secret: text,
        place: { ...text, 'x-control': 'hidden' } as const,
      },
    },
    states: { field: 'state', initial: 'draft', transitions: [] },
  };
  const before = { name: 'A', note: null, state: 'replaced', edition: 1, place: 'x' };
  const after = { name: 'B', state: 'released', edition: 2, place: 'y', note: null };
  expect(compareFields(entity, before, after).map(({ name, isChanged }) => [name, isChanged])).toEqual([
    ['name', true],
    ['note', false],
  ]);
});

it('lines are paired by their label; added and removed ones keep their place', () => {
  const field = {
    type: 'array',
    title,
    items: { type: 'object', properties: { id: text, name: text, limit: text } },
  } as const;
  const before = [
    { id: 1, name: 'Fan', limit: '1' },
    { id: 2, name: 'Door', limit: '2' },
    { id: 3, name: 'Smell', limit: '3' },
  ];
  const after = [
    { id: 7, name: 'Fan', limit: '1' },
    { id: 8, name: 'Smell', limit: '4' },
    { id: 9, name: 'Light', limit: '5' },
  ];
  expect(compareLines(field, 'name', before, after).map(({ label, change }) => [label, change])).toEqual([
    ['Fan', null],
    ['Door', 'removed'],
    ['Smell', 'changed'],
    ['Light', 'added'],
  ]);
  expect(compareLines(field, 'name', undefined, []).length).toBe(0);
});
