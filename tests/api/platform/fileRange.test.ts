/** A player and a continued download read parts of files. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { makeWav } from '../../support/records/sampleFiles.ts';
import { type Client, login, sharedServer, type TestServer } from '../../support/server/server.ts';

const WAV = makeWav();

let server: TestServer;
let own: Client;
/** The file in a field, and as an attachment. */
let addresses: string[];

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['customer:*'] });
  own = await login(server, username, PASSWORD);
  const form = () => {
    const data = new FormData();
    data.append('file', new Blob([Uint8Array.from(WAV)]), 'hum.wav');
    return data;
  };
  const address = await own.call('uploadRetrunUrl', { form: form() });
  const { id } = await own.call('customerCreate', { body: { name: 'Suzhou Power' } });
  const path = { entity: 'customer', id };
  const attached = await own.call('recordAttachmentAdd', { path, form: form() });
  addresses = [address, `/manager/record/customer/${id}/attachment/${attached.id}`];
});
afterAll(() => server?.stop());

const read = (address: string, headers: Record<string, string>) =>
  own.fetch(address, { headers: { ...headers, authorization: `Bearer ${own.tokens().main}` } });

describe.each([0, 1])('a stored sound (%d)', (place) => {
  it('has its type, and is a download', async () => {
    const answer = await read(addresses[place]!, {});
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'audio/wav']);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    expect(Buffer.from(await answer.arrayBuffer()).equals(WAV)).toBe(true);
  });

  it('is read in parts', async () => {
    const answer = await read(addresses[place]!, { range: 'bytes=100-199' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 100-199/${WAV.length}`);
    expect(answer.headers.get('content-length')).toBe('100');
    expect(Buffer.from(await answer.arrayBuffer()).equals(WAV.subarray(100, 200))).toBe(true);
  });

  it('is returned completely if the caller has a part of another version', async () => {
    const range = 'bytes=100-199';
    const etag = (await read(addresses[place]!, {})).headers.get('etag')!;
    expect((await read(addresses[place]!, { range, 'if-range': etag })).status).toBe(206);
    expect((await read(addresses[place]!, { range, 'if-range': '"another"' })).status).toBe(200);
  });

  it('has no part after its end, and never several parts in an answer', async () => {
    for (const range of [`bytes=${WAV.length}-`, 'bytes=0-1,5-6']) {
      const answer = await read(addresses[place]!, { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe(`bytes */${WAV.length}`);
      expect(await answer.json()).toMatchObject({ code: 41601 });
    }
  });
});

it('is closed by a player in the middle, which does not count as a server error', async () => {
  // The file is larger than the buffers of a connection.
  const sound = Buffer.concat([WAV, Buffer.alloc(16 * 1_048_576)]);
  const form = new FormData();
  form.append('file', new Blob([Uint8Array.from(sound)]), 'long.wav');
  const address = await own.call('uploadRetrunUrl', { form });
  const headers = { authorization: `Bearer ${own.tokens().main}` };
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    for (let round = 0; round < 5; round += 1) {
      const leaving = new AbortController();
      const answer = await own.fetch(address, { headers, signal: leaving.signal });
      expect(answer.status).toBe(200);
      leaving.abort();
      // By the time of this answer, the server has noticed that the caller left.
      expect((await read(address, { range: 'bytes=0-9' })).status).toBe(206);
    }
    expect(log.mock.calls.map(([line]) => String(line))).toEqual([]);
  } finally {
    log.mockRestore();
  }
});
