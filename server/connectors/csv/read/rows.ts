/**
 * Streams the records of a CSV file, each with the line number of its beginning. Users look up rejected values by this
 * number. Empty lines, line breaks inside quotes and damaged lines must not shift it.
 */

import { addLine, beginRecord } from '../store/record.ts';
import type { Encoding } from './encoding.ts';
import { type Lines, openLines } from './lines.ts';

export interface CsvRow {
  /** Number of the line in the file, from 1. */
  line: number;
  cells: string[];
}

/** A line with invalid quotes. */
export interface CsvBroken {
  line: number;
  broken: string;
}

export interface CsvReader {
  rows: AsyncIterable<CsvRow | CsvBroken>;
  /** Bytes of the file read so far. */
  bytesRead(): number;
}

/** If a quote does not close within this number of lines, it is not an opening quote. */
const MAX_LINES = 100;
const MAX_LENGTH = 64 * 1024;
/**
 * After this number of unclosed quotes, each quote must close on its own line. Repeated searches ahead would take too
 * long.
 */
const MAX_BROKEN = 100;

/** Reads the record that begins with `first`. Further lines are read if they are within its quotes. */
async function readRecord(
  lines: Lines,
  first: string,
  delimiter: string,
  ahead: number,
): Promise<CsvRow | CsvBroken> {
  const line = lines.number();
  const record = beginRecord();
  const more: string[] = [];
  let length = first.length;
  for (let text: string | null = first; text !== null; ) {
    const state = addLine(record, text, delimiter);
    if (state === 'whole') return { line, cells: record.cells };
    if (state === 'broken' || more.length >= ahead || length > MAX_LENGTH) break;
    text = await lines.next();
    if (text !== null) more.push(text);
    length += text?.length ?? 0;
  }
  lines.back(more);
  return { line, broken: first };
}

/** Returns all records, including any headings. Empty lines are left out. */
export function openCsv(
  path: string,
  { encoding, delimiter }: { encoding: Encoding; delimiter: string },
): CsvReader {
  const lines = openLines(path, encoding);
  async function* readRows(): AsyncGenerator<CsvRow | CsvBroken> {
    let broken = 0;
    try {
      for (let text = await lines.next(); text !== null; text = await lines.next()) {
        if (text.trim() === '') continue;
        const row = await readRecord(lines, text, delimiter, broken < MAX_BROKEN ? MAX_LINES : 0);
        if ('broken' in row) broken += 1;
        yield row;
      }
    } finally {
      lines.close();
    }
  }
  return { rows: readRows(), bytesRead: lines.bytesRead };
}
