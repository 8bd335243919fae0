import { createReadStream, type ReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a temporary file that is deleted after it was read. */
export async function readOnce(write: (path: string) => Promise<unknown>): Promise<ReadStream> {
  const folder = await mkdtemp(join(tmpdir(), 'wattdeck-file-'));
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    await write(path);
    const stream = createReadStream(path);
    stream.once('close', () => void forget());
    return stream;
  } catch (error) {
    await forget();
    throw error;
  }
}
