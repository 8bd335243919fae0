/** Streams the records of a CSV file with the line each begins on in the file. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { type CsvError, parse } from 'csv-parse';

export interface CsvRow {
  /** The line of the file that the record begins on; the header is line 1. */
  line: number;
  cells: string[];
}

export interface CsvReader {
  header: string[];
  rows: AsyncIterable<CsvRow | CsvBroken>;
  /** Bytes of the file read so far. */
  bytesRead(): number;
  close(): Promise<void>;
}

/** A record that is no CSV. */
export interface CsvBroken {
  line: number;
  broken: string;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const HEAD_BYTES = 64 * 1024;
const MAX_RECORD = 1024 * 1024;

async function head_read(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '');
  } finally {
    await file.close();
  }
}

/** The separator that the header has most of. */
export function delimiter_guess(header: string): string {
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

function lines_count(text: string): number {
  return text.split('\n').length - 1;
}

/** Null: the file has no header. */
export async function csv_open(path: string, delimiter?: string): Promise<CsvReader | null> {
  const head = await head_read(path);
  const firstLine = head.split(/\r?\n/, 1)[0] ?? '';
  if (firstLine.trim() === '') return null;
  const source = createReadStream(path);
  const parser = parse({
    delimiter: delimiter ?? delimiter_guess(firstLine),
    bom: true,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD,
  });
  const broken: CsvBroken[] = [];
  parser.on('skip', (error: CsvError) => broken.push({ line: error.lines as number, broken: error.message }));
  source.on('error', (error) => parser.destroy(error));
  const records = source.pipe(parser)[Symbol.asyncIterator]() as AsyncIterator<{
    record: string[];
    raw: string;
    info: { lines: number };
  }>;
  const first = await records.next();
  if (first.done) return null;

  async function close(): Promise<void> {
    source.destroy();
    parser.destroy();
  }

  async function* rows(): AsyncGenerator<CsvRow | CsvBroken> {
    try {
      for (let next = await records.next(); !next.done; next = await records.next()) {
        yield* broken.splice(0);
        const { record, raw, info } = next.value;
        // The parser counts the line that a record ends on; a quoted cell may hold line breaks.
        yield { line: info.lines - lines_count(raw.trimEnd()), cells: record };
      }
      yield* broken.splice(0);
    } finally {
      await close();
    }
  }
  return {
    header: first.value.record.map((name) => name.trim()),
    rows: rows(),
    bytesRead: () => source.bytesRead,
    close,
  };
}
