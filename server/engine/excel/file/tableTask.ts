/** Runs in the reader's process. Sends the rows of an uploaded table in batches with a maximum length and size. */
import { isReadEmpty, type ReadRow } from './cell.ts';
import { readTable } from './tableRead.ts';
import type { TableFormat } from './tableWrite.ts';

export type TablePiece =
  | { format: TableFormat; named: ReadonlyMap<number, string>; header: ReadRow | null }
  | { rows: ReadRow[]; expected: number | null };

const MAX_ROWS = 500;
const MAX_TEXT = 1_000_000;

const textOf = ({ cells }: ReadRow): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 1), 0);

/** Reads the rows of a table in pieces. Empty rows are left out. The first non-empty row is the header. */
export default async function* readPieces(path: string): AsyncIterable<TablePiece> {
  const source = await readTable(path);
  const { format, named } = source;
  let header: ReadRow | null = null;
  let rows: ReadRow[] = [];
  let text = 0;
  for await (const row of source.rows) {
    if (row.cells.every(isReadEmpty)) continue;
    if (!header) {
      header = row;
      yield { format, named, header };
      continue;
    }
    rows.push(row);
    text += textOf(row);
    if (rows.length < MAX_ROWS && text < MAX_TEXT) continue;
    yield { rows, expected: source.expected };
    rows = [];
    text = 0;
  }
  if (!header) yield { format, named, header };
  if (rows.length > 0) yield { rows, expected: source.expected };
}
