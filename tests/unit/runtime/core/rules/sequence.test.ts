import { expect, it } from 'vitest';
import { sequenceParts, sequenceText } from '../../../../../runtime/core/rules/sequence.ts';

const DAY = '2026-11-24';

it.each([
  ['K{n:6}', { before: 'K', places: 6, behind: '' }],
  ['SO{yyyy}{MM}-{n:4}', { before: 'SO202611-', places: 4, behind: '' }],
  ['{n}/{yy}', { before: '', places: 1, behind: '/26' }],
])('splits %s around its figure', (pattern, parts) => {
  expect(sequenceParts({ pattern }, DAY)).toEqual(parts);
  for (const n of [7, 12_345_678])
    expect(`${parts.before}${String(n).padStart(parts.places, '0')}${parts.behind}`).toBe(
      sequenceText({ pattern }, n, DAY, {}),
    );
});

it.each(['{code}-{n}', '{n}-{n}', 'K'])('does not split %s', (pattern) => {
  expect(sequenceParts({ pattern }, DAY)).toBeNull();
});
