/** Writes an Excel workbook row by row, directly into its zip file. */
import type { Writable } from 'node:stream';
import { bookParts, sheetPart } from './bookXml.ts';
import type { Cell, CellStyle } from './cell.ts';
import { rowXml, type SheetEnd, type SheetPlan, sheetHead, sheetTail } from './sheetXml.ts';
import { openZip, type ZipEntry } from './zipWrite.ts';

const FLUSH = 65_536;

export interface SheetWriter {
  row(cells: readonly Cell[], style?: CellStyle | readonly CellStyle[]): Promise<void>;
  end(end?: SheetEnd): Promise<void>;
}

/** Buffers rows and writes them in larger chunks. */
function openSheet(entry: ZipEntry, plan: SheetPlan, isFirst: boolean): SheetWriter {
  let pending = sheetHead(plan, isFirst);
  let count = 0;
  return {
    async row(cells, style) {
      count += 1;
      pending += rowXml(count, cells, style);
      if (pending.length < FLUSH) return;
      const full = pending;
      pending = '';
      await entry.write(full);
    },
    async end(end) {
      await entry.write(pending + sheetTail(plan, count, end));
      entry.end();
    },
  };
}

/** Writes sheets one after the other. `names` refer to cells: `Sheet!$A$1`. */
export function openWorkbook(sink: Writable) {
  const zip = openZip(sink);
  const sheets: SheetPlan[] = [];
  return {
    sheet(plan: SheetPlan): SheetWriter {
      const no = sheets.push(plan);
      return openSheet(zip.entry(`xl/${sheetPart(no)}.xml`), plan, no === 1);
    },
    async end(names: Readonly<Record<string, string>> = {}): Promise<void> {
      for (const [path, text] of Object.entries(bookParts(sheets, names))) {
        const entry = zip.entry(path);
        await entry.write(text);
        entry.end();
      }
      await zip.end();
    },
  };
}
