/**
 * Rows that take readings define the field with their device, and their own fields, each of the right kind.
 */
import { expect, it } from 'vitest';
import { checkReadings } from '../../../codegen/check/checkReadings.ts';
import type { Field } from '../../../codegen/definition/definition.ts';

const text = { zh: '取', en: 'Take' };
const WORDS = { title: text, device: 'deviceSn', by: 'code', value: 'value', at: 'takenAt' };
const HOLDER: Field = {
  properties: {
    name: { type: 'string' },
    deviceSn: { type: 'string', 'x-ref': 'device', 'x-refKey': 'sn' },
  },
};

function problems(words: object): string[] {
  const found: string[] = [];
  const table: Field = {
    type: 'array',
    'x-readings': { ...WORDS, ...words },
    items: {
      properties: { code: { type: 'string' }, value: { type: 'number' }, takenAt: { format: 'date-time' } },
    },
  };
  checkReadings(table, HOLDER, '/items', (place) => void found.push(place));
  return found;
}

it('passes if each keyword names a suitable field', () => {
  expect(problems({})).toEqual([]);
});

it.each([
  ['device', 'name'],
  ['by', 'value'],
  ['value', 'code'],
  ['at', 'value'],
])('refuses %s: %s', (word, name) => {
  expect(problems({ [word]: name })).toEqual([`/items/x-readings/${word}`]);
});
