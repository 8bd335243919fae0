/** Reads the header `Range` of a download (RFC 9110), by which a player jumps to a place in a film. */
import { AppError } from '../errors/errors.ts';

/** The first and the last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

const UNIT = /^bytes=(.*)$/i;
const ONE = /^\s*(\d{0,15})-(\d{0,15})\s*$/;

const refuse = (size: number): AppError =>
  new AppError('http.range', {}, { headers: { 'content-range': `bytes */${size}` } });

/**
 * Returns the requested part of a file. Null for the whole file: without the header, or if it is not about bytes. Throws
 * for a part that the file does not have, and for several parts at once.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null {
  const asked = UNIT.exec(header ?? '')?.[1];
  if (asked === undefined) return null;
  if (asked.includes(',')) throw refuse(size);
  const [, from = '', to = ''] = ONE.exec(asked) ?? [];
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
