/** Writes tables of the screen as an Excel workbook or as CSV. Texts are never interpreted as formulas. */
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { components } from '../../../generated/api.ts';
import { zoneOffset } from '../../../runtime/core/time/timeWindow.ts';
import { type Cell, type CellStyle, serialOfWall } from '../../engine/excel/file/cell.ts';
import { csvCell, sheetName } from '../../engine/excel/file/tableWrite.ts';
import { openWorkbook } from '../../engine/excel/file/xlsxWrite.ts';

export type FigureTable = components['schemas']['FigureTable'];
type FigureColumn = FigureTable['columns'][number];
type Value = FigureTable['rows'][number][number];

const WIDTH = { text: 24, number: 16, time: 20 } as const;
const SHEET_NAME = 31;

function figureStyle({ decimals }: FigureColumn): CellStyle {
  if (decimals === undefined) return 'number';
  return decimals === 0 ? 'integer' : (`decimals${decimals}` as CellStyle);
}

function cellOf(value: Value, column: FigureColumn | undefined, zone: string): Cell {
  if (value === null || typeof value === 'string') return value;
  if (column?.kind !== 'time') return { value, style: column ? figureStyle(column) : 'number' };
  const serial = serialOfWall(value + zoneOffset(value, zone));
  return serial === null ? String(value) : { value: serial, style: 'dateTime' };
}

const rowsOf = ({ columns, rows }: FigureTable, zone: string): Cell[][] =>
  rows.map((row) => row.map((value, index) => cellOf(value, columns[index], zone)));

/** The titles of time columns contain the time zone. */
const titlesOf = ({ columns }: FigureTable, zone: string): string[] =>
  columns.map(({ title, kind }) => (kind === 'time' ? `${title} (${zone})` : title));

export function tableCsv(table: FigureTable, zone: string): Buffer {
  const lines = [titlesOf(table, zone), ...rowsOf(table, zone)].map((row) => row.map(csvCell).join(','));
  // Excel detects UTF-8 by the byte order mark.
  return Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`);
}

/** Makes the sheet names of one workbook unique, ignoring case. */
function namesUnique(titles: readonly string[]): string[] {
  const used = new Set<string>();
  return titles.map((title) => {
    const name = sheetName(title);
    let unique = name;
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) {
      const end = ` ${count}`;
      unique = name.slice(0, SHEET_NAME - end.length) + end;
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}

export async function tablesXlsx(tables: readonly FigureTable[], zone: string): Promise<Buffer> {
  const sink = new PassThrough();
  const bytes = buffer(sink);
  const book = openWorkbook(sink);
  const names = namesUnique(tables.map(({ title }) => title));
  for (const [index, table] of tables.entries()) {
    const columns = table.columns.map(({ kind }) => ({ width: WIDTH[kind] }));
    const sheet = book.sheet({ name: names[index] ?? String(index + 1), columns, frozen: true });
    await sheet.row(titlesOf(table, zone), 'header');
    for (const row of rowsOf(table, zone)) await sheet.row(row);
    await sheet.end({ filter: true });
  }
  await book.end();
  return bytes;
}
