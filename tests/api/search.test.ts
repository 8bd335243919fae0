import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../support/people.ts';
import { login, startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let chief: Client;
let tenant: number;

const person = async (tenantId: number, permissions: string[]) =>
  login(server, (await makePerson(server.app.db, [tenantId], { permissions })).username, PASSWORD);
const find = async (client: Client, search: string) =>
  (await client.call('search', { query: { search } })).map(({ entity, label }) => `${entity}: ${label}`);

let count = 0;
const typeCreate = (client: Client, name: string) => {
  count += 1;
  return client.call('alarmTypeCreate', { body: { code: `C${count}`, name, level: 'minor' } });
};

beforeAll(async () => {
  server = await startServer();
  tenant = await makeTenant(server.app.db);
  chief = await person(tenant, ['*']);
  await typeCreate(chief, '青山储能 Qingshan');
  await typeCreate(chief, '100% green_power');
  await chief.call('stationCreate', {
    body: { sn: 'QS-1', name: 'Qingshan park', timeZone: 'Asia/Shanghai' },
  });
});
afterAll(() => server?.stop());

describe('the search over all records', () => {
  it('finds records of every kind by all words, whatever their letter case', async () => {
    expect((await find(chief, 'qingshan')).sort()).toEqual([
      'alarmType: 青山储能 Qingshan',
      'station: Qingshan park',
    ]);
    expect(await find(chief, 'park QS-1')).toEqual(['station: Qingshan park']);
    expect(await find(chief, '青山')).toEqual(['alarmType: 青山储能 Qingshan']);
  });

  it('takes the signs of patterns as signs', async () => {
    expect(await find(chief, '0%')).toEqual(['alarmType: 100% green_power']);
    expect(await find(chief, 'q_ngshan')).toEqual([]);
    expect(await find(chief, "' or 1=1 --")).toEqual([]);
  });

  it('finds only what the person may list', async () => {
    const keeper = await person(tenant, ['station:list']);
    expect(await find(keeper, 'qingshan')).toEqual(['station: Qingshan park']);
    const seller = await person(tenant, ['alarmType:list@own', 'alarmType:create']);
    expect(await find(seller, 'qingshan')).toEqual([]);
    await typeCreate(seller, 'Qingshan own');
    expect(await find(seller, 'qingshan')).toEqual(['alarmType: Qingshan own']);
    expect(await find(await person(tenant, []), 'qingshan')).toEqual([]);
  });

  it('finds nothing of another tenant', async () => {
    const other = await person(await makeTenant(server.app.db), ['*']);
    expect(await find(other, 'qingshan')).toEqual([]);
  });
});
