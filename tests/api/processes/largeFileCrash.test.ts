/** An upload in parts survives a killed server. */
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { killableServer } from '../../support/server/killableServer.ts';
import type { Client } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

const MB = 1_048_576;
const TYPE = 'application/offset+octet-stream';
const { fresh, start, kill, dataDir } = killableServer();

const signed = (client: Client, headers: Record<string, string> = {}): Record<string, string> => ({
  'tus-resumable': '1.0.0',
  authorization: `Bearer ${client.tokens().main}`,
  ...headers,
});

const encode = (text: string): string => Buffer.from(text).toString('base64');

/** Sends bytes of a part that never ends. */
const sendSome = (client: Client, address: string, bytes: Uint8Array): Promise<unknown> =>
  client
    .fetch(address, {
      method: 'PATCH',
      headers: signed(client, { 'content-type': TYPE, 'upload-offset': '0' }),
      body: new ReadableStream({ start: (sink) => sink.enqueue(bytes) }),
      ...{ duplex: 'half' },
    })
    .catch(() => null);

it('kill -9 of the server during a part loses only bytes that were not on the disk', async () => {
  const first = await fresh();
  const bytes = randomBytes(40 * MB);
  const metadata = { filename: 'film.bin', entity: 'electronicFile', field: 'files' };
  const begun = await first.fetch('/admin/sys-file/parts', {
    method: 'POST',
    headers: signed(first, {
      'upload-length': String(bytes.length),
      'upload-metadata': Object.entries(metadata)
        .map(([name, value]) => `${name} ${encode(value)}`)
        .join(),
    }),
  });
  const address = begun.headers.get('location')!;
  const path = join(dataDir(), 'parts', address.split('/').pop()!);
  const broken = sendSome(first, address, bytes.subarray(0, 30 * MB));
  await until(
    async () => (await stat(path)).size,
    (size) => size >= 20 * MB,
  );
  await kill('SIGKILL');
  await broken;

  const second = await start();
  const known = await second.fetch(address, { method: 'HEAD', headers: signed(second) });
  const offset = Number(known.headers.get('upload-offset'));
  expect(offset).toBeGreaterThanOrEqual(8 * MB);
  expect(offset).toBeLessThanOrEqual(30 * MB);
  // The killed process is the writer until it has been silent for ten seconds.
  const last = await until(
    () =>
      second.fetch(address, {
        method: 'PATCH',
        headers: signed(second, {
          'content-type': TYPE,
          'upload-offset': String(offset),
        }),
        body: Uint8Array.from(bytes.subarray(offset)),
      }),
    ({ status }) => status !== 423,
  );
  expect(last.status).toBe(204);
  const stored = await second.fetch(last.headers.get('upload-file')!, {
    headers: { authorization: `Bearer ${second.tokens().main}` },
  });
  expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
});
