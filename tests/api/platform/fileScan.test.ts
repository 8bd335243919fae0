/** Uploaded files are checked by a program that the settings name, before others may read them. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRows } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { upload } from '../../support/records/excel.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

/** Searches for a word. It blocks as long as a file named `hold` exists beside it. */
const SCANNER = `#!/bin/sh
[ -e "$(dirname "$0")/hold" ] && exit 2
grep -q EVIL "$2" || exit 0
echo "$2: Test-Signature FOUND"
exit 1
`;

let server: TestServer;
let folder: string;
let tenant: number;
let own: Client;
let colleague: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wattdeck-scan-'));
  const program = join(folder, 'scanner');
  await writeFile(program, SCANNER);
  await chmod(program, 0o700);
  server = await startServer({ env: { WATTDECK_SCAN: `${program} --quiet` } });
  tenant = await makeTenant(server);
  [own, colleague] = [await someone(), await someone()];
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function someone(): Promise<Client> {
  const { username } = await makePerson(server, [tenant], { permissions: ['customer:*'] });
  return login(server, username, PASSWORD);
}

const blockScanner = () => writeFile(join(folder, 'hold'), '');
const release = () => rm(join(folder, 'hold'), { force: true });

const read = async (client: Client, address: string) => {
  const answer = await client.fetch(address, {
    headers: { authorization: `Bearer ${client.tokens().main}`, 'accept-language': 'en' },
  });
  const text = await answer.text();
  return { status: answer.status, text };
};

const store = (text: string): Promise<string> =>
  own.call('uploadRetrunUrl', { form: upload(Buffer.from(text), 'note.txt') });

describe('an uploaded file', () => {
  it('is readable for its sender at once, and for others after its check', async () => {
    await blockScanner();
    const address = await store('a note');
    expect(await read(own, address)).toEqual({ status: 200, text: 'a note' });
    const waiting = await read(colleague, address);
    expect(waiting.status).toBe(409);
    expect(JSON.parse(waiting.text)).toMatchObject({ code: 409161 });
    await release();
    const answer = await until(
      () => read(colleague, address),
      ({ status }) => status === 200,
    );
    expect(answer.text).toBe('a note');
  });

  it('that is blocked is not readable, with the reason, and is recorded in the audit log', async () => {
    const address = await store('an EVIL note');
    const answer = await until(
      () => read(own, address),
      ({ status }) => status !== 200,
    );
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      403,
      expect.objectContaining({
        code: 40382,
        msg: 'This file was blocked by the virus scanner: Test-Signature FOUND',
      }),
    ]);
    expect((await read(colleague, address)).status).toBe(403);
    const key = address.replace('/admin/sys-file/', '');
    const logged = await readRows(server, 'audit_log', ['action', 'diff'], {
      tenant_id: tenant,
      entity: 'file',
      record_id: key,
    });
    expect(logged).toEqual([
      {
        action: 'fileBlocked',
        diff: { name: [null, 'note.txt'], 'note.reason': [null, 'Test-Signature FOUND'] },
      },
    ]);
  });

  it('is checked as an attachment too', async () => {
    const { id } = await own.call('customerCreate', { body: { name: 'Suzhou Power' } });
    const path = { entity: 'customer', id };
    const form = upload(Buffer.from('EVIL'), 'a.txt');
    const { id: attached } = await own.call('recordAttachmentAdd', { path, form });
    const address = `/manager/record/customer/${id}/attachment/${attached}`;
    const answer = await until(
      () => read(own, address),
      ({ status }) => status !== 200,
    );
    expect(answer.status).toBe(403);
  });
});
