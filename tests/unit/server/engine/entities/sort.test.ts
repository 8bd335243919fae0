import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../../../server/engine/entities/columns.ts';
import { parseSort } from '../../../../../server/engine/entities/list/sort.ts';
import { AppError } from '../../../../../server/platform/errors/errors.ts';

const columns: Columns = new Map([
  ['id', 'integer'],
  ['name', 'string'],
  ['amount', 'number'],
  ['since', 'date'],
  ['token', 'sealed'],
]);
const NONE: ReadonlySet<string> = new Set();

const HIDDEN: ReadonlySet<string> = new Set(['secret']);

const refused = (text: string) => {
  try {
    return parseSort(columns, text, [], HIDDEN);
  } catch (error) {
    return error instanceof AppError ? error.key : error;
  }
};

describe('sort', () => {
  it('accepts fields by comma, a minus descends, and the id makes it stable in the last direction', () => {
    expect(parseSort(columns, 'name,-amount', [], NONE)).toEqual([
      { field: 'name', order: 'asc' },
      { field: 'amount', order: 'desc' },
      { field: 'id', order: 'desc' },
    ]);
    expect(parseSort(columns, '-id', [], NONE)).toEqual([{ field: 'id', order: 'desc' }]);
    expect(parseSort(columns, 'name,-name', [], NONE)).toEqual([
      { field: 'name', order: 'asc' },
      { field: 'id', order: 'asc' },
    ]);
  });

  it('defaults to the order of the list', () => {
    expect(parseSort(columns, undefined, [{ field: 'since', order: 'desc' }], NONE)[0]).toEqual({
      field: 'since',
      order: 'desc',
    });
  });

  it('refuses a field that is not a column, is hidden, or is sealed', () => {
    expect(refused('name,(select 1)')).toBe('entity.sortField');
    expect(refused('-secret')).toBe('entity.fieldHidden');
    expect(refused('name,-token')).toBe('entity.fieldSealed');
  });
});
