/** Parses the `Range` header of a download (RFC 9110). Players use it to seek in a film. */
import { AppError } from '../errors/errors.ts';

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

const UNIT = /^bytes=(.*)$/i;
const ONE = /^\s*(\d{0,15})-(\d{0,15})\s*$/;

const refuse = (size: number): AppError =>
  new AppError('http.range', {}, { headers: { 'content-range': `bytes */${size}` } });

/**
 * Returns the requested range of a file. Null means the whole file: the header is missing or does not count bytes.
 * Throws for a range outside the file and for several ranges.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null {
  const ranges = UNIT.exec(header ?? '')?.[1];
  if (ranges === undefined) return null;
  if (ranges.includes(',')) throw refuse(size);
  const [, from = '', to = ''] = ONE.exec(ranges) ?? [];
  if (from === '' && to === '') return null;
  if (from === '') {
    const count = Math.min(Number(to), size);
    if (count === 0) throw refuse(size);
    return { start: size - count, end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return null;
  if (start >= size) throw refuse(size);
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
