/** Writes a table to a file row by row: a sheet with a header, or CSV. */
import { type FileHandle, open } from 'node:fs/promises';
import { type Cell, type CellStyle, MAX_TEXT, serialText } from './cell.ts';
import { markFormula } from './formulaMark.ts';
import { openWorkbook, type SheetWriter } from './xlsxWrite.ts';
import { sinkFile } from './zipWrite.ts';

export type TableFormat = 'xlsx' | 'csv';

export interface TableColumn {
  title: string;
  width: number;
}

export interface TableWriter {
  row(cells: readonly Cell[]): Promise<void>;
  /** Ends the sheet and begins another sheet with its own header. */
  next(name: string, columns: readonly TableColumn[]): Promise<void>;
  end(): Promise<void>;
}

export const TABLE_TYPES: Readonly<Record<TableFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

const FLUSH = 65_536;
const DECIMALS: Partial<Record<CellStyle, number>> = { money: 2 };

/** Returns a CSV cell, quoted where needed. A text never becomes a formula. */
export function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'object') {
    if (cell.style === 'date' || cell.style === 'dateTime') return serialText(cell.value);
    const decimals = DECIMALS[cell.style];
    return decimals === undefined ? String(cell.value) : cell.value.toFixed(decimals);
  }
  const cut = cell.length > MAX_TEXT ? cell.slice(0, MAX_TEXT) : cell;
  const safe = markFormula(cut);
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function openCsv(path: string, columns: readonly TableColumn[]): Promise<TableWriter> {
  const file: FileHandle = await open(path, 'w', 0o600);
  // The byte order mark shows Excel that the file is UTF-8.
  let pending = `\uFEFF${columns.map(({ title }) => csvCell(title)).join(',')}\r\n`;
  const flush = async (): Promise<void> => {
    const full = pending;
    pending = '';
    await file.write(full);
  };
  return {
    async row(cells) {
      pending += `${cells.map(csvCell).join(',')}\r\n`;
      if (pending.length >= FLUSH) await flush();
    },
    async next() {
      throw new Error('a file of commas has one sheet');
    },
    async end() {
      await flush();
      await file.close();
    },
  };
}

export async function openTable(
  path: string,
  format: TableFormat,
  name: string,
  columns: readonly TableColumn[],
): Promise<TableWriter> {
  if (format === 'csv') return openCsv(path, columns);
  const book = openWorkbook(sinkFile(path));
  const used = new Set<string>();
  async function begin(title: string, columns: readonly TableColumn[]): Promise<SheetWriter> {
    const sheet = book.sheet({ name: freeName(sheetName(title), used), columns, frozen: true });
    await sheet.row(
      columns.map((column) => column.title),
      'header',
    );
    return sheet;
  }
  let sheet = await begin(name, columns);
  return {
    row: (cells) => sheet.row(cells),
    async next(title, others) {
      await sheet.end({ filter: true });
      sheet = await begin(title, others);
    },
    async end() {
      await sheet.end({ filter: true });
      await book.end();
    },
  };
}

/** Returns a name that no other sheet of the workbook has. */
function freeName(name: string, used: Set<string>): string {
  let free = name;
  for (let count = 2; used.has(free.toLowerCase()); count++) free = `${name.slice(0, 27)} ${count}`;
  used.add(free.toLowerCase());
  return free;
}

/** Returns a valid sheet name for Excel: at most 31 characters, none of which occurs in cell addresses. */
export function sheetName(title: string): string {
  return [...title.replace(/[\\/?*:[\]']/g, ' ').trim()].slice(0, 31).join('') || 'Sheet';
}
