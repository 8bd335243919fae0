/** The tables of a whole board as one workbook, which begins with what they are of and how complete. Pure. */
import type { DataTable } from './table.ts';

/** A workbook takes so many sheets, the first one says what the others are. */
export const MOST_SHEETS = 60;

/** The share of the figures over time that are there, 0 to 1; null: the table is not over time, or has no figures. */
export function completeness({ columns, rows }: DataTable): number | null {
  if (columns[0]?.kind !== 'time') return null;
  const figures = columns.flatMap(({ kind }, at) => (kind === 'number' ? [at] : []));
  const all = rows.length * figures.length;
  if (all === 0) return null;
  const there = rows.reduce((sum, row) => sum + figures.filter((at) => row[at] !== null).length, 0);
  return there / all;
}

/** A table, and the time that its figures are of, in words; absent where it is of now. */
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

/** @param facts what the figures are of, by name */
export function workbookTables(
  facts: readonly (readonly [string, string])[],
  sheets: readonly SheetTable[],
  words: AboutWords,
): DataTable[] {
  const kept = sheets.slice(0, MOST_SHEETS - 1);
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
      ...kept.map(({ table, time = null }, at) => {
        const share = completeness(table);
        return [String(at + 1), table.title, time, table.rows.length, share === null ? null : share * 100];
      }),
    ],
  };
  return [about, ...kept.map(({ table }) => table)];
}
