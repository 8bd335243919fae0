import { expect, it } from 'vitest';
import { hintOf } from '../../../../runtime/form/model/save/requestHint.ts';

const TEXTS = [
  { zh: '共 {days} 天', en: '{days} days' },
  { zh: '剩余 {left}，下次 {next}', en: '{left} left, next {next}' },
  { zh: '{problem}', en: '{problem}' },
];

it("shows the sentences with available answers, in the reader's language", () => {
  const answer = { days: 10, left: 2.5, next: '2026-01-01', problem: '' };
  expect(hintOf(TEXTS, answer, 'en')).toBe('10 days; 2.5 left, next 2026-01-01');
  expect(hintOf(TEXTS, answer, 'zh')).toBe('共 10 天；剩余 2.5，下次 2026-01-01');
  expect(hintOf(TEXTS, { ...answer, left: null, problem: 'Too many' }, 'en')).toBe('10 days; Too many');
  expect(hintOf(TEXTS, {}, 'en')).toBe('');
});
