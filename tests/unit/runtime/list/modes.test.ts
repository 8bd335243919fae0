import { expect, it } from 'vitest';
import { importModes } from '../../../../runtime/list/excel/modes.ts';

it('an import does what its user may do with records, alone or both', () => {
  expect(importModes(true, true)).toEqual(['create', 'update', 'both']);
  expect(importModes(true, false)).toEqual(['create']);
  expect(importModes(false, true)).toEqual(['update']);
  expect(importModes(false, false)).toEqual([]);
});
