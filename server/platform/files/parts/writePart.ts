/** Writes a part of a large file to disk while it is received. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../../errors/errors.ts';
import type { Checksum } from './headers.ts';

/** Number of bytes and time in ms after which received bytes are flushed to disk and recorded. */
const NOTE_BYTES = 8 * 1024 * 1024;
const NOTE_MS = 3_000;

/** The file on the disk. */
interface Target {
  write(bytes: Uint8Array, from: number, count: number, position: number): Promise<{ bytesWritten: number }>;
  datasync(): Promise<void>;
}

interface Part {
  stream: Readable;
  target: Target;
  /** The position of the first byte. */
  offset: number;
  /** The length of the whole file. */
  length: number;
  checksum: Checksum | null;
  /** Records that all bytes before this position are on disk. */
  note(position: number): Promise<void>;
}

async function writeAll(target: Target, chunk: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await target.write(chunk, done, chunk.length - done, position + done);
    done += bytesWritten;
  }
}

/**
 * Writes the stream at its offset. Returns the position after the last byte. After an interruption, the received bytes
 * count. A part with a checksum counts only if it is complete.
 */
export async function writePart(
  { stream, target, offset, length, checksum, note }: Part,
  now: () => number = () => performance.now(),
): Promise<number> {
  const hash = checksum && createHash(checksum.algorithm);
  let position = offset;
  let noted = { position, at: now() };
  const isDue = (): boolean =>
    now() - noted.at >= NOTE_MS || (!hash && position - noted.position >= NOTE_BYTES);
  const saveProgress = async (until: number): Promise<void> => {
    if (until > noted.position) await target.datasync();
    await note(until);
    noted = { position: until, at: now() };
  };
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      if (position + chunk.length > length) throw new AppError('upload.tooLong');
      await writeAll(target, chunk, position);
      position += chunk.length;
      hash?.update(chunk);
      if (isDue()) await saveProgress(hash ? offset : position);
    }
  } catch (error) {
    if (!hash) await saveProgress(position);
    throw error;
  }
  if (hash && hash.digest('base64') !== checksum?.digest) throw new AppError('upload.checksum');
  await saveProgress(position);
  return position;
}
