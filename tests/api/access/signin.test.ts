import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, bearer } from '../../support/calls/ask.ts';
import { type Client, createClient } from '../../support/calls/client.ts';
import { auditOf, forgetAttempts } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD, type Person } from '../../support/people/people.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let person: Person;
let client: Client;

const STEP_MS = 30_000;
const code = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
const attempt = (who: Person, otp?: string) =>
  ask(createClient(server.url), 'pclogin', {
    body: { username: who.username, password: PASSWORD, ...(otp && { otp }) },
  });
const newcomer = async (permissions: readonly string[] = []) => {
  const made = await makePerson(server, [tenantId], { permissions });
  return { ...made, client: await login(server, made.username, PASSWORD) };
};

beforeAll(async () => {
  server = await startServer();
  tenantId = await makeTenant(server);
  const made = await newcomer(['station:*', 'dept:list']);
  person = made;
  client = made.client;
});
afterAll(() => server?.stop());

describe('a second factor', () => {
  it('requires the password for its set-up, and is active only after the first correct code', async () => {
    const wrong = await ask(client, 'totpBegin', { body: { password: 'not my password' } });
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: '/password' }] });
    const { image, uri } = await client.call('totpBegin', { body: { password: PASSWORD } });
    expect(uri).toContain(`otpauth://totp/Wattdeck:${person.username}`);
    expect(Buffer.from(image.split(',')[1] ?? '', 'base64').toString()).toContain('<svg');
    expect((await attempt(person)).status).toBe(200);
    expect(await ask(client, 'totpConfirm', { body: { code: '000000' } })).toMatchObject({ status: 400 });
    expect(await client.call('totpState')).toMatchObject({ on: false });
  });

  it('is required at every sign-in from then on; each code is accepted once', async () => {
    const who = await newcomer();
    const { secret } = await who.client.call('totpBegin', { body: { password: PASSWORD } });
    await who.client.call('totpConfirm', { body: { code: code(secret, -1) } });
    expect(await attempt(who)).toMatchObject({ status: 400, code: 40013, data: { otpRequired: true } });
    expect(await attempt(who, code(secret, -1))).toMatchObject({ status: 400, code: 40014 });
    const now = code(secret);
    expect((await attempt(who, now)).status).toBe(200);
    expect(await attempt(who, now)).toMatchObject({ status: 400, code: 40014 });
    expect(await ask(who.client, 'totpBegin', { body: { password: PASSWORD } })).toMatchObject({
      status: 409,
    });
  });

  it('can be replaced by a recovery code, once', async () => {
    const who = await newcomer();
    const { secret } = await who.client.call('totpBegin', { body: { password: PASSWORD } });
    const { recoveryCodes } = await who.client.call('totpConfirm', { body: { code: code(secret) } });
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await attempt(who, recoveryCodes[0])).status).toBe(200);
    expect((await attempt(who, recoveryCodes[0])).status).toBe(400);
    expect(await who.client.call('totpState')).toMatchObject({ on: true, recoveryCodes: 9 });
  });

  it('can be guessed only a few times', async () => {
    const who = await newcomer();
    const { secret } = await who.client.call('totpBegin', { body: { password: PASSWORD } });
    await who.client.call('totpConfirm', { body: { code: code(secret) } });
    const answers: number[] = [];
    for (let no = 0; no < 4; no++) answers.push((await attempt(who, `11111${no}`)).code);
    expect(answers).toEqual([40014, 40014, 40014, 40011]);
    const failed = (await auditOf(server, 'userAccount', who.userId)).filter(
      ({ action }) => action === 'loginFailed',
    );
    expect(failed).toHaveLength(3);
  });

  it('can be guessed only a few times from many machines, too', async () => {
    const who = await newcomer();
    const { secret } = await who.client.call('totpBegin', { body: { password: PASSWORD } });
    await who.client.call('totpConfirm', { body: { code: code(secret, -1) } });
    const elsewhere = () => forgetAttempts(server, 'otp');
    for (let no = 0; no < 10; no++) {
      await elsewhere();
      expect((await attempt(who, `11111${no}`)).code).toBe(40014);
    }
    await elsewhere();
    expect((await attempt(who, code(secret))).status).toBe(429);
  });

  it('is disabled by its owner with password and code, or by a user who may edit the person', async () => {
    const who = await newcomer();
    const { secret } = await who.client.call('totpBegin', { body: { password: PASSWORD } });
    await who.client.call('totpConfirm', { body: { code: code(secret) } });
    const off = (password: string, otp: string) => ask(who.client, 'totpOff', { body: { password, otp } });
    expect(await off('wrong', code(secret, 1))).toMatchObject({ errors: [{ field: '/password' }] });
    expect(await off(PASSWORD, code(secret))).toMatchObject({ errors: [{ field: '/otp' }] });
    const chief = await newcomer(['user:update']);
    const path = { id: who.userId };
    expect(await chief.client.call('userTotp', { path })).toMatchObject({ on: true });
    expect((await ask(who.client, 'userTotp', { path })).status).toBe(403);
    await chief.client.call('totpReset', { path: { id: who.userId } });
    expect(await chief.client.call('userTotp', { path })).toMatchObject({ on: false });
    expect((await ask(who.client, 'totpState')).status).toBe(401);
    expect((await attempt(who)).status).toBe(200);
    const reset = async (userId: number) =>
      (await ask(chief.client, 'totpReset', { path: { id: userId } })).status;
    const elsewhere = await makeTenant(server);
    expect(await reset((await makePerson(server, [elsewhere])).userId)).toBe(404);
    expect(await reset((await makePerson(server, [tenantId, elsewhere])).userId)).toBe(403);
    expect(await reset((await newcomer(['*'])).userId)).toBe(403);
  });
});

