/** Reads the rows of an uploaded table in a separate process, because the file is not trustworthy. */
import { type Limits, runInWorker } from '../../../platform/worker/run.ts';
import type { ReadRow } from './cell.ts';
import type { TablePiece } from './tableTask.ts';
import type { TableFormat } from './tableWrite.ts';

const TASK = new URL('./tableTask.ts', import.meta.url);
/** The largest valid table needs a tenth of this time and half of this memory. */
const LIMITS: Limits = { ms: 60_000, megabytes: 400 };

export interface AsideTable {
  format: TableFormat;
  /** Fields by column index, from names that the template defines. */
  named: ReadonlyMap<number, string>;
  /** The first non-empty row. */
  header: ReadRow | null;
  /** The non-empty rows after the header, in batches. */
  batches: AsyncIterable<ReadRow[]>;
  /** Returns the number of rows that the file states. Null until it was read. */
  expected(): number | null;
  /** Must be called at the end, even if not all rows were read. */
  close(): Promise<void>;
}

export async function readAside(path: string): Promise<AsideTable> {
  const pieces = runInWorker<string, TablePiece>(TASK, path, LIMITS);
  const { value: first } = await pieces.next();
  if (!first || !('format' in first)) throw new Error('a table was read without its format');
  let expected: number | null = null;
  async function* batches(): AsyncIterable<ReadRow[]> {
    for await (const piece of pieces) {
      if (!('rows' in piece)) continue;
      ({ expected } = piece);
      yield piece.rows;
    }
  }
  return {
    ...first,
    batches: batches(),
    expected: () => expected,
    close: async () => void (await pieces.return()),
  };
}
