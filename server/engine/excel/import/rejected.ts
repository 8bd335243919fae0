/** Writes rejected rows unchanged, with their reasons, to a file of the imported type. */
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { type Cell, type ReadRow, rewriteRead } from '../file/cell.ts';
import { openTable, type TableFormat, type TableWriter } from '../file/tableWrite.ts';
import { type Heading, REASON } from '../headings.ts';
import type { ImportContext } from './rowPlan.ts';

export interface Rejected {
  add(row: ReadRow, reason: string): Promise<void>;
  end(): Promise<void>;
}

interface Source {
  format: TableFormat;
  header: ReadRow;
  headings: readonly Heading[];
}

/** `open` returns the path of the file, and is called at the first rejected row. Without it no file is written. */
export function createRejected(
  { format, header, headings }: Source,
  { lang }: Pick<ImportContext, 'lang'>,
  open: ((format: TableFormat) => string) | undefined,
): Rejected {
  const shownHeadings = headings.filter(({ use }) => use !== 'reason');
  let table: TableWriter | null = null;
  return {
    async add({ cells }, reason) {
      if (!open) return;
      table ??= await openTable(open(format), format, pickText(REASON, lang), [
        ...shownHeadings.map(({ index }) => ({ title: String(header.cells[index] ?? ''), width: 18 })),
        { title: pickText(REASON, lang), width: 60 },
      ]);
      const row: Cell[] = shownHeadings.map(({ index }) => rewriteRead(cells[index] ?? null));
      await table.row([...row, reason]);
    },
    end: async () => table?.end(),
  };
}
