/** Uploads do not fill the disk, and are removed when nothing uses them. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { sweepFilesNow } from '../../support/calls/inside.ts';
import { changeRows, readRows, runSql } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { tableFile, upload } from '../../support/records/excel.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

const MB = 1024 * 1024;
const DAY_MB = 10;
const TENANT_MB = 15;

let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    env: { WATTDECK_UPLOAD_DAY_MB: String(DAY_MB), WATTDECK_UPLOAD_TENANT_MB: String(TENANT_MB) },
  });
});
afterAll(() => server.stop());

async function someone(tenant: number): Promise<Client> {
  const { username } = await makePerson(server, [tenant]);
  return login(server, username, PASSWORD);
}

const form = (bytes: number): FormData => upload(new Uint8Array(bytes), 'a.bin');
const send = (client: Client, bytes: number) => ask(client, 'uploadFile', { form: form(bytes) });

/** Returns the bytes on the disk for a tenant. */
async function stored(tenant: number): Promise<number> {
  const folder = join(server.config.dataDir, 'files', `t${tenant}`);
  const sizes = (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

const waiting = () => readdir(join(server.config.dataDir, 'incoming')).catch(() => []);

describe('the daily limit of one person', () => {
  it('applies to forty parallel uploads, and leaves no temporary files', async () => {
    const tenant = await makeTenant(server);
    const [greedy, modest] = [await someone(tenant), await someone(tenant)];
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(greedy, MB)));
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(DAY_MB - 1);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 429, code: 42921 });
    expect(await stored(tenant)).toBe(accepted.length * MB);
    expect(await waiting()).toEqual([]);
    expect((await send(modest, MB)).status).toBe(200);
  });

  it('includes imported files', async () => {
    const operator = await makeOperator(server);
    await send(operator, MB);
    const used = DAY_MB * MB - 100;
    await changeRows(server, 'upload_day', { tenant_id: operator.tenantId }, { bytes: used });
    const path = { entity: 'customer' };
    const answer = await ask(operator, 'recordImportCheck', {
      path,
      form: upload(await tableFile([['name']])),
    });
    expect(answer).toMatchObject({ status: 429, code: 42921 });
  });
});

describe('the storage limit of a tenant', () => {
  it('applies to all its people together', async () => {
    const tenant = await makeTenant(server);
    const people = await Promise.all(Array.from({ length: 5 }, () => someone(tenant)));
    const answers = await Promise.all(
      people.flatMap((one) => Array.from({ length: 4 }, () => send(one, 2 * MB))),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.floor(TENANT_MB / 2));
    expect(statuses.filter((status) => status === 507)).toHaveLength(20 - Math.floor(TENANT_MB / 2));
    expect(await stored(tenant)).toBeLessThanOrEqual(TENANT_MB * MB);
    expect(await waiting()).toEqual([]);
  });
});

