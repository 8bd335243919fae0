import { describe, expect, it } from 'vitest';
import type { Heading } from '../../../../../server/engine/excel/headings.ts';
import { findUnheaded } from '../../../../../server/engine/excel/import/columns.ts';
import { listDecidedRows } from '../../../../../server/engine/excel/import/report.ts';
import type { RowPlan } from '../../../../../server/engine/excel/import/rowPlan.ts';

const plan = (row: number, more: Partial<RowPlan> = {}): RowPlan => ({
  row,
  cells: [],
  values: {},
  problems: [],
  waits: [],
  before: null,
  unchanged: false,
  written: false,
  ...more,
});
const problems = [{ row: 0, column: 'name', title: 'Name', reason: 'wrong' }];

describe('the rows before a savepoint of an import', () => {
  it('are the earlier ones, and the ones that the transaction writes', () => {
    const now = plan(3);
    const plans = [plan(2, { written: true }), now, plan(4)];
    expect(listDecidedRows(plans, [now]).map(({ row }) => row)).toEqual([2, 3]);
  });

  it('include rejected rows, but none that follow', () => {
    const now = plan(4);
    const plans = [plan(3, { problems }), now, plan(5, { problems }), plan(6)];
    expect(listDecidedRows(plans, [now]).map(({ row }) => row)).toEqual([4, 3]);
    expect(listDecidedRows(plans, [])).toEqual([]);
  });
});

it('includes cells without a heading, each column once, and no empty one', () => {
  const headings: Heading[] = [{ index: 0, text: 'Name', field: 'name', use: 'write' }];
  const rows = [
    { row: 2, cells: ['A', null, 'x'] },
    { row: 3, cells: ['B', ' ', 'y', 0] },
  ];
  expect(findUnheaded(headings, rows)).toEqual([2, 3]);
});