describe('an API key', () => {
  const keyOf = async (owner: Client, scopes: string[]) =>
    (await owner.call('apiKeyCreate', { body: { name: 'A program', scopes, days: 30 } })).key;
  const withKey = (key: string, id: Parameters<Client['request']>[0], input = {}) =>
    ask(createClient(server.url), id, { ...input, headers: bearer(key) });

  it('opens the calls of its scopes, both main and EMS calls', async () => {
    const key = await keyOf(client, ['station:list', 'dept:list']);
    expect((await withKey(key, 'stationPage')).status).toBe(200);
    expect((await withKey(key, 'deptPage')).status).toBe(200);
    const body = { sn: 'K-1', name: 'By a key', timeZone: 'Asia/Shanghai' };
    expect((await withKey(key, 'stationCreate', { body })).status).toBe(403);
    expect(await client.call('apiKeys')).toEqual([
      expect.objectContaining({ name: 'A program', hint: key.slice(0, 8), lastUsedAt: expect.any(String) }),
    ]);
  });

  it('cannot sign in, create keys or change a password', async () => {
    const key = await keyOf(client, ['station:*']);
    for (const id of ['apiKeys', 'emsToken', 'ownSessions', 'totpState'] as const)
      expect(await withKey(key, id), id).toMatchObject({ status: 403, code: 40312 });
    const body = { oldPassword: PASSWORD, newPassword: 'another one', repeatPassword: 'another one' };
    expect((await withKey(key, 'changePassword', { body })).status).toBe(403);
    const chief = await newcomer(['user:*']);
    const reset = { body: { id: person.userId, confirm: 'I confirm' } };
    const ofChief = await keyOf(chief.client, ['user:*']);
    expect(await withKey(ofChief, 'resetPassword', reset)).toMatchObject({ status: 403, code: 40312 });
  });

  it('sees only its own jobs, cannot approve in its owner’s place, and ends with the password', async () => {
    const owner = await newcomer(['customer:*', 'station:list']);
    const of = { path: { entity: 'customer' }, body: { format: 'csv' } };
    const own = await owner.client.call('recordExport', of);
    const key = await keyOf(owner.client, ['customer:export', 'customer:list']);
    const started = (await withKey(key, 'recordExport', of)).data as { id: number };
    const ids = ((await withKey(key, 'jobList')).data as { id: number }[]).map(({ id }) => id);
    expect(ids).toEqual([started.id]);
    expect((await withKey(key, 'jobGet', { path: { id: started.id } })).status).toBe(200);
    for (const id of ['jobGet', 'jobFile', 'jobCancel'] as const)
      expect((await withKey(key, id, { path: { id: own.id } })).status, id).toBe(404);
    const decision = { path: { id: 1 }, body: { version: 1 } };
    for (const id of ['approvalAgree', 'approvalReject'] as const)
      expect(await withKey(key, id, decision), id).toMatchObject({ status: 403, code: 40312 });
    expect((await withKey(key, 'approvalDetail', { path: { id: 1 } })).status).toBe(403);
    const change = { oldPassword: PASSWORD, newPassword: 'another one', repeatPassword: 'another one' };
    await owner.client.call('changePassword', { body: change });
    expect((await withKey(key, 'jobList')).status).toBe(401);
  });

  it('never has more permissions than its owner, also later', async () => {
    expect(
      await ask(client, 'apiKeyCreate', { body: { name: 'Too much', scopes: ['dept:delete'], days: 1 } }),
    ).toMatchObject({ status: 403, errors: [{ field: '/scopes' }] });
    const who = await newcomer(['station:list']);
    const key = await keyOf(who.client, ['station:list']);
    expect((await withKey(key, 'stationPage')).status).toBe(200);
    const chief = await newcomer(['*']);
    await chief.client.call('saveUserPermission', { path: { id: who.userId }, body: { permissions: [] } });
    expect((await withKey(key, 'stationPage')).status).toBe(403);
  });

  it('is limited to twenty per user, even for parallel requests', async () => {
    const who = await newcomer(['station:list']);
    const body = { name: 'One of many', scopes: ['station:list'], days: 1 };
    const requests = Array.from({ length: 60 }, () => ask(who.client, 'apiKeyCreate', { body }));
    const made = (await Promise.all(requests)).filter(({ status }) => status === 200);
    expect(made).toHaveLength(20);
    expect(await who.client.call('apiKeys')).toHaveLength(20);
  });

  it('is invalid immediately after it is revoked, and is visible only to its owner', async () => {
    const who = await newcomer(['station:list']);
    const key = await keyOf(who.client, ['station:list']);
    const [record] = await who.client.call('apiKeys');
    const path = { id: record?.id ?? 0 };
    expect((await ask(client, 'apiKeyRevoke', { path })).status).toBe(404);
    await who.client.call('apiKeyRevoke', { path });
    expect((await withKey(key, 'stationPage')).status).toBe(401);
    expect((await withKey('wdk_invented', 'stationPage')).status).toBe(401);
  });

  it('can be seen and revoked by users who may edit the owner, within the tenant and their own permissions', async () => {
    const elsewhere = await makeTenant(server);
    const who = await makePerson(server, [tenantId, elsewhere], { permissions: ['station:list'] });
    const owner = await login(server, who.username, PASSWORD);
    const key = await keyOf(owner, ['station:list']);
    await owner.call('updateDefaultTenant', { body: { tenantId: elsewhere } });
    await keyOf(await login(server, who.username, PASSWORD), ['station:list']);
    const path = { id: who.userId };
    expect((await ask(client, 'userApiKeys', { path })).status).toBe(403);
    const chief = await newcomer(['user:update', 'station:list']);
    const keys = await chief.client.call('userApiKeys', { path });
    expect(keys).toEqual([expect.objectContaining({ hint: key.slice(0, 8), scopes: ['station:list'] })]);
    const revoke = (of: Client, keyId: number) => ask(of, 'userApiKeyRevoke', { path: { ...path, keyId } });
    const keyId = keys[0]!.id;
    expect((await revoke(client, keyId)).status).toBe(403);
    const lesser = await newcomer(['user:update']);
    expect(await revoke(lesser.client, keyId)).toMatchObject({ status: 403, code: 40309 });
    expect((await withKey(key, 'stationPage')).status).toBe(200);
    expect((await revoke(chief.client, keyId)).status).toBe(200);
    expect((await withKey(key, 'stationPage')).status).toBe(401);
    expect((await revoke(chief.client, keyId)).status).toBe(404);
    const [line] = (
      await (await newcomer(['*'])).client.call('auditPage', { query: { action: 'apiKeyRevoked' } })
    ).records;
    expect(line).toMatchObject({ userId: chief.userId, recordId: String(who.userId) });
    const stranger = await makePerson(server, [elsewhere]);
    expect((await ask(chief.client, 'userApiKeys', { path: { id: stranger.userId } })).status).toBe(404);
  });
});

