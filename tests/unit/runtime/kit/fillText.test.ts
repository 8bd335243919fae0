import { expect, it } from 'vitest';
import { fillText } from '../../../../runtime/kit/i18n/fillText.ts';

const WORDS = {
  save: 'Save {name}',
  found: '{count} records in {place}',
  found_one: '{count} record in {place}',
};

it('returns an unknown key unchanged, and a text without parameters with its placeholders', () => {
  expect(fillText(WORDS, 'en', 'drop')).toBe('drop');
  expect(fillText(WORDS, 'en', 'drop', { count: 1 })).toBe('drop');
  expect(fillText(WORDS, 'en', 'save')).toBe('Save {name}');
});

it('interpolates the given parameters, and clears other placeholders', () => {
  expect(fillText(WORDS, 'en', 'save', { name: '$1 {count}' })).toBe('Save $1 {count}');
  expect(fillText(WORDS, 'en', 'save', {})).toBe('Save ');
});

it.each([
  [0, '0 records in x'],
  [1, '1 record in x'],
  [2, '2 records in x'],
  ['1,000', '1,000 records in x'],
] as const)('chooses the English form for %s', (count, text) => {
  expect(fillText(WORDS, 'en', 'found', { count, place: 'x' })).toBe(text);
});

it('has one form for all numbers in Chinese', () => {
  expect(fillText({ found: '{count} 条' }, 'zh', 'found', { count: 1 })).toBe('1 条');
});
