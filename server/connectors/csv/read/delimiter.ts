/** Finds the separator of a file. It splits the first lines into equal numbers of cells. */

import { splitLine } from '../store/record.ts';
import type { Encoding } from './encoding.ts';
import { openLines } from './lines.ts';

/**
 * The possible separators. Characters that also occur in numbers or texts are last. If two fit equally well, the first
 * is used.
 */
export const DELIMITERS = ['\t', ';', '|', ','] as const;
const LOOKED_AT = 50;
/** Maximum total size of examined lines, in characters. Other requests wait while they are split. */
const LOOKED_AT_TEXT = 256 * 1024;

interface Cut {
  delimiter: string;
  columns: number;
  /** The number of lines with this number of cells. */
  alike: number;
}

function cutLines(lines: readonly string[], delimiter: string): Cut {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = splitLine(line, delimiter)?.length ?? 0;
    if (count > 1) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  const [columns, alike] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [1, 0];
  return { delimiter, columns, alike };
}

export function guessDelimiter(lines: readonly string[]): string {
  const cuts = DELIMITERS.map((delimiter) => cutLines(lines, delimiter));
  const most = Math.max(...cuts.map(({ alike }) => alike));
  if (most === 0) return ',';
  const good = cuts.filter(({ alike }) => alike >= most * 0.9);
  const columns = Math.max(...good.map((cut) => cut.columns));
  return good.find((cut) => cut.columns === columns)!.delimiter;
}

export async function findDelimiter(path: string, encoding: Encoding): Promise<string> {
  const lines = openLines(path, encoding);
  const first: string[] = [];
  let length = 0;
  while (first.length < LOOKED_AT && length < LOOKED_AT_TEXT) {
    const line = await lines.next();
    if (line === null) break;
    if (line.trim() === '') continue;
    first.push(line);
    length += line.length;
  }
  lines.close();
  return guessDelimiter(first);
}

const SEPARATOR_LINE = /^"?sep=(.)"?\s*$/i;

/** Returns the separator of a first line such as `sep=;`. Null if there is no such line. */
export async function readSeparatorLine(path: string, encoding: Encoding): Promise<string | null> {
  const lines = openLines(path, encoding);
  const first = await lines.next();
  lines.close();
  const separator = SEPARATOR_LINE.exec((first ?? '').replace('\uFEFF', ''))?.[1];
  return DELIMITERS.find((delimiter) => delimiter === separator) ?? null;
}
