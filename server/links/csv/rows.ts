/**
 * Streams the records of a CSV file, each with the line of the file that it begins on: people look for a
 * rejected value there, so it must be right past empty lines, line breaks inside quotes and damaged lines.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export interface CsvRow {
  /** The header is line 1. */
  line: number;
  cells: string[];
}

/** A line whose quotes make no sense. */
export interface CsvBroken {
  line: number;
  broken: string;
}

export interface CsvReader {
  header: string[];
  rows: AsyncIterable<CsvRow | CsvBroken>;
  /** Bytes of the file read so far. */
  bytesRead(): number;
  close(): Promise<void>;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A quote that does not close within so many lines was never meant to open. */
const MAX_LINES = 100;
const MAX_LENGTH = 1024 * 1024;

/** The separator that the header has most of. */
export function delimiter_guess(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** The end of a quoted cell that begins at `from`: the index of its closing quote, or -1. */
function quote_end(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

/** `open`: a quote is not closed yet. `broken`: something follows a closing quote. */
export function record_parse(text: string, delimiter: string): string[] | 'open' | 'broken' {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let from = 0; ; ) {
    let end: number;
    if (text[from] === '"') {
      const close = quote_end(text, from);
      if (close < 0) return 'open';
      cells.push(text.slice(from + 1, close).replaceAll('""', '"'));
      end = close + 1;
      if (end < text.length && text[end] !== delimiter) return 'broken';
    } else {
      const next = text.indexOf(delimiter, from);
      end = next < 0 ? text.length : next;
      cells.push(text.slice(from, end));
    }
    if (end >= text.length) return cells;
    from = end + 1;
  }
}

/** Lines with a way back. */
function lines_open(path: string) {
  const source = createReadStream(path, { encoding: 'utf8' });
  const reader = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = reader[Symbol.asyncIterator]();
  let returned: string[] = [];
  let number = 0;
  let failure: Error | null = null;
  source.once('error', (error) => {
    failure = error;
    reader.close();
  });
  return {
    number: () => number,
    bytesRead: () => source.bytesRead,
    async next(): Promise<string | null> {
      const again = returned.shift();
      const text = again ?? (await lines.next()).value;
      if (failure) throw failure;
      if (typeof text !== 'string') return null;
      number += 1;
      return number === 1 ? text.replace(/^\uFEFF/, '') : text;
    },
    back(texts: readonly string[]): void {
      returned = [...texts, ...returned];
      number -= texts.length;
    },
    async close(): Promise<void> {
      reader.close();
      source.destroy();
    },
  };
}

type Lines = ReturnType<typeof lines_open>;

/** The record that begins with `first`, with the lines that its quotes take in. */
async function record_read(lines: Lines, first: string, delimiter: string): Promise<CsvRow | CsvBroken> {
  const line = lines.number();
  const more: string[] = [];
  let text = first;
  for (;;) {
    const parsed = record_parse(text, delimiter);
    if (Array.isArray(parsed)) return { line, cells: parsed };
    const next =
      parsed === 'open' && more.length < MAX_LINES && text.length < MAX_LENGTH ? await lines.next() : null;
    if (next === null) {
      lines.back(more);
      return { line, broken: first };
    }
    more.push(next);
    text += `\n${next}`;
  }
}

/** Null: the file has no header. */
export async function csv_open(path: string, wanted?: string): Promise<CsvReader | null> {
  const lines = lines_open(path);
  const first = await lines.next();
  if (first === null || first.trim() === '') {
    await lines.close();
    return null;
  }
  const delimiter = wanted ?? delimiter_guess(first);
  const header = await record_read(lines, first, delimiter);

  async function* rows(): AsyncGenerator<CsvRow | CsvBroken> {
    try {
      for (let text = await lines.next(); text !== null; text = await lines.next()) {
        if (text.trim() !== '') yield await record_read(lines, text, delimiter);
      }
    } finally {
      await lines.close();
    }
  }
  return {
    header: 'cells' in header ? header.cells.map((name) => name.trim()) : [],
    rows: rows(),
    bytesRead: lines.bytesRead,
    close: lines.close,
  };
}
