/**
 * Streams the records of a CSV file, each with the line of the file that it begins on: people look for a
 * rejected value there, so it must be right past empty lines, line breaks inside quotes and damaged lines.
 */

import { addLine, beginRecord } from '../store/record.ts';
import type { Encoding } from './encoding.ts';
import { type Lines, openLines } from './lines.ts';

export interface CsvRow {
  /** The first line of a file is 1. */
  line: number;
  cells: string[];
}

/** A line whose quotes make no sense. */
export interface CsvBroken {
  line: number;
  broken: string;
}

export interface CsvReader {
  rows: AsyncIterable<CsvRow | CsvBroken>;
  /** Bytes of the file read so far. */
  bytesRead(): number;
}

/** A quote that does not close within so much was never meant to open. */
const MAX_LINES = 100;
const MAX_LENGTH = 64 * 1024;
/** After so many of them a quote has to close on its line: looking ahead again and again would take for ever. */
const MAX_BROKEN = 100;

/** The record that begins with `first`, with the lines that its quotes take in. */
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

/** All records, the headings too where there are any; lines without anything are left out. */
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
