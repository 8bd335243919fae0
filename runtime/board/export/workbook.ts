/**
 * Writes the tables of a whole board as one workbook. The first sheet describes the board and the completeness of its
 * data. Pure.
 */
import type { DataTable } from './table.ts';

/** Limit of sheets in a workbook. The first one describes the others. */
export const MOST_SHEETS = 60;

/**
 * Returns the share of existing values in a table over time, 0 to 1. Null if the table has no time column, or no
 * values.
 */
export function completeness({ columns, rows }: DataTable): number | null {
  if (columns[0]?.kind !== 'time') return null;
  const figures = columns.flatMap(({ kind }, at) => (kind === 'number' ? [at] : []));
  const all = rows.length * figures.length;
  if (all === 0) return null;
  const there = rows.reduce((sum, row) => sum + figures.filter((at) => row[at] !== null).length, 0);
  return there / all;
}

/** A table with the period of its figures. Current values have no period. */
export interface SheetTable {
  table: DataTable;
  time: string | undefined;
}

export interface AboutWords {
  about: string;
  item: string;
  content: string;
  period: string;
  rows: string;
  complete: string;
}

/** @param facts description of the figures, by name */
export function workbookTables(
  facts: readonly (readonly [string, string])[],
  sheets: readonly SheetTable[],
  words: AboutWords,
): DataTable[] {
  const exported = sheets.slice(0, MOST_SHEETS - 1);
  const about: DataTable = {
    title: words.about,
    columns: [
      { title: words.item, kind: 'text' },
      { title: words.content, kind: 'text' },
      { title: words.period, kind: 'text' },
      { title: words.rows, kind: 'number', decimals: 0 },
      { title: `${words.complete} (%)`, kind: 'number', decimals: 1 },
    ],
    rows: [
      ...facts.map(([name, value]) => [name, value, null, null, null]),
      ...exported.map(({ table, time = null }, at) => {
        const share = completeness(table);
        return [String(at + 1), table.title, time, table.rows.length, share === null ? null : share * 100];
      }),
    ],
  };
  return [about, ...exported.map(({ table }) => table)];
}
