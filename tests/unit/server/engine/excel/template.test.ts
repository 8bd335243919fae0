import { expect, it } from 'vitest';
import { checkOf, styleOf } from '../../../../../server/engine/excel/template/checks.ts';
import { promptOf } from '../../../../../server/engine/excel/template/help.ts';
import { headingWidth } from '../../../../../server/engine/excel/template/index.ts';

it('offers the list of a column from the column of its own in the lists', () => {
  expect(checkOf({ type: 'string' }, 27, ['one', 'two'])).toEqual({
    type: 'list',
    formulas: ['Lists!$AB$1:$AB$2'],
    strict: true,
  });
});

it('lets a record be named that is not in the list', () => {
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

it('keeps the zeros of a number that is a name', () => {
  expect(styleOf({ type: 'string' })).toBe('wrapped');
  expect(styleOf({ type: 'integer' })).toBeUndefined();
});

it('says what goes in, and what the definition says of the field', () => {
  const description = { zh: '铭牌', en: 'On the plate' };
  expect(promptOf({ type: 'string', maxLength: 9, description }, 'en')).toBe(
    'Text of at most 9 characters\nOn the plate',
  );
});

it('gives a heading its room, and a Chinese one twice as much', () => {
  expect([headingWidth('Name'), headingWidth('x'.repeat(20)), headingWidth('名'.repeat(10))]).toEqual([
    14, 26, 26,
  ]);
  expect(headingWidth('x'.repeat(90))).toBe(40);
});
