/** Large files arrive in parts, and continue after an interruption. */
import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as openRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAddress } from '../../support/calls/client.ts';
import { sweepFilesNow } from '../../support/calls/inside.ts';
import { readRows, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

const MB = 1_048_576;
const VERSION = { 'tus-resumable': '1.0.0' };
const BEGIN = '/admin/sys-file/parts';
const TYPE = 'application/offset+octet-stream';
const RIGHTS = ['electronicFile:*', 'electronicFileGroup:*', 'station:*'];

let server: TestServer;
let tenant: number;
let own: Client;

beforeAll(async () => {
  server = await startServer({ env: { WATTDECK_UPLOAD_DAY_MB: '3000', WATTDECK_UPLOAD_TENANT_MB: '4000' } });
  tenant = await makeTenant(server);
  own = await someone(tenant);
});
afterAll(() => server?.stop());

async function someone(tenant: number, permissions: string[] = RIGHTS): Promise<Client> {
  const { username } = await makePerson(server, [tenant], { permissions });
  return login(server, username, PASSWORD);
}

const signed = (client: Client, headers: Record<string, string> = {}): Record<string, string> => ({
  ...VERSION,
  authorization: `Bearer ${client.tokens().main}`,
  ...headers,
});

const metadata = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

interface UploadStart {
  length: number;
  said?: Record<string, string>;
  client?: Client;
}

const startUpload = ({ length, said = {}, client = own }: UploadStart): Promise<Response> =>
  client.request('uploadBegin', {
    headers: signed(client, {
      'upload-length': String(length),
      'upload-metadata': metadata({
        filename: '巡检 录像.mp4',
        entity: 'electronicFile',
        field: 'files',
        ...said,
      }),
    }),
  });

async function begin(length: number): Promise<string> {
  const answer = await startUpload({ length });
  expect(answer.status).toBe(201);
  expect(Date.parse(answer.headers.get('upload-expires')!)).toBeGreaterThan(Date.now());
  return answer.headers.get('location')!;
}

const idOf = (address: string): string => address.split('/').pop()!;

const look = (address: string, client = own): Promise<Response> =>
  client.request('uploadOffset', { path: { uploadId: idOf(address) }, headers: VERSION });

const cancel = (address: string, client = own): Promise<Response> =>
  client.request('uploadCancel', { path: { uploadId: idOf(address) }, headers: VERSION });

const offsetOf = async (address: string): Promise<number> =>
  Number((await look(address)).headers.get('upload-offset'));

const send = (
  address: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
  client = own,
): Promise<Response> =>
  client.fetch(makeAddress('uploadPart', { path: { uploadId: idOf(address) } }), {
    method: 'PATCH',
    headers: signed(client, { 'content-type': TYPE, 'upload-offset': String(offset), ...headers }),
    body: Uint8Array.from(bytes),
  });

const read = (address: string, client = own): Promise<Response> =>
  client.fetch(address, { headers: { authorization: `Bearer ${client.tokens().main}` } });

/** Sends the beginning of a part, and leaves the connection open. */
async function sendHalf(address: string, bytes: Uint8Array, length: number) {
  const { hostname, port } = new URL(server.url);
  const sent = openRequest({
    ...{ hostname, port, path: address, method: 'PATCH' },
    headers: signed(own, { 'content-type': TYPE, 'upload-offset': '0', 'content-length': String(length) }),
  });
  const failed = new Promise<void>((done) => {
    sent.once('error', () => done());
    // A server that reads the request later than the next ones refuses it, and waits for its other bytes.
    sent.once('response', () => {
      sent.destroy();
      done();
    });
  });
  await new Promise<void>((done) => sent.write(bytes, () => done()));
  return { sent, failed };
}

describe('a file that is sent in parts', () => {
  it('is stored once, with its name, type, size and hash', async () => {
    const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), randomBytes(3 * MB)]);
    const address = await begin(bytes.length);
    const first = await send(address, 0, bytes.subarray(0, MB));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, String(MB)]);
    expect(first.headers.get('upload-file')).toBe(null);
    const last = await send(address, MB, bytes.subarray(MB));
    const stored = last.headers.get('upload-file')!;
    const repeated = await Promise.all([look(address), send(address, bytes.length, new Uint8Array())]);
    for (const answer of repeated) expect(answer.headers.get('upload-file')).toBe(stored);
    const content = await read(stored);
    expect(content.headers.get('content-type')).toBe('video/mp4');
    expect(content.headers.get('content-disposition')).toContain(encodeURIComponent('巡检 录像.mp4'));
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
    const key = stored.replace('/admin/sys-file/', '');
    const columns = ['size', 'sha256', 'name'];
    expect(await readRows(server, 'file', columns, { tenant_id: tenant, key })).toEqual([
      {
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        name: '巡检 录像.mp4',
      },
    ]);
  });

  it('continues after a cut with the bytes that arrived', async () => {
    const bytes = randomBytes(2 * MB);
    const address = await begin(bytes.length);
    const { sent, failed } = await sendHalf(address, bytes.subarray(0, MB), bytes.length);
    await expect.poll(() => readdir(join(server.config.dataDir, 'parts'))).toHaveLength(1);
    sent.destroy();
    await failed;
    await expect.poll(() => offsetOf(address)).toBeGreaterThan(0);
    const offset = await offsetOf(address);
    const last = await send(address, offset, bytes.subarray(offset));
    const content = await read(last.headers.get('upload-file')!);
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is written by the newest request only', async () => {
    const bytes = randomBytes(MB);
    const address = await begin(bytes.length);
    const { failed } = await sendHalf(address, bytes.subarray(0, 1000), bytes.length);
    const answers: number[] = [];
    let stored: string | null = null;
    while (stored === null) {
      const offset = await offsetOf(address);
      const both = await Promise.all([
        send(address, offset, bytes.subarray(offset)),
        send(address, offset, bytes.subarray(offset)),
      ]);
      answers.push(...both.map(({ status }) => status));
      stored = (await look(address)).headers.get('upload-file');
    }
    await failed;
    expect(answers.every((status) => [204, 409, 423, 500].includes(status))).toBe(true);
    expect(answers).not.toContain(500);
    const content = await read(stored);
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('is refused at another offset, and beyond its length', async () => {
    const address = await begin(100);
    const wrong = await send(address, 5, new Uint8Array(10));
    expect([wrong.status, wrong.headers.get('upload-offset')]).toEqual([409, '0']);
    expect(await wrong.json()).toMatchObject({ code: 409160 });
    expect((await send(address, 0, new Uint8Array(101))).status).toBe(413);
    expect(await offsetOf(address)).toBe(0);
  });

  it('accepts a part with a checksum only if it matches', async () => {
    const bytes = randomBytes(100);
    const address = await begin(200);
    const sum = (algorithm: string) => `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;
    expect((await send(address, 0, randomBytes(100), { 'upload-checksum': sum('sha1') })).status).toBe(460);
    expect(await offsetOf(address)).toBe(0);
    expect((await send(address, 0, bytes, { 'upload-checksum': 'md5 AAAA' })).status).toBe(400);
    expect((await send(address, 0, bytes, { 'upload-checksum': sum('sha256') })).status).toBe(204);
    expect(await offsetOf(address)).toBe(100);
  });

  it('is canceled with its bytes, and does not count for the daily limit', async () => {
    const person = await someone(tenant);
    const before = (await readdir(join(server.config.dataDir, 'parts'))).length;
    for (let round = 0; round < 3; round += 1) {
      const answer = await startUpload({ length: 2_000 * MB, client: person });
      expect(answer.status).toBe(201);
      const address = answer.headers.get('location')!;
      expect((await cancel(address, person)).status).toBe(204);
      expect((await look(address, person)).status).toBe(404);
    }
    expect(await readdir(join(server.config.dataDir, 'parts'))).toHaveLength(before);
  });
});

describe('an upload', () => {
  it('belongs to its person', async () => {
    const address = await begin(100);
    const colleague = await someone(tenant);
    const stranger = await someone(await makeTenant(server));
    for (const client of [colleague, stranger]) {
      expect((await look(address, client)).status).toBe(404);
      expect((await send(address, 0, new Uint8Array(100), {}, client)).status).toBe(404);
      expect((await cancel(address, client)).status).toBe(404);
    }
    expect(await offsetOf(address)).toBe(0);
    expect((await fetch(server.url + address, { method: 'HEAD', headers: VERSION })).status).toBe(401);
  });

  it('needs a field for large files that the person may write', async () => {
    const [reader, blind] = [await someone(tenant, ['electronicFile:list']), await someone(tenant, [])];
    expect((await startUpload({ length: 100, client: reader })).status).toBe(403);
    expect((await startUpload({ length: 100, client: blind })).status).toBe(403);
    const others: Record<string, string>[] = [
      { field: 'name' },
      { field: 'nothing' },
      { entity: 'customer', field: 'documents' },
    ];
    for (const said of others)
      expect(await (await startUpload({ length: 100, said })).json()).toMatchObject({ code: 400311 });
  });

  it('ends when the person loses the permission', async () => {
    const person = await someone(tenant);
    const address = (await startUpload({ length: 100, client: person })).headers.get('location')!;
    await runSql(
      server,
      `update large_upload set field = 'name' where tenant_id = $1 and id = $2`,
      tenant,
      idOf(address),
    );
    expect((await send(address, 0, new Uint8Array(100), {}, person)).status).toBe(400);
  });

  it('is limited by the field, the day, the tenant, and the number of uploads', async () => {
    const person = await someone(await makeTenant(server));
    const sizes = [2_048 * MB + 1, 2_000 * MB, 1_001 * MB];
    const codes = [];
    for (const length of sizes) {
      const answer = await startUpload({ length, client: person });
      codes.push(answer.status === 201 ? 201 : ((await answer.json()) as { code: number }).code);
    }
    expect(codes).toEqual([41302, 201, 42921]);
    const full = await makeTenant(server);
    const [one, other] = [await someone(full), await someone(full)];
    expect((await startUpload({ length: 2_048 * MB, client: one })).status).toBe(201);
    expect(await (await startUpload({ length: 2_000 * MB, client: other })).json()).toMatchObject({
      code: 50701,
    });
    const many = await Promise.all(
      Array.from({ length: 14 }, () => startUpload({ length: 10, client: other })),
    );
    expect(many.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(many.filter(({ status }) => status === 429)).toHaveLength(4);
  });

  it('is refused with another version or an invalid header', async () => {
    const address = await begin(100);
    const old = await own.fetch(address, {
      method: 'PATCH',
      headers: signed(own, { 'content-type': TYPE, 'tus-resumable': '0.2.2', 'upload-offset': '0' }),
      body: new Uint8Array(1),
    });
    expect([old.status, old.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    const json = await send(address, 0, new Uint8Array(1), { 'content-type': 'application/json' });
    expect(json.status).toBe(400);
    for (const [name, value] of [
      ['upload-length', 'x'],
      ['upload-metadata', 'filename %%% x'],
    ]) {
      const headers = signed(own, { 'upload-length': '1', [name!]: value! });
      const answer = await own.fetch(BEGIN, { method: 'POST', headers });
      const field = `/header/${name}`;
      expect(await answer.json()).toMatchObject({ code: 400310, errors: [{ field }] });
    }
    const elsewhere = await own.fetch('/admin/sys-file/upload', {
      method: 'POST',
      headers: signed(own, { 'content-type': TYPE }),
      body: new Uint8Array(1),
    });
    expect(elsewhere.status).toBe(415);
  });

  it('expires a day after its last part, with its bytes', async () => {
    const address = await begin(100);
    const id = idOf(address);
    await runSql(
      server,
      `update large_upload set expires_at = now() - interval '1 second' where tenant_id = $1 and id = $2`,
      tenant,
      id,
    );
    const answer = await send(address, 0, new Uint8Array(100));
    expect(await answer.json()).toMatchObject({ code: 41001 });
    await sweepFilesNow(server);
    expect((await look(address)).status).toBe(404);
    expect(await readdir(join(server.config.dataDir, 'parts'))).not.toContain(id);
  });

  it('ends in a record', async () => {
    const address = await begin(60 * MB);
    const bytes = randomBytes(60 * MB);
    const stored = (await send(address, 0, bytes)).headers.get('upload-file')!;
    const stationSn = 'ST-1';
    await own.call('stationCreate', { body: { sn: stationSn, name: 'One', timeZone: 'Asia/Shanghai' } });
    const { id: groupId } = await own.call('electronicFileGroupCreate', {
      body: { stationSn, name: 'Drawings' },
    });
    const { id } = await own.call('electronicFileCreate', {
      body: { name: 'Film', groupId, files: [`${stored}#film.mp4`] },
    });
    expect((await own.call('electronicFileGet', { path: { id } })).files).toEqual([`${stored}#film.mp4`]);
    const customer = await someone(tenant, ['customer:*', 'electronicFile:*']);
    const refused = await customer.request('customerCreate', {
      body: { name: 'Suzhou Power', documents: [`${stored}#film.mp4`] },
    });
    expect(refused.status).toBe(400);
  });
});
