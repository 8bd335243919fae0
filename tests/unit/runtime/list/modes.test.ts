import { expect, it } from 'vitest';
import { importModes } from '../../../../runtime/list/excel/modes.ts';

it('an import creates or changes records, or both, as its user may', () => {
  expect(importModes(true, true)).toEqual(['create', 'update', 'both']);
  expect(importModes(true, false)).toEqual(['create']);
  expect(importModes(false, true)).toEqual(['update']);
  expect(importModes(false, false)).toEqual([]);
});
