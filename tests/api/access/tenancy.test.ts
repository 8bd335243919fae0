import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { rowsSeenBy } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let south: Client;
let north: Client;
let southUser: number;
let southTenant: number;

beforeAll(async () => {
  server = await sharedServer();
  southTenant = await makeTenant(server);
  const people = [
    await makePerson(server, [southTenant], { role: 'administrator' }),
    await makePerson(server, [await makeTenant(server)], { role: 'administrator' }),
  ] as const;
  southUser = people[0].userId;
  south = await login(server, people[0].username, PASSWORD);
  north = await login(server, people[1].username, PASSWORD);
});
afterAll(() => server?.stop());

const station = { sn: 'SITE-1', name: 'Site 1', timeZone: 'Asia/Shanghai' };

describe("another tenant's record", () => {
  it('is answered like a record that does not exist when read, changed or deleted', async () => {
    const own = await south.call('stationCreate', { body: station });
    const path = { id: own.id };
    const missing = await ask(north, 'stationGet', { path: { id: 999_999_999 } });
    expect(missing.status).toBe(404);
    const read = await ask(north, 'stationGet', { path });
    expect({ ...read, headers: null }).toEqual({ ...missing, headers: null });
    const body = { ...station, name: 'Taken', version: own.version };
    expect((await ask(north, 'stationUpdate', { path, body: { ...body, id: own.id } })).status).toBe(404);
    expect((await ask(north, 'stationDelete', { path })).status).toBe(404);
    expect(await south.call('stationGet', { path })).toMatchObject({ name: 'Site 1', version: own.version });
  });

  it('is not listed, and its number is not reserved', async () => {
    const page = await north.call('stationPage');
    expect(page).toMatchObject({ total: 0, records: [] });
    const same = await north.call('stationCreate', { body: station });
    expect(same).toMatchObject({ sn: 'SITE-1' });
    expect((await south.call('stationPage')).total).toBe(1);
  });

  it('cannot be referred to', async () => {
    const { id } = await south.call('customerCreate', { body: { name: 'Customer', state: 'developing' } });
    const answer = await ask(north, 'stationCreate', { body: { ...station, sn: 'SITE-2', customerId: id } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

describe("another tenant's people", () => {
  it('are invisible, with their permissions and activities', async () => {
    const path = { id: southUser };
    expect((await ask(south, 'userPermission', { path })).status).toBe(200);
    expect((await ask(north, 'userPermission', { path })).status).toBe(404);
    const saved = await ask(north, 'saveUserPermission', { path, body: { permissions: [] } });
    expect(saved.status).toBe(404);
  });
});

describe('the database role of handlers', () => {
  const forbidden = ['session', 'user_totp', 'login_throttle', 'captcha'] as const;

  it.each(forbidden)('may not read %s', async (table) => {
    await expect(rowsSeenBy(server, southTenant, table)).rejects.toThrow(/permission denied/);
  });

  it("sees the tenant's own people, but not their credentials", async () => {
    expect(await rowsSeenBy(server, southTenant, 'user_account', 'id')).toEqual([{ id: southUser }]);
    const hashes = rowsSeenBy(server, southTenant, 'user_account', 'password_hash');
    await expect(hashes).rejects.toThrow(/permission denied/);
  });
});
