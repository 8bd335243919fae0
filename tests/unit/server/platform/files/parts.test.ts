/** Tests the arithmetic of uploads in parts: offsets after cuts, checksums, headers. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readBytes, readChecksum, readMetadata } from '../../../../../server/platform/files/parts/headers.ts';
import { writePart } from '../../../../../server/platform/files/parts/writePart.ts';
import { createRandom } from '../../../../support/telemetry/random.ts';

const LENGTH = 200_000;
const bytes = Buffer.from(Array.from({ length: LENGTH }, (_, at) => (at * 31) % 251));

/** Returns a file in memory that writes at most this many bytes at once. */
function memoryFile(most = LENGTH) {
  const content = Buffer.alloc(LENGTH);
  let synced = 0;
  return {
    content,
    syncs: () => synced,
    target: {
      async write(chunk: Uint8Array, from: number, count: number, position: number) {
        const bytesWritten = Math.min(count, most);
        content.set(chunk.subarray(from, from + bytesWritten), position);
        return { bytesWritten };
      },
      async datasync() {
        synced += 1;
      },
    },
  };
}

type Part = Parameters<typeof writePart>[0];
type Target = Part['target'];

/** Writes one part. Returns the recorded positions, and how the write ended. */
async function write(target: Target, part: Partial<Part> & Pick<Part, 'stream' | 'offset'>) {
  const noted: number[] = [];
  const end = await writePart({
    ...{ target, length: LENGTH, checksum: null, ...part },
    note: async (position) => void noted.push(position),
  }).catch((error: unknown) => error);
  return { noted, end };
}

/** Yields chunks up to the byte `until`, and then fails. */
function cutStream(chunks: readonly Uint8Array[], until: number): Readable {
  return Readable.from(
    (function* () {
      let sent = 0;
      for (const chunk of chunks) {
        if (sent + chunk.length > until) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
        sent += chunk.length;
        yield chunk;
      }
    })(),
  );
}

describe('a file that is cut at random places', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is complete at the end (%d)', async (seed) => {
    const random = createRandom(seed);
    const { target, content } = memoryFile(1 + Math.floor(random() * 5_000));
    let offset = 0;
    for (let round = 0; offset < LENGTH; round += 1) {
      const chunks: Uint8Array[] = [];
      for (let at = offset; at < LENGTH; ) {
        const size = 1 + Math.floor(random() * 9_000);
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      const until = round < 10 ? Math.floor(random() * 60_000) : LENGTH;
      const { noted } = await write(target, { stream: cutStream(chunks, until), offset });
      const durable = noted.at(-1)!;
      expect(durable).toBeGreaterThanOrEqual(offset);
      expect(content.subarray(0, durable).equals(bytes.subarray(0, durable))).toBe(true);
      offset = durable;
    }
    expect(content.equals(bytes)).toBe(true);
  });
});

it('is not recorded before it is on the disk', async () => {
  const { target, syncs } = memoryFile();
  await write(target, { stream: Readable.from([bytes]), offset: 0 });
  expect(syncs()).toBe(1);
});

it('has no byte beyond its length, but the bytes before it count', async () => {
  const { target } = memoryFile();
  const stream = Readable.from([bytes, Buffer.from('x')]);
  const { noted, end } = await write(target, { stream, offset: 0 });
  expect(end).toMatchObject({ key: 'upload.tooLong' });
  expect(noted.at(-1)).toBe(LENGTH);
});

it('with a checksum counts completely or not at all', async () => {
  const part = bytes.subarray(0, 1_000);
  const digest = createHash('sha1').update(part).digest('base64');
  const checksum = { algorithm: 'sha1' as const, digest };
  const wrong = Buffer.from(part).fill(0, 0, 1);
  wrong[0] = 255;
  for (const [stream, noted] of [
    [Readable.from([part]), [1_000]],
    [Readable.from([wrong]), []],
    [cutStream([part.subarray(0, 500), part.subarray(500)], 500), []],
  ] as const)
    expect((await write(memoryFile().target, { stream, offset: 0, checksum })).noted).toEqual(noted);
});

describe('a header', () => {
  it.each(['', '-1', '1.5', '1e3', '9'.repeat(16), 'x'])('%s is no number of bytes', (text) => {
    expect(() => readBytes({ 'upload-offset': text }, 'Upload-Offset')).toThrow(
      expect.objectContaining({ key: 'upload.header', params: { name: 'Upload-Offset' } }),
    );
  });

  it('has names with values in base64', () => {
    const metadata = readMetadata({
      'upload-metadata': `filename ${Buffer.from('录像.mp4').toString('base64')},is_small`,
    });
    expect([...metadata]).toEqual([
      ['filename', '录像.mp4'],
      ['is_small', ''],
    ]);
    for (const text of ['a b c', `a ${Buffer.from([0xff]).toString('base64')}`, 'a AA==', 'a'.repeat(5_000)])
      expect(() => readMetadata({ 'upload-metadata': text })).toThrow();
  });

  it('names a checksum of a known kind', () => {
    expect(readChecksum({})).toBe(null);
    expect(readChecksum({ 'upload-checksum': 'sha1 Zm9v' })).toEqual({ algorithm: 'sha1', digest: 'Zm9v' });
    for (const text of ['md5 Zm9v', 'sha1', ''])
      expect(() => readChecksum({ 'upload-checksum': text })).toThrow();
  });
});
