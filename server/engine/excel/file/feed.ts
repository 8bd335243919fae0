import type { Duplex } from 'node:stream';

function drained(stream: Duplex): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      stream.off('drain', end);
      stream.off('close', end);
      done();
    };
    stream.on('drain', end);
    stream.on('close', end);
  });
}

/**
 * Writes all parts into a stream, as fast as it is read. An error of the source becomes an error of the
 * stream. If the reader closes the stream, the writing ends without an error.
 */
export async function feedStream(stream: Duplex, source: AsyncIterable<Buffer | string>): Promise<void> {
  try {
    for await (const piece of source) {
      if (stream.destroyed) return;
      if (!stream.write(piece)) await drained(stream);
    }
    stream.end();
  } catch (error) {
    stream.destroy(error as Error);
  }
}
