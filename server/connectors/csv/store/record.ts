/** Parses a record of a CSV file. Quotes may extend a record over several lines. Each character is read once. */

export interface Pending {
  cells: string[];
  /** The text so far of a quoted cell that is not closed yet. */
  open: string | null;
}

/** Maximum number of cells in a record. A longer record ends one cell later, so that it is recognized as too wide. */
export const MAX_COLUMNS = 2_000;

export const beginRecord = (): Pending => ({ cells: [], open: null });

/** Returns the index of the closing quote at or after `from`, or -1. */
function findQuoteEnd(text: string, from: number): number {
  let quote = text.indexOf('"', from);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  return quote;
}

const unquote = (text: string): string => text.replaceAll('""', '"');

/** Returns `open` if the record continues on the next line, `broken` if text follows a closing quote. */
export function addLine(record: Pending, line: string, delimiter: string): 'whole' | 'open' | 'broken' {
  if (record.open === null && !line.includes('"')) {
    record.cells.push(...line.split(delimiter, MAX_COLUMNS + 1 - record.cells.length));
    return 'whole';
  }
  for (let from = 0; ; ) {
    const isInside = record.open !== null;
    let end: number;
    if (isInside || line[from] === '"') {
      const start = isInside ? from : from + 1;
      const close = findQuoteEnd(line, start);
      const before = isInside ? `${record.open}\n` : '';
      if (close < 0) {
        record.open = before + line.slice(start);
        return 'open';
      }
      record.cells.push(unquote(before + line.slice(start, close)));
      record.open = null;
      end = close + 1;
      if (end < line.length && line[end] !== delimiter) return 'broken';
    } else {
      const next = line.indexOf(delimiter, from);
      end = next < 0 ? line.length : next;
      record.cells.push(line.slice(from, end));
    }
    if (end >= line.length || record.cells.length > MAX_COLUMNS) return 'whole';
    from = end + 1;
  }
}

/** Returns the cells of a single line. Null if its quotes are not valid. */
export function splitLine(line: string, delimiter: string): string[] | null {
  const record = beginRecord();
  return addLine(record, line, delimiter) === 'whole' ? record.cells : null;
}
