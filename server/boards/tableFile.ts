/** Tables that a person looks at, as a workbook or as CSV. A text never becomes a formula. */
import type { components } from '../../generated/api.ts';
import { zone_offset } from '../../runtime/core/timeWindow.ts';
import { type Cell, type CellStyle, serial_ofWall } from '../excel/file/cell.ts';
import { csv_cell, sheet_name } from '../excel/file/tableWrite.ts';
import { workbook_open } from '../excel/file/xlsxWrite.ts';
import { sink_memory } from '../excel/file/zipWrite.ts';

export type FigureTable = components['schemas']['FigureTable'];
type FigureColumn = FigureTable['columns'][number];
type Value = FigureTable['rows'][number][number];

const WIDTH = { text: 24, number: 16, time: 20 } as const;
const SHEET_NAME = 31;

function figure_style({ decimals }: FigureColumn): CellStyle {
  if (decimals === undefined) return 'number';
  return decimals === 0 ? 'integer' : (`decimals${decimals}` as CellStyle);
}

function cell_of(value: Value, column: FigureColumn | undefined, zone: string): Cell {
  if (value === null || typeof value === 'string') return value;
  if (column?.kind !== 'time') return { value, style: column ? figure_style(column) : 'number' };
  const serial = serial_ofWall(value + zone_offset(value, zone));
  return serial === null ? String(value) : { value: serial, style: 'dateTime' };
}

const rows_of = ({ columns, rows }: FigureTable, zone: string): Cell[][] =>
  rows.map((row) => row.map((value, at) => cell_of(value, columns[at], zone)));

/** The times of a table say on whose clock they stand. */
const titles_of = ({ columns }: FigureTable, zone: string): string[] =>
  columns.map(({ title, kind }) => (kind === 'time' ? `${title} (${zone})` : title));

export function table_csv(table: FigureTable, zone: string): Buffer {
  const lines = [titles_of(table, zone), ...rows_of(table, zone)].map((row) => row.map(csv_cell).join(','));
  // The mark at the start is how Excel knows that this is UTF-8.
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

/** Sheets of one workbook have names of their own, whatever their capitals. */
function names_unique(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    const name = sheet_name(title);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count += 1) {
      const end = ` ${count}`;
      unique = name.slice(0, SHEET_NAME - end.length) + end;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}

export async function tables_xlsx(tables: readonly FigureTable[], zone: string): Promise<Buffer> {
  const sink = sink_memory();
  const book = workbook_open(sink);
  const names = names_unique(tables.map(({ title }) => title));
  for (const [at, table] of tables.entries()) {
    const columns = table.columns.map(({ kind }) => ({ width: WIDTH[kind] }));
    const sheet = await book.sheet({ name: names[at] ?? String(at + 1), columns, frozen: true });
    await sheet.row(titles_of(table, zone), 'header');
    for (const row of rows_of(table, zone)) await sheet.row(row);
    await sheet.end({ filter: true });
  }
  await book.end();
  return sink.bytes();
}