describe('an upload', () => {
  it('with a too large announced size is refused before it is read', async () => {
    const client = await someone(await makeTenant(server));
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const answered = new Promise<string>((done) => socket.once('data', (text) => done(String(text))));
    socket.write(
      `POST /admin/sys-file/upload HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${client.tokens().main}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${200 * MB}\r\n\r\n`,
    );
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it('that is interrupted leaves no files', async () => {
    const client = await someone(await makeTenant(server));
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    socket.write(
      `POST /admin/sys-file/upload HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${client.tokens().main}\r\n` +
        `content-type: multipart/form-data; boundary=x\r\ncontent-length: ${MB}\r\n\r\n${head}${'a'.repeat(100_000)}`,
    );
    await expect.poll(waiting).toHaveLength(1);
    socket.destroy();
    await expect.poll(waiting).toEqual([]);
  });
});

const sendPower = (server: TestServer, { token }: { token?: string | null }): Promise<Response> =>
  fetch(`${server.url}/api/v1/${token}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ power: 1 }),
  });

const DISK_FULL = { status: 507, code: 50703 };

/** Starts a server whose disk has less free space than the settings require. */
async function withRoom(limitMb: number, run: (server: TestServer) => Promise<void>): Promise<void> {
  const server = await startServer({ env: { WATTDECK_DISK_FREE_MB: String(limitMb) } });
  try {
    await run(server);
  } finally {
    await server.stop();
  }
}

describe('a disk that is nearly full', () => {
  it('accepts and creates no files, while everything else works, and /readyz reports it', async () => {
    const { bavail, bsize } = await statfs(server.config.dataDir);
    await withRoom(Math.ceil((bavail * bsize * 4) / MB), async (short) => {
      const operator = await makeOperator(short);
      const refused = { status: 507, code: 50702 };
      expect(await send(operator, 10)).toMatchObject(refused);
      const path = { entity: 'customer' };
      expect(await ask(operator, 'recordExport', { path, body: { format: 'csv' } })).toMatchObject(refused);
      expect((await ask(operator, 'customerCreate', { body: { name: 'Still goes' } })).status).toBe(200);
      const { device } = await makeSite(operator);
      expect((await sendPower(short, device)).status).toBe(200);
      const ready = await fetch(`${short.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'degraded', away: [], disk: 'short' },
      ]);
      const metrics = await (await fetch(`${short.url}/metrics`)).text();
      expect(metrics).toMatch(/^wattdeck_disk_free_bytes [1-9]/m);
    });
  });

  it('accepts no points once it is full: devices must keep them, and the process is not ready', async () => {
    await withRoom(999_999_999, async (full) => {
      const operator = await makeOperator(full);
      const { device } = await makeSite(operator);
      const response = await sendPower(full, device);
      expect(response.headers.get('retry-after')).toBe('60');
      expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject(DISK_FULL);
      const body = { points: [{ sn: `${device.sn}-power`, value: 1 }] };
      expect(await ask(operator, 'telemetryBatch', { body })).toMatchObject(DISK_FULL);
      const ready = await fetch(`${full.url}/readyz`);
      expect([ready.status, await ready.json()]).toEqual([
        503,
        { status: 'unavailable', away: [], disk: 'full' },
      ]);
      expect((await ask(operator, 'customerCreate', { body: { name: 'Still goes' } })).status).toBe(200);
    });
  });
});

describe('a file that nothing uses', () => {
  it('is deleted after its days; files of fields, attachments, texts, boards and the recycle bin are kept', async () => {
    const operator = await makeOperator(server);
    const save = async (): Promise<string> => operator.call('uploadRetrunUrl', { form: form(1_000) });
    const addresses = await Promise.all(Array.from({ length: 6 }, save));
    const [loose = '', referenced = '', written = '', board = '', deleted = '', young = ''] = addresses;
    await operator.call('customerCreate', { body: { name: 'Holds', documents: [referenced] } });
    await operator.call('customerCreate', {
      body: { name: 'Names', remark: `see ${server.url}${written}#a` },
    });
    const gone = await operator.call('customerCreate', { body: { name: 'Gone', documents: [deleted] } });
    await operator.call('customerDelete', { path: { id: gone.id } });
    const name = { entity: 'customer', id: gone.id - 1 };
    await operator.call('recordAttachmentAdd', { path: name, form: form(500) });
    await runSql(
      server,
      `insert into preference (tenant_id, user_id, key, value)
       select $1, id, 'test', jsonb_build_object('picture', $2::text) from "user" where tenant_id = $1 limit 1`,
      operator.tenantId,
      board,
    );
    const keys = async (): Promise<string[]> => {
      const own = { tenant_id: operator.tenantId };
      const rows = await readRows<{ key: string }>(server, 'file', ['key'], own);
      return rows.map(({ key }) => key);
    };
    const keyOf = (address: string): string => address.replace('/admin/sys-file/', '');
    await runSql(
      server,
      `update file set created_at = now() - interval '8 days' where tenant_id = $1 and key <> $2`,
      operator.tenantId,
      keyOf(young),
    );
    const before = await keys();
    expect(await sweepFilesNow(server)).toBe(1);
    expect((await keys()).sort()).toEqual(before.filter((key) => key !== keyOf(loose)).sort());
    const bearer = { headers: { authorization: `Bearer ${operator.tokens().main}` } };
    expect((await operator.fetch(loose, bearer)).status).toBe(404);
    for (const address of [referenced, written, board, young])
      expect((await operator.fetch(address, bearer)).status).toBe(200);
    expect(await readdir(join(server.config.dataDir, 'files', `t${operator.tenantId}`))).toHaveLength(
      before.length - 1,
    );
  });
});
