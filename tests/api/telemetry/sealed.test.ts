/** A copy of the database alone reveals none of the secrets that the server must decrypt. */
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../../generated/types.ts';
import { type HookServer, signatureOf, startHookServer } from '../../support/alarms/receivers.ts';
import { ask } from '../../support/calls/ask.ts';
import { createClient } from '../../support/calls/client.ts';
import { addSecondFactor, changeRows, deleteRows, readRows, tablesWith } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { spawnServer } from '../../support/server/process.ts';
import { login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

const env = { WATTDECK_WEBHOOK_ALLOW: '127.0.0.1' };
const STEP_MS = 30_000;
let folder: Awaited<ReturnType<typeof startedFolder>>;
let hook: HookServer;
let server: TestServer | null = null;
let tenantId: number;

beforeAll(async () => {
  [folder, hook] = await Promise.all([startedFolder(), startHookServer()]);
});
afterEach(async () => {
  await server?.stop();
  server = null;
});
afterAll(async () => {
  await hook.close();
  await folder.remove();
});

const start = async (): Promise<TestServer> => {
  server = await startOn(folder.path, { env });
  return server;
};

const code = (secret: string, steps: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

const attempt = (url: string, { username }: Person, otp: string) =>
  ask(createClient(url), 'pclogin', { body: { username, password: PASSWORD, otp } });

async function personWith(running: TestServer, permissions: readonly string[]) {
  const person = await makePerson(running, [tenantId], { permissions });
  return { ...person, client: await login(running, person.username, PASSWORD) };
}

type Member = Awaited<ReturnType<typeof personWith>>;

const makeChannel = ({ client }: Pick<Member, 'client'>, name: string) =>
  client.call('notificationChannelCreate', { body: { name, kind: 'webhook', url: hook.url } });

/** Sends a test over the channel. Returns whether it was signed with this secret. */
async function signedBy({ client }: Pick<Member, 'client'>, id: number, secret: string): Promise<boolean> {
  expect(await client.call('notificationTest', { path: { id } })).toMatchObject({
    state: 'sent',
    error: null,
  });
  const posted = hook.hooks.at(-1)!;
  const timestamp = String(posted.headers['x-wattdeck-timestamp']);
  return posted.headers['x-wattdeck-signature'] === signatureOf(secret, timestamp, posted.body);
}

const RIGHTS = ['notificationChannel:*', 'station:*', 'device:*', 'deviceVariable:*', 'recycleBin:*'];
let device: Device;
let factor: { secret: string; recoveryCodes: string[] };
let channel: { id: number; secret: string };
let who: Member;
let owner: Member;

describe('secrets in the database', () => {
  it('are in no table in plain text, and are readable for users who may use them', async () => {
    const running = await start();
    tenantId = await makeTenant(running);
    who = await personWith(running, RIGHTS);
    const { client } = who;
    const { secret } = await client.call('totpBegin', { body: { password: PASSWORD } });
    const { recoveryCodes } = await client.call('totpConfirm', { body: { code: code(secret, -1) } });
    factor = { secret, recoveryCodes };
    const made = await makeChannel(who, 'Kept');
    channel = { id: made.id, secret: String(made.secret) };
    expect(channel.secret).toMatch(/^[0-9a-f]{64}$/);
    const gone = await makeChannel(who, 'Gone');
    await client.call('notificationChannelDelete', { path: { id: gone.id } });
    const shown = await client.call('notificationChannelGet', { path: { id: made.id } });
    const changed = await client.call('notificationChannelUpdate', {
      path: { id: made.id },
      body: { id: made.id, name: 'Kept on', version: made.version },
    });
    const page = await client.call('notificationChannelPage', {});
    expect([shown, changed, ...page.records].map((one) => one.secret)).toEqual(
      Array.from({ length: 3 }, () => channel.secret),
    );
    expect(await signedBy(who, made.id, channel.secret)).toBe(true);
    for (const one of [secret, channel.secret, String(gone.secret)])
      expect(await tablesWith(running, one)).toEqual([]);
    expect(await tablesWith(running, 'Kept on')).toContain('notification_channel');
  });

  it("cannot be decrypted in another place: another user's second factor is useless", async () => {
    const running = await start();
    const other = await personWith(running, []);
    const [stolen] = await readRows<{ secret: string }>(running, 'user_totp', ['secret'], {
      user_id: who.userId,
    });
    await addSecondFactor(running, other.userId, stolen!.secret);
    expect(await attempt(running.url, other, code(factor.secret, 0))).toMatchObject({ code: 40014 });
    await deleteRows(running, 'user_totp', { user_id: other.userId });
  });

  it('survive a restart; earlier plain texts are encrypted by it', async () => {
    const earlier = await start();
    const old = await personWith(earlier, RIGHTS);
    const { secret } = await old.client.call('totpBegin', { body: { password: PASSWORD } });
    await old.client.call('totpConfirm', { body: { code: code(secret, -1) } });
    const [remaining, gone] = [await makeChannel(old, 'Old'), await makeChannel(old, 'Old and gone')];
    const [remainingSecret, ofGone] = ['a'.repeat(64), 'b'.repeat(64)];
    const clear = (id: number, text: string) =>
      changeRows(earlier, 'notification_channel', { id }, { secret: text });
    await changeRows(earlier, 'user_totp', { user_id: old.userId }, { secret });
    await clear(remaining.id, remainingSecret);
    await clear(gone.id, ofGone);
    await old.client.call('notificationChannelDelete', { path: { id: gone.id } });
    expect(await tablesWith(earlier, ofGone)).toEqual(['recycle_bin']);
    await earlier.stop();

    const running = await start();
    for (const one of [secret, remainingSecret, ofGone]) expect(await tablesWith(running, one)).toEqual([]);
    expect((await attempt(running.url, old, code(secret, 0))).status).toBe(200);
    expect((await attempt(running.url, who, code(factor.secret, 0))).status).toBe(200);
    owner = await personWith(running, RIGHTS);
    const { client } = owner;
    expect(await signedBy({ client }, remaining.id, remainingSecret)).toBe(true);
    expect(await signedBy({ client }, channel.id, channel.secret)).toBe(true);
  });

  it('of devices are restored from the recycle bin', async () => {
    const running = await start();
    const { client } = await personWith(running, RIGHTS);
    ({ device } = await makeSite(client, 'OLD'));
    const body = { sn: 'OLD-G', name: 'Gone', stationSn: 'OLD', type: 'meter' as const };
    const gone = await client.call('deviceCreate', { body });
    await client.call('deviceDelete', { path: { id: gone.id } });
    for (const { token } of [device, gone]) expect(await tablesWith(running, String(token))).toEqual([]);
    const { records } = await client.call('recycleBin', { query: { entity: 'device' } });
    await client.call('recycleBinRestore', { body: { ids: records.map(({ id }) => id) } });
    for (const { sn, token } of [device, gone]) {
      expect((await client.call('deviceBySn', { path: { id: sn } })).token).toBe(token);
      expect((await send(running.url, { token }, { kw: 1 })).status).toBe(200);
    }
  });

  it('are lost without the key, which the start reports; recovery codes and new channels still work', async () => {
    const key = join(folder.path, 'key');
    await rename(key, `${key}.kept`);
    const process = spawnServer(folder.path, { env });
    const url = await process.ready();
    expect(process.output().match(/bring the file "key" of the installation back/g)).toHaveLength(1);
    expect(await attempt(url, who, code(factor.secret, 1))).toMatchObject({ code: 40014 });
    const [recovery = ''] = factor.recoveryCodes;
    expect((await attempt(url, who, recovery)).status).toBe(200);
    const client = await login({ url }, owner.username, PASSWORD);
    expect(await client.call('notificationTest', { path: { id: channel.id } })).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('another key of the installation'),
    });
    expect((await client.call('notificationChannelGet', { path: { id: channel.id } })).secret).toBeNull();
    const ofDevice = await client.call('deviceBySn', { path: { id: device.sn } });
    expect(ofDevice.token).toBeNull();
    expect((await send(url, device, { kw: 2 })).status).toBe(200);
    const fresh = await makeChannel({ client }, 'Fresh');
    expect(await signedBy({ client }, fresh.id, String(fresh.secret))).toBe(true);
    process.child.kill('SIGTERM');
    await process.ended;

    await rm(key);
    await rename(`${key}.kept`, key);
    const running = await start();
    const { client: later } = await personWith(running, RIGHTS);
    expect(await signedBy({ client: later }, channel.id, channel.secret)).toBe(true);
    const { token } = await later.call('deviceBySn', { path: { id: device.sn } });
    expect(token).toBe(device.token);
  });
});
