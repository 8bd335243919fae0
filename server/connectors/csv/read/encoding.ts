/** Detects the encoding of a file: from its byte order mark, else from its bytes. */
import { createReadStream } from 'node:fs';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gb18030'] as const;
export type Encoding = (typeof ENCODINGS)[number];

const HEAD = 4096;
/** Number of bytes above ASCII that is enough to distinguish Chinese from Western text. */
const ENOUGH = 20_000;
const HIGH = 0x80;

/** Returns the encoding of the byte order mark of a file. Null if there is none. */
function readMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return null;
}

/**
 * Finds UTF-16 without a byte order mark. Most of a recording is digits and separators, which have a zero
 * byte in UTF-16.
 */
function findUtf16(head: Buffer): Encoding | null {
  let even = 0;
  let odd = 0;
  for (let index = 0; index + 1 < head.length; index += 2) {
    if (head[index] === 0) even += 1;
    if (head[index + 1] === 0) odd += 1;
  }
  const many = head.length / 8;
  if (odd > many && odd > even) return 'utf-16le';
  return even > many ? 'utf-16be' : null;
}

async function isValid(path: string, encoding: Encoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * Returns whether most bytes above ASCII are in runs, as in Chinese text. An accented letter is a single byte
 * between ASCII bytes.
 */
async function isPaired(path: string): Promise<boolean> {
  let alone = 0;
  let paired = 0;
  let run = 0;
  const endRun = (): void => {
    if (run === 1) alone += 1;
    else paired += run;
    run = 0;
  };
  for await (const chunk of createReadStream(path)) {
    for (const byte of chunk as Buffer) {
      if (byte >= HIGH) run += 1;
      else if (run > 0) endRun();
    }
    if (alone + paired > ENOUGH) break;
  }
  endRun();
  return paired > alone;
}

async function readHead(path: string): Promise<Buffer> {
  for await (const chunk of createReadStream(path, { end: HEAD - 1 })) return chunk as Buffer;
  return Buffer.alloc(0);
}

/** Reads the whole file if its beginning is ambiguous, because one letter may be decisive. */
export async function findEncoding(path: string): Promise<{ encoding: Encoding; isMarked: boolean }> {
  const head = await readHead(path);
  const marked = readMark(head);
  if (marked) return { encoding: marked, isMarked: true };
  const unmarked = (encoding: Encoding) => ({ encoding, isMarked: false });
  const wide = findUtf16(head);
  if (wide) return unmarked(wide);
  if (await isValid(path, 'utf-8')) return unmarked('utf-8');
  return unmarked((await isPaired(path)) && (await isValid(path, 'gb18030')) ? 'gb18030' : 'windows-1252');
}
