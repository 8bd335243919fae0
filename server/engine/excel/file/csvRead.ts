/** Reads a CSV file row by row. Detects the encoding and the separator. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { CsvError, type Info, parse } from 'csv-parse';
import { textWhole } from '../../../platform/db/tables/storable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { checkWidth, type ReadRow } from './cell.ts';
import { feedStream } from './feed.ts';
import { stripMark } from './formulaMark.ts';
import type { SheetSource } from './xlsxRead.ts';

const HEAD = 65_536;
const MAX_RECORD = 1_000_000;
const SEPARATORS = [',', ';', '\t'] as const;

interface CsvRecord {
  record: string[];
  info: Info;
}

/** Finds the encoding of a file. Files from Chinese offices are in UTF-8 or GB 18030. */
async function findEncoding(path: string, head: Buffer): Promise<'utf-8' | 'utf-16le' | 'gb18030'> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch {
    return 'gb18030';
  }
}

function findSeparator(head: string): string {
  const line = head.split(/\r?\n/).find((row) => row.trim() !== '') ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (separator: string): number => bare.split(separator).length;
  return [...SEPARATORS].sort((first, other) => count(other) - count(first))[0]!;
}

async function* decoded(path: string, encoding: string): AsyncIterable<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

export async function readCsv(path: string): Promise<SheetSource> {
  const file: FileHandle = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close());
  const head = buffer.subarray(0, bytesRead);
  const encoding = await findEncoding(path, head);
  if (encoding !== 'utf-16le' && head.includes(0)) throw new AppError('excel.notTable');
  const delimiter = findSeparator(new TextDecoder(encoding).decode(head));

  async function* rows(): AsyncIterable<ReadRow> {
    // Empty lines are skipped in the parser, because millions of empty rows would slow down the stream.
    const options = { info: true, skip_empty_lines: true, relax_column_count: true, bom: true };
    const parser = parse({ ...options, delimiter, max_record_size: MAX_RECORD });
    const fed = feedStream(parser, decoded(path, encoding));
    let row = 0;
    try {
      for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
        row = info.records + info.empty_lines;
        checkWidth(record.length);
        yield { row, cells: record.map((cell) => (cell === '' ? null : stripMark(textWhole(cell)))) };
      }
      await fed;
    } catch (error) {
      if (error instanceof CsvError)
        throw new AppError('import.notCsv', { line: Number(error.lines ?? row + 1) });
      throw error;
    } finally {
      parser.destroy();
    }
  }
  return { rows: rows(), expected: null, named: new Map() };
}
