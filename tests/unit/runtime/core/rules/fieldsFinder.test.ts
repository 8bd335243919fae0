import { expect, it } from 'vitest';
import type { Field } from '../../../../../generated/definition.ts';
import { fieldsFinder } from '../../../../../runtime/core/rules/fieldsFinder.ts';

const markup: Field = { type: 'string', format: 'html' };
const plain: Field = { type: 'string' };
const listOf = (items: Field): Field => ({ type: 'array', items });
const objectOf = (properties: Record<string, Field>): Field => ({ type: 'object', properties });
const findMarkup = fieldsFinder(({ format }) => format === 'html');
const namesOf = (field: Field) => findMarkup(field).map(([name]) => name);

it('finds the wanted fields and the fields that contain one, at any depth', () => {
  const field = objectOf({
    plain,
    markup,
    notes: listOf(markup),
    rows: listOf(objectOf({ plain, inner: objectOf({ markup }) })),
    grid: listOf(listOf(objectOf({ markup }))),
    bare: listOf(objectOf({ plain })),
  });
  expect(namesOf(field)).toEqual(['markup', 'notes', 'rows', 'grid']);
  expect(namesOf(field.properties!.rows!.items!)).toEqual(['inner']);
  expect(findMarkup(field)).toBe(findMarkup(field));
});

it('can also test the name of a field and its parent', () => {
  const findRequired = fieldsFinder((_, name, { required }) => required?.includes(name) === true);
  const rows = listOf({ ...objectOf({ plain, other: plain }), required: ['other'] });
  expect(findRequired(objectOf({ plain, rows })).map(([name]) => name)).toEqual(['rows']);
  expect(findRequired(rows.items!).map(([name]) => name)).toEqual(['other']);
});
