import { expect, it } from 'vitest';
import { import_modes } from '../../../runtime/excel/modes.ts';

it('an import does what its user may do with records, by itself or both', () => {
  expect(import_modes(true, true)).toEqual(['create', 'update', 'both']);
  expect(import_modes(true, false)).toEqual(['create']);
  expect(import_modes(false, true)).toEqual(['update']);
  expect(import_modes(false, false)).toEqual([]);
});
