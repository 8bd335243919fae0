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

export interface AboutWords {
  about: string;
  item: string;
  content: string;
  rows: string;
  complete: string;
}

/** @param facts what the figures are of, by name */
export function workbookTables(
  facts: readonly (readonly [string, string])[],
  tables: readonly DataTable[],
  words: AboutWords,
): DataTable[] {
  const kept = tables.slice(0, MOST_SHEETS - 1);
  const about: DataTable = {
    title: words.about,
    columns: [
      { title: words.item, kind: 'text' },
      { title: words.content, kind: 'text' },
      { title: words.rows, kind: 'number', decimals: 0 },
      { title: `${words.complete} (%)`, kind: 'number', decimals: 1 },
    ],
    rows: [
      ...facts.map(([name, value]) => [name, value, null, null]),
      ...kept.map((table, at) => {
        const share = completeness(table);
        return [String(at + 1), table.title, table.rows.length, share === null ? null : share * 100];
      }),
    ],
  };
  return [about, ...kept];
}
