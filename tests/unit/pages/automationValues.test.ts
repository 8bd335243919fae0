import { expect, it } from 'vitest';
import { readChosen, writeChosen } from '../../../pages/automation/model/values.ts';

const FIELDS = { name: { type: 'string' as const } };

it('reads the texts of values as users chose them, and writes them back', () => {
  const read = (text: string) => readChosen(text, FIELDS);
  expect(read("'it''s'")).toEqual({ kind: 'fixed', value: "it's" });
  expect(read('5')).toEqual({ kind: 'fixed', value: 5 });
  expect(read('true')).toEqual({ kind: 'fixed', value: true });
  expect(read('null')).toEqual({ kind: 'fixed', value: null });
  expect(read('name')).toEqual({ kind: 'field', name: 'name' });
  expect(read('$now')).toEqual({ kind: 'text', text: '$now' });
  expect(read('cat(name')).toEqual({ kind: 'text', text: 'cat(name' });
  for (const text of ["'it''s'", '5', 'true', 'null', 'name', '$now', 'cat(name'])
    expect(writeChosen(read(text))).toBe(text);
});