describe('the list of sessions', () => {
  it("lists the user's sessions, and ends one or all others", async () => {
    const who = await newcomer();
    const second = await login(server, who.username, PASSWORD);
    const third = await login(server, who.username, PASSWORD);
    const sessions = await who.client.call('ownSessions');
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const ofSecond = (await second.call('ownSessions')).find(({ current }) => current);
    await who.client.call('ownSessionEnd', { path: { sessionId: ofSecond?.id ?? '' } });
    expect((await ask(second, 'ownSessions')).status).toBe(401);
    expect(await who.client.call('otherSessionsEnd')).toEqual({ ended: 1 });
    expect((await ask(third, 'ownSessions')).status).toBe(401);
    expect(await who.client.call('ownSessions')).toHaveLength(1);
  });

  it('of another user is visible to users who may edit the person, within the tenant', async () => {
    const who = await newcomer();
    const path = { id: who.userId };
    expect((await ask(client, 'userSessions', { path })).status).toBe(403);
    const chief = await newcomer(['user:update']);
    expect(await chief.client.call('userSessions', { path })).toHaveLength(1);
    await chief.client.call('userSessionsEnd', { path });
    expect((await ask(who.client, 'ownSessions')).status).toBe(401);
    const stranger = await makePerson(server, [await makeTenant(server)]);
    expect((await ask(chief.client, 'userSessions', { path: { id: stranger.userId } })).status).toBe(404);
  });

  it('cannot end the session of another person', async () => {
    const who = await newcomer();
    const [session] = await who.client.call('ownSessions');
    expect((await ask(client, 'ownSessionEnd', { path: { sessionId: session?.id ?? '' } })).status).toBe(404);
    expect((await ask(who.client, 'ownSessions')).status).toBe(200);
  });
});
