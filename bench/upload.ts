/**
 * Sends a file of 2 GB in parts over HTTP. The connection is cut ten times, at random places. Each time the upload
 * continues with the bytes that the server has stored. It prints the time, the time without a cut, and the memory of
 * the server.
 */
import assert from 'node:assert/strict';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import type { Client } from '../tests/support/calls/client.ts';
import { login } from '../tests/support/server/server.ts';
import { createRandom } from '../tests/support/telemetry/random.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const MB = 1_048_576;
const LENGTH = sized(2_048 * MB, 24 * MB);
const CUTS = 10;
/** The server records its offset at least every 8 MB, and some bytes are in transit when a connection breaks. */
const LOST_GOAL_MB = 10;
const MEMORY_GOAL_MB = 150;
const TIME_GOAL = 1.5;
const BLOCK = Buffer.alloc(MB, 'a large file of no meaning ');
const VERSION = { 'tus-resumable': '1.0.0' };

const server = await startFresh();
const client = await login(server, server.admin.username, server.admin.password);
const headersOf = (own: Client, more: Record<string, string> = {}): Record<string, string> => ({
  ...VERSION,
  authorization: `Bearer ${own.tokens().main}`,
  ...more,
});

const encode = (text: string): string => Buffer.from(text).toString('base64');

async function begin(): Promise<string> {
  const metadataValues = { filename: 'film.bin', entity: 'electronicFile', field: 'files' };
  const metadata = Object.entries(metadataValues).map(([name, value]) => `${name} ${encode(value)}`);
  const answer = await client.fetch('/admin/sys-file/parts', {
    method: 'POST',
    headers: headersOf(client, {
      'upload-length': String(LENGTH),
      'upload-metadata': metadata.join(),
    }),
  });
  assert.equal(answer.status, 201);
  return answer.headers.get('location')!;
}

async function requestOffset(address: string): Promise<number> {
  const answer = await client.fetch(address, { method: 'HEAD', headers: headersOf(client) });
  assert.equal(answer.status, 200);
  return Number(answer.headers.get('upload-offset'));
}

/** Sends the file from an offset on, and cuts the connection after some bytes. Returns the address of the stored file. */
function send(address: string, offset: number, until: number): Promise<string | null> {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, fail) => {
    const sent = request({
      ...{ hostname, port, path: address, method: 'PATCH' },
      headers: headersOf(client, {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'content-length': String(LENGTH - offset),
      }),
    });
    sent.once('response', (answer) => {
      answer.resume();
      if (answer.statusCode === 204) done(String(answer.headers['upload-file']));
      else fail(new Error(`a part was answered with ${answer.statusCode}`));
    });
    let position = offset;
    let isCut = false;
    sent.once('error', (error) => (isCut ? done(null) : fail(error)));
    const push = (): void => {
      while (position < LENGTH) {
        if (position >= until) {
          isCut = true;
          sent.destroy();
          done(null);
          return;
        }
        const from = position % MB;
        const bytes = BLOCK.subarray(from, Math.min(MB, from + LENGTH - position));
        position += bytes.length;
        if (!sent.write(bytes)) return void sent.once('drain', push);
      }
      sent.end();
    };
    push();
  });
}

interface Sent {
  ms: number;
  /** The largest number of bytes that one cut caused to be sent twice. */
  lost: number;
  stored: string;
}

async function upload(cuts: readonly number[]): Promise<Sent> {
  const start = performance.now();
  const address = await begin();
  let lost = 0;
  for (const cut of cuts) {
    assert.equal(await send(address, await requestOffset(address), cut), null);
    const offset = await requestOffset(address);
    assert.ok(offset <= cut);
    lost = Math.max(lost, cut - offset);
  }
  const stored = await send(address, await requestOffset(address), Number.POSITIVE_INFINITY);
  assert.ok(stored);
  return { ms: performance.now() - start, lost, stored };
}

async function hashOf(fill: (hash: Hash) => Promise<void>): Promise<string> {
  const hash = createHash('sha256');
  await fill(hash);
  return hash.digest('hex');
}

const random = createRandom(44);
const cuts = Array.from(
  { length: CUTS },
  (_, at) => Math.ceil(((at + 0.2 + 0.6 * random()) * LENGTH) / CUTS / MB) * MB,
);
const before = process.memoryUsage.rss();
let most = before;
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 50);
const whole = await upload([]);
const cut = await upload(cuts);
clearInterval(watch);

const expected = await hashOf(async (hash) => {
  for (let at = 0; at < LENGTH; at += MB) hash.update(BLOCK.subarray(0, Math.min(MB, LENGTH - at)));
});
for (const { stored } of [whole, cut]) {
  const path = join(server.config.dataDir, 'files', stored.replace('/admin/sys-file/', ''));
  assert.equal(await hashOf((hash) => pipeline(createReadStream(path), hash)), expected);
}

const lost = cut.lost / MB;
const memory = (most - before) / MB;
const ratio = cut.ms / whole.ms;
console.log(
  `${LENGTH / MB} MB: ${(whole.ms / 1000).toFixed(1)} s at once, ${(cut.ms / 1000).toFixed(1)} s with ${CUTS} cuts`,
);
console.log(
  `the time with cuts, beside that without: ${ratio.toFixed(2)} (${keepRatio({ name: 'cut ten times', value: ratio, goal: TIME_GOAL, better: 'less' })})`,
);
console.log(
  `sent twice at a cut, at most: ${lost.toFixed(1)} MB (${judge({ value: lost, goal: LOST_GOAL_MB, better: 'less' })})`,
);
console.log(
  `memory of server and sender: ${memory.toFixed(0)} MB more (${judge({ value: memory, goal: MEMORY_GOAL_MB, better: 'less' })})`,
);
await server.stop();
