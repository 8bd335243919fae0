import { describe, expect, it } from 'vitest';
import type { DataTable } from '../../../../runtime/board/export/table.ts';
import { completeness, MOST_SHEETS, workbookTables } from '../../../../runtime/board/export/workbook.ts';

const words = {
  ...{ about: 'About', item: 'Item', content: 'Content', period: 'Period' },
  ...{ rows: 'Rows', complete: 'Complete' },
};
const sheet = (table: DataTable, time?: string) => ({ table, time });
const course: DataTable = {
  title: 'Power',
  columns: [
    { title: 'Time', kind: 'time' },
    { title: 'A', kind: 'number' },
    { title: 'B', kind: 'number' },
  ],
  rows: [
    [0, 1, 2],
    [1, 3, null],
  ],
};
const now: DataTable = {
  title: 'Now',
  columns: [
    { title: 'Name', kind: 'text' },
    { title: 'Value', kind: 'number' },
  ],
  rows: [['A', null]],
};

describe('the workbook of a board', () => {
  it('begins with the origin, period and completeness of its sheets', () => {
    const [about, ...rest] = workbookTables(
      [['Station', 'PVA']],
      [sheet(course, 'This month'), sheet(now)],
      words,
    );
    expect(rest).toEqual([course, now]);
    expect(about?.rows).toEqual([
      ['Station', 'PVA', null, null, null],
      ['1', 'Power', 'This month', 2, 75],
      ['2', 'Now', null, 1, null],
    ]);
  });

  it('shows no completeness for data without time or figures', () => {
    expect(completeness(course)).toBe(0.75);
    expect(completeness(now)).toBeNull();
    expect(completeness({ ...course, rows: [] })).toBeNull();
  });

  it('has at most as many sheets as the server accepts', () => {
    const many = Array.from({ length: MOST_SHEETS + 5 }, () => sheet(now));
    const made = workbookTables([], many, words);
    expect(made).toHaveLength(MOST_SHEETS);
    expect(made[0]?.rows).toHaveLength(MOST_SHEETS - 1);
  });
});
