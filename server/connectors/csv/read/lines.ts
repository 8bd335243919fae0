/**
 * Reads the lines of a file one at a time. Lines can be put back. An endless line is refused before it fills the
 * memory.
 */
import { createReadStream } from 'node:fs';
import { AppError } from '../../../platform/errors/errors.ts';
import type { Encoding } from './encoding.ts';

export const MAX_LINE = 1024 * 1024;
/** Number of characters that are parsed without a pause. Other requests run between two chunks. */
const PIECE = 64 * 1024;
const LINE_END = /\r\n|\n|\r/;

export interface Lines {
  /** Returns the number of the line that `next` returned last. The first is 1. */
  number(): number;
  bytesRead(): number;
  /** Returns the next line, or null at the end. Throws `import.lineTooLong`. */
  next(): Promise<string | null>;
  /** Puts lines back. `next` returns them again. */
  back(texts: readonly string[]): void;
  close(): void;
}

export function openLines(path: string, encoding: Encoding): Lines {
  const source = createReadStream(path, { highWaterMark: PIECE });
  const chunks = source[Symbol.asyncIterator]();
  const decoder = new TextDecoder(encoding);
  let ready: string[] = [];
  let offset = 0;
  /** Lines that were put back, the next one last. */
  const returned: string[] = [];
  let rest = '';
  let number = 0;
  let ended = false;

  function addText(text: string, isLast: boolean): void {
    const whole = rest + text;
    // A carriage return at the end of a chunk may be the first half of a line break.
    const carry = !isLast && whole.endsWith('\r') ? '\r' : '';
    ready = (carry ? whole.slice(0, -1) : whole).split(LINE_END);
    offset = 0;
    rest = isLast ? '' : `${ready.pop() ?? ''}${carry}`;
    if (isLast && ready.at(-1) === '') ready.pop();
  }

  async function readMore(): Promise<void> {
    const { done, value } = await chunks.next();
    ended = Boolean(done);
    addText(done ? decoder.decode() : decoder.decode(value as Buffer, { stream: true }), ended);
    const longest = Math.max(rest.length, ...ready.map(({ length }) => length));
    if (longest > MAX_LINE) throw new AppError('import.lineTooLong', { line: number + 1, limit: MAX_LINE });
  }

  return {
    number: () => number,
    bytesRead: () => source.bytesRead,
    async next() {
      const again = returned.pop();
      while (again === undefined && offset >= ready.length) {
        if (ended) return null;
        await readMore();
      }
      number += 1;
      return again ?? ready[offset++]!;
    },
    back(texts) {
      returned.push(...texts.toReversed());
      number -= texts.length;
    },
    close: () => void source.destroy(),
  };
}
