import { expect, it } from 'vitest';
import { checkOf, styleOf } from '../../../../../server/engine/excel/template/checks.ts';
import { promptOf } from '../../../../../server/engine/excel/template/help.ts';
import { headingWidth } from '../../../../../server/engine/excel/template/index.ts';

it('offers the choices of a column from its own column of the list sheet', () => {
  expect(checkOf({ type: 'string' }, 27, ['one', 'two'])).toEqual({
    type: 'list',
    formulas: ['Lists!$AB$1:$AB$2'],
    strict: true,
  });
});

it('accepts a record that is not in the list', () => {
  expect(checkOf({ type: 'integer', 'x-ref': 'station' }, 0, ['A'])).toMatchObject({
    strict: false,
  });
});

it('does not check several values in one cell', () => {
  expect(checkOf({ type: 'array', items: { type: 'string' } }, 0, ['one'])).toMatchObject({ type: 'none' });
});

it('checks figures by their bounds and texts by their length', () => {
  expect(checkOf({ type: 'integer', minimum: 1, maximum: 9 }, 0, [])).toMatchObject({
    type: 'whole',
    formulas: ['1', '9'],
  });
  expect(checkOf({ type: 'string' }, 0, [])).toMatchObject({ type: 'textLength', formulas: ['200'] });
});

it('keeps the leading zeros of a number that is a name', () => {
  expect(styleOf({ type: 'string' })).toBe('wrapped');
  expect(styleOf({ type: 'integer' })).toBeUndefined();
});

it('explains the input, with the description of the field', () => {
  const description = { zh: '铭牌', en: 'On the plate' };
  expect(promptOf({ type: 'string', maxLength: 9, description }, 'en')).toBe(
    'Text of at most 9 characters\nOn the plate',
  );
});

it('gives a heading enough width, twice as much for Chinese', () => {
  expect([headingWidth('Name'), headingWidth('x'.repeat(20)), headingWidth('名'.repeat(10))]).toEqual([
    14, 26, 26,
  ]);
  expect(headingWidth('x'.repeat(90))).toBe(40);
});
