/** Reads the rows of an uploaded table in a separate process, because it may contain anything. */
import { type Limits, runInWorker } from '../../../platform/worker/run.ts';
import type { ReadRow } from './cell.ts';
import type { TablePiece } from './tableTask.ts';
import type { TableFormat } from './tableWrite.ts';

const TASK = new URL('./tableTask.ts', import.meta.url);
/** A full table of twenty megabytes takes a tenth of the time and half of the memory. */
const LIMITS: Limits = { ms: 60_000, megabytes: 400 };

export interface AsideTable {
  format: TableFormat;
  /** Fields by the column that the template gave them. */
  named: ReadonlyMap<number, string>;
  /** The first non-empty row. */
  header: ReadRow | null;
  /** The rows after it, in batches, without empty ones. */
  batches: AsyncIterable<ReadRow[]>;
  /** Returns the number of rows according to the file, as soon as it was read. */
  expected(): number | null;
  /** Must be called when no more rows are needed, however many were read. */
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
