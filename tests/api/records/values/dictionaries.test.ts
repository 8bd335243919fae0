import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
beforeAll(async () => {
  server = await sharedServer();
  tenantId = await makeTenant(server);
  const { username } = await makePerson(server, [tenantId], { role: 'administrator' });
  boss = await login(server, username, PASSWORD);
});
afterAll(() => server?.stop());

describe('dictionaries', () => {
  const entry = (more: object = {}) => ({
    body: { type: 'customerSource', value: 'fair', titleZh: '展会', titleEn: 'Fair', ...more },
  });

  it('accept entries of the tenant, which only its own records may use', async () => {
    const customer = { body: { name: '展会客户', state: 'developing', source: 'fair' } };
    expect(await ask(boss, 'customerCreate', customer)).toMatchObject({ errors: [{ field: '/source' }] });
    await boss.call('dictCreate', entry());
    expect((await ask(boss, 'customerCreate', customer)).status).toBe(200);
    const other = await makePerson(server, [await makeTenant(server)], {
      role: 'administrator',
    });
    const stranger = await login(server, other.username, PASSWORD);
    expect((await ask(stranger, 'customerCreate', customer)).status).toBe(400);
    const lists = await boss.call('dictListByTenant');
    const source = lists.find(({ name }) => name === 'customerSource');
    expect(source?.entries.map(({ value }) => value)).toContain('fair');
    expect((await stranger.call('dictType', { path: { id: 'customerSource' } })).length).toBe(
      (source?.entries.length ?? 0) - 1,
    );
    const foreign = { query: { tenantId } };
    expect((await ask(stranger, 'dictListByTenant', foreign)).status).toBe(403);
  });

  it('keep their built-in entries: these can be renamed and disabled, but not deleted', async () => {
    const page = await boss.call('dictPage', { query: { search: 'tenderPlatform' } });
    const { id, version } = page.records[0]!;
    expect(await ask(boss, 'dictDelete', { path: { id } })).toMatchObject({ status: 409, code: 40927 });
    const stays = { body: { name: '招标客户', state: 'developing', source: 'tenderPlatform' } };
    const stored = await boss.call('customerCreate', stays);
    await boss.call('dictUpdate', { body: { id, version, disabled: true, titleEn: 'Bidding' } });
    const refused = { body: { ...stays.body, name: '招标客户二' } };
    expect((await ask(boss, 'customerCreate', refused)).status).toBe(400);
    const change = { body: { id: stored.id, version: 1, city: '苏州' } };
    expect((await ask(boss, 'updateCustomer', change)).status).toBe(200);
  });

  it('remain unchanged if they are fixed', async () => {
    expect((await ask(boss, 'dictCreate', entry({ type: 'alarmLevel' }))).status).toBe(400);
  });

  it('may be trees', async () => {
    const root = await boss.call('sysTreeDicCreate', { body: { name: '设备', code: 'device' } });
    await boss.call('sysTreeDicCreate', { body: { name: '电池', code: 'battery', parentId: root.id } });
    const tree = await boss.call('sysTreeDicTree');
    expect(tree).toMatchObject([{ code: 'device', children: [{ code: 'battery' }] }]);
    expect((await ask(boss, 'sysTreeDicDelete', { path: { id: root.id } })).status).toBe(409);
  });
});
