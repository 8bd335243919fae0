/**
 * Records get other owners, have co-owners, and are shared. Every list shows the new permissions at once, and
 * every refusal gives its reason.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallAction } from '../../../generated/definition.ts';
import { operations } from '../../../generated/operations.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveLine } from '../../support/calls/inside.ts';
import { changeRows } from '../../support/calls/world.ts';
import { makeDept, makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { applyBills } from '../../support/records/bills.ts';
import { asker } from '../../support/records/orderLines.ts';
import { login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';

const TENANT = 1;
const OWN = ['list', 'get', 'update', 'export', 'handover', 'share', 'delete', 'close'].map(
  (action) => `billClient:${action}@own`,
);

interface Person {
  id: number;
  client: Client;
  ask: ReturnType<typeof asker>;
}
interface Named {
  id: number;
  version: number;
  name: string;
  sellerId: number;
}
interface Share {
  id: number;
  name: string;
  right: string;
}

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let head: Person;
let first: Person;
let second: Person;
let stranger: number;

async function person(permissions: string[], tenant = TENANT): Promise<Person> {
  const { userId, username } = await makePerson(server, [tenant], { permissions });
  const client = await login(server, username, PASSWORD);
  return { id: userId, client, ask: asker(client) };
}

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  await applyBills(await login(server));
  head = await person(['*']);
  first = await person(OWN);
  second = await person(OWN);
  const tenant = await makeTenant(server);
  stranger = (await makePerson(server, [tenant], { permissions: ['*'] })).userId;
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const makeClient = async (name: string, owner = first): Promise<Named> =>
  (await head.ask<Named>('POST', '/manager/billClient', { name, sellerId: owner.id })).data;
const sees = async ({ ask }: Person, { id }: Pick<Named, 'id'>): Promise<number> =>
  (await ask('GET', `/manager/billClient/${id}`)).status;
const lists = async ({ ask }: Person): Promise<string[]> => {
  const { data } = await ask<{ records: Named[]; total: number }>('GET', '/manager/billClient/page?size=200');
  expect(data.total).toBe(data.records.length);
  return data.records.map(({ name }) => name);
};
const rename = async ({ ask }: Person, { id }: Named, name: string): Promise<number> => {
  const { data } = await head.ask<Named>('GET', `/manager/billClient/${id}`);
  return (await ask('PUT', '/manager/billClient', { id, version: data.version, name })).status;
};
const handOver = ({ ask }: Person, ids: number[], userId: number, more: object = {}) =>
  ask<{ moved: number; refused: { id: number; reason: string }[] }>(
    'POST',
    operations.recordHandover.path.replace('{entity}', 'billClient'),
    { selection: { ids }, userId, ...more },
  );
const share = ({ ask }: Person, { id }: Named, body: object) =>
  ask<Share[]>('POST', `/manager/record/billClient/${id}/share`, body);
const notices = async ({ client }: Person) =>
  (await client.call('noticePage', { query: { size: 50 } })).records.map(({ text }) => text.en);

describe('a handover', () => {
  it('moves each allowed record, gives the reason for the others, and notifies each person once', async () => {
    const mine = [await makeClient('Mill'), await makeClient('Quarry')];
    const theirs = await makeClient('Harbour', second);
    const ids = [...mine, theirs].map(({ id }) => id);
    const { data } = await handOver(first, [...ids, 999_999], second.id, { reason: 'on leave' });
    // A record that the user may not see gets the same answer as one that does not exist.
    expect(data).toEqual({
      moved: 2,
      refused: [theirs.id, 999_999].map((id) => ({ id, reason: 'Record not found' })),
    });
    expect(await sees(first, mine[0]!)).toBe(404);
    expect(await sees(second, mine[0]!)).toBe(200);
    expect((await notices(second)).filter((text) => text?.includes('handed over to you'))).toEqual([
      expect.stringContaining('2 records (Client)'),
    ]);
    const history = await head.client.call('recordHistory', {
      path: { entity: 'billClient', id: mine[0]!.id },
      query: {},
    });
    expect(history.records[0]).toMatchObject({
      action: 'handover',
      changes: expect.arrayContaining([{ field: 'note.reason', before: null, after: 'on leave' }]),
    });
  });

  it('includes related records with the same owner, and no records of others', async () => {
    const client = await makeClient('With bills');
    const makeBill = async (subject: string, keeperId: number) =>
      (await head.ask<Named>('POST', '/manager/bill', { subject, clientId: client.id, keeperId })).data.id;
    const [own, other] = [await makeBill('Own', first.id), await makeBill('Other', head.id)];
    const moved = await handOver(head, [client.id], second.id, { with: ['bill'] });
    expect(moved.data).toEqual({ moved: 1, refused: [] });
    const ownerOf = async (id: number) =>
      (await head.ask<{ keeperId: number }>('GET', `/manager/bill/${id}`)).data.keeperId;
    expect([await ownerOf(own!), await ownerOf(other!)]).toEqual([second.id, head.id]);
    expect((await handOver(head, [client.id], first.id, { with: ['user'] })).status).toBe(400);
  });

  it('is refused to users who left or belong to another tenant, and requires the permission', async () => {
    const client = await makeClient('Stays');
    expect((await handOver(first, [client.id], stranger)).status).toBe(409);
    const reader = await person(['billClient:list', 'billClient:get']);
    expect((await handOver(reader, [client.id], second.id)).status).toBe(403);
    expect(await sees(first, client)).toBe(200);
    expect((await handOver(head, [client.id], first.id)).data.refused).toEqual([
      { id: client.id, reason: 'The recipient already owns this record' },
    ]);
  });

  it('by a call accepts ids, or a filter with the counted number', async () => {
    const line = {
      ...{ entity: 'billClient', do: 'handover', from: 'body' },
      many: { body: 'clientIds', optional: true },
      to: { body: 'userId' },
      comment: { body: 'reason', optional: true },
    } satisfies CallAction;
    const serve = (body: object) => serveLine(server, head.client, line, { body });
    await Promise.all(['Filtered A', 'Filtered B'].map((name) => makeClient(name)));
    const filter = JSON.stringify({ and: [{ field: 'name', op: 'startsWith', value: 'Filtered' }] });
    await expect(serve({ filter, expected: 3, userId: second.id })).rejects.toMatchObject({
      key: 'bulk.countChanged',
    });
    await expect(serve({ userId: second.id })).rejects.toMatchObject({ key: 'http.invalid' });
    expect(await serve({ filter, expected: 2, userId: second.id })).toEqual({ moved: 2, refused: [] });
  });
});

describe('a co-owner', () => {
  it('owns the record as long as they are named', async () => {
    const client = await makeClient('Together');
    expect(await lists(second)).not.toContain('Together');
    const { data } = await head.ask<{ id: number }>('POST', '/manager/billClientOwner', {
      clientId: client.id,
      userId: second.id,
    });
    expect(await lists(second)).toContain('Together');
    expect(await rename(second, client, 'Together still')).toBe(200);
    await head.ask('DELETE', `/manager/billClientOwner/${data.id}`);
    expect(await sees(second, client)).toBe(404);
  });
});

describe('a share', () => {
  it('makes a record visible everywhere, and writable only if the share allows it', async () => {
    const client = await makeClient('Shared mill');
    expect(await lists(second)).not.toContain('Shared mill');
    expect((await share(first, client, { userIds: [second.id], right: 'read' })).data).toMatchObject([
      { right: 'read' },
    ]);
    expect(await lists(second)).toContain('Shared mill');
    expect(await rename(second, client, 'Taken')).toBe(403);
    expect((await share(second, client, { userIds: [head.id], right: 'read' })).status).toBe(403);
    expect((await handOver(second, [client.id], second.id)).data.refused).toHaveLength(1);
    const { data } = await share(first, client, { userIds: [second.id], right: 'write' });
    expect(data).toMatchObject([{ right: 'write' }]);
    expect(await rename(second, client, 'Shared mill 2')).toBe(200);
    expect((await second.ask('DELETE', `/manager/billClient/${client.id}`)).status).toBe(403);
    const path = { entity: 'billClient', id: client.id };
    expect(await first.client.call('recordShares', { path })).toHaveLength(1);
    expect(await first.client.call('recordShareEnd', { path: { ...path, shareId: data[0]!.id } })).toEqual(
      [],
    );
    expect(await sees(second, client)).toBe(404);
    expect(await lists(second)).not.toContain('Shared mill 2');
  });

  it('ends after its last day, and can be for departments', async () => {
    const client = await makeClient('For a day');
    const dept = await makeDept(server, TENANT, head.id, [second.id]);
    expect(
      (await share(first, client, { userIds: [second.id], right: 'read', until: '2020-01-01' })).status,
    ).toBe(400);
    await share(first, client, { deptIds: [dept], right: 'read', until: '2999-01-01' });
    expect(await sees(second, client)).toBe(200);
    await changeRows(server, 'record_share', { record_id: client.id }, { ends_at: '2020-01-01T00:00:00Z' });
    expect(await sees(second, client)).toBe(404);
  });

  it('is refused for users of other tenants, and opens no more than its giver may', async () => {
    const client = await makeClient('Guarded');
    expect((await share(first, client, { userIds: [stranger], right: 'read' })).status).toBe(409);
    expect((await share(second, client, { userIds: [second.id], right: 'read' })).status).toBe(404);
    const sharer = await person(['billClient:list', 'billClient:get', 'billClient:share']);
    expect((await share(sharer, client, { userIds: [second.id], right: 'write' })).status).toBe(403);
    expect(await sees(second, client)).toBe(404);
  });

  it('of many records shares the allowed ones, gives the reason for the others, and notifies once', async () => {
    const mine = [await makeClient('Many A'), await makeClient('Many B')];
    const theirs = await makeClient('Many C', head);
    await share(head, theirs, { userIds: [first.id], right: 'read' });
    const ids = [...mine, theirs].map(({ id }) => id);
    const many = (body: object) =>
      first.ask<{ moved: number; refused: { id: number }[] }>(
        'POST',
        operations.recordShareMany.path.replace('{entity}', 'billClient'),
        { selection: { ids }, expected: 3, userIds: [second.id], right: 'write', ...body },
      );
    expect((await many({ expected: 2 })).status).toBe(409);
    expect((await many({ userIds: [] })).status).toBe(400);
    expect((await many({})).data).toEqual({
      moved: 2,
      refused: [{ id: theirs.id, reason: 'You have no permission to share this record in this way' }],
    });
    expect(await Promise.all(mine.map((client) => rename(second, client, `${client.name} 2`)))).toEqual([
      200, 200,
    ]);
    expect(await sees(second, theirs)).toBe(404);
    const sharedNotices = (await notices(second)).filter((text) =>
      text?.includes('shared with you: 2 records'),
    );
    expect(sharedNotices).toHaveLength(1);
  });

  it('by a call is read-only by default', async () => {
    const client = await makeClient('By a line');
    const line = {
      ...{ entity: 'billClient', do: 'share', by: { id: { body: 'customerId' } } },
      ...{ users: { body: 'userIds' }, right: { body: 'right', optional: true } },
    } satisfies CallAction;
    const body = { customerId: client.id, userIds: [second.id] };
    expect(await serveLine(server, first.client, line, { body })).toMatchObject([{ right: 'read' }]);
    expect(await sees(second, client)).toBe(200);
  });
});
