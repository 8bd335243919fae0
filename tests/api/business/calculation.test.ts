/**
 * S15: the users of a calculation area fill in a month, and finance audits it or sends it back. Records show
 * who changed what.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinProject, type ProjectPerson } from '../../support/records/projects.ts';

const served = serveOperators();
const ITEMS = ['Parts', 'Vehicles', 'Tests', 'Communication', 'Rent', 'Insurance', 'Travel', 'Correction'];
let finance: ProjectPerson;
let users: ProjectPerson[];
let outsider: ProjectPerson;
let areaId: number;
let itemIds: number[];

beforeAll(async () => {
  const { operator, server } = served;
  const join = (role: string) => joinProject(server, operator.tenantId, role);
  finance = await join('finance');
  users = await Promise.all([join('operator'), join('operator'), join('engineering')]);
  outsider = await join('engineering');
  const area = await finance.client.call('calcAreaCreate', {
    body: {
      name: 'Operation',
      items: ITEMS.map((name) => ({ name, negative: name === 'Correction' })),
      users: users.map(({ id }) => ({ userId: id })),
    },
  });
  areaId = area.id;
  const { records } = await finance.client.call('calcItemPage', { query: { size: 50 } });
  itemIds = records.map(({ id }) => id);
});

const valuesOf = (amounts: readonly (string | null)[]) =>
  amounts.map((value, at) => ({ itemId: itemIds[at], value }));
const AMOUNTS = ['100.00', '20.50', '3.00', '4.00', '500.00', '60.00', '7.00', '-8.25'];

const openMonth = (month: string, client: Client = users[0]!.client) =>
  client.call('calcDataCreate', { body: { areaId, month } });

const fill = (month: string, amounts: readonly (string | null)[], { client }: ProjectPerson) =>
  ask(client, 'calcValuesPut', { body: { areaId, month, values: valuesOf(amounts) } });

const read = (id: number, client: Client = finance.client) => client.call('calcDataGet', { path: { id } });

async function move(id: number, name: string, { client }: ProjectPerson) {
  const { version } = await read(id);
  return ask(client, 'recordTransition', { path: { entity: 'calcData', id }, body: { name, version } });
}

const audit = (month: string, body: object, { client }: ProjectPerson = finance) =>
  ask(client, 'calcAudit', { body: { areaId, month, ...body } });

describe('a month of an area', () => {
  it('is filled by its users, submitted, returned with a note, corrected and audited', async () => {
    const month = '2026-07';
    const { id } = await openMonth(month);
    expect((await fill(month, [...AMOUNTS.slice(0, 3), null], users[0]!)).status).toBe(200);
    const early = await move(id, 'present', users[0]!);
    expect([early.status, early.msg]).toEqual([409, expect.stringMatching(/3 of 8 items/)]);
    expect((await fill(month, AMOUNTS, users[1]!)).status).toBe(200);
    expect((await move(id, 'present', users[2]!)).status).toBe(200);
    expect(await read(id)).toMatchObject({
      ...{ state: 'submitted', filled: 8, total: '686.25', submittedBy: users[2]!.id },
    });
    expect((await fill(month, AMOUNTS, users[0]!)).status).toBe(409);
    expect((await audit(month, { agree: false })).status).toBe(400);
    expect((await audit(month, { agree: false, note: 'Rent differs' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'returned', returnNote: 'Rent differs' });
    const { records: notices } = await users[2]!.client.call('noticePage', { query: { size: 20 } });
    expect(notices.map(({ text }) => text.en).join()).toMatch(/Rent differs/);
    await fill(month, AMOUNTS.with(4, '480.00'), users[0]!);
    await move(id, 'present', users[0]!);
    expect((await audit(month, { agree: true })).status).toBe(200);
    expect(await read(id)).toMatchObject({ state: 'audited', total: '666.25', auditedBy: finance.id });
    expect((await audit(month, { agree: false, note: 'Too late' })).status).toBe(409);
    expect((await fill(month, AMOUNTS, users[0]!)).status).toBe(409);
    expect((await ask(finance.client, 'calcDataDelete', { path: { id } })).status).toBe(409);
  });

  it('records who changed what, with the old and the new value', async () => {
    const { records } = await finance.client.call('calcRecords', {
      query: { areaId, month: '2026-07', current: 1, size: 50 },
    });
    expect(records.map(({ action }) => action)).toEqual([
      ...['transition:audit', 'transition:present', 'update', 'transition:sendBack', 'transition:present'],
      ...['update', 'update', 'create'],
    ]);
    const corrected = JSON.stringify(records[2]);
    expect(corrected).toMatch(/500\.00.*480\.00/);
    expect(records[2]).toMatchObject({ userId: users[0]!.id });
  });

  it('returns its values, which keep their place by id', async () => {
    const month = '2026-06';
    const { id } = await openMonth(month, finance.client);
    await fill(month, AMOUNTS.slice(0, 2), users[0]!);
    const query = { areaId, month };
    const values = await users[1]!.client.call('calcValues', { query });
    expect(values.map(({ value }) => value)).toEqual(['100.00', '20.50']);
    const entered = values.map(({ id, itemId, value }, at) => ({
      id,
      itemId,
      value: at === 0 ? '101.00' : value,
    }));
    const { version } = await read(id);
    const body = { areaId, month, version, values: entered };
    await users[1]!.client.call('calcValuesPut', { body });
    const again = await users[2]!.client.call('calcValues', { query });
    expect(again.map(({ id, value }) => [id, value])).toEqual([
      [values[0]!.id, '101.00'],
      [values[1]!.id, '20.50'],
    ]);
    expect((await ask(users[0]!.client, 'calcValuesPut', { body })).status).toBe(409);
    const { records } = await finance.client.call('calcValuePage', { query: { size: 100 } });
    expect(records.map(({ id }) => id)).toContain(values[0]!.id);
    expect(await finance.client.call('calcValueGet', { path: { id: Number(values[1]!.id) } })).toMatchObject({
      value: '20.50',
    });
  });

  it('exists once, and is negative only if its item allows it', async () => {
    const month = '2026-05';
    const { id, version } = await openMonth(month);
    expect((await ask(finance.client, 'calcDataCreate', { body: { areaId, month } })).status).toBe(409);
    const negative = await fill(month, ['-1.00'], users[0]!);
    expect(negative).toMatchObject({ status: 400, errors: [{ field: '/values/0/value' }] });
    expect((await fill(month, ['12a'], users[0]!)).errors?.[0]?.msg).toMatch(/numeric amount/);
    expect((await fill(month, ['10000000000'], users[0]!)).errors?.[0]?.msg).toMatch(/10 digits/);
    const other = await served.operator.call('calcAreaCreate', {
      body: { name: 'Other', items: [{ name: 'Foreign' }], users: [] },
    });
    const { records } = await finance.client.call('calcItemPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'areaId', op: 'eq', value: other.id }] }) },
    });
    const foreign = { areaId, month, values: [{ itemId: records[0]!.id, value: '1.00' }] };
    expect((await ask(users[0]!.client, 'calcValuesPut', { body: foreign })).status).toBe(400);
    await users[0]!.client.call('calcDataUpdate', { body: { id, version, remark: 'Nothing yet' } });
    await finance.client.call('calcDataDelete', { path: { id } });
    const { records: months } = await finance.client.call('calcDataPage', { query: { size: 50 } });
    expect(months.map((one) => one.month)).not.toContain(month);
  });

  it('is filled only by the users of its area', async () => {
    const month = '2026-04';
    const { operator, server } = served;
    expect((await ask(outsider.client, 'calcDataCreate', { body: { areaId, month } })).status).toBe(403);
    const { id } = await openMonth(month);
    expect((await fill(month, AMOUNTS, outsider)).status).toBe(403);
    expect((await move(id, 'present', outsider)).status).toBe(403);
    const hidden = await joinProject(server, operator.tenantId);
    expect((await ask(hidden.client, 'calcDataCreate', { body: { areaId, month: '2026-03' } })).status).toBe(
      403,
    );
    const query = { areaId, month };
    expect((await ask(hidden.client, 'calcValues', { query })).status).toBe(404);
    expect((await ask(served.stranger, 'calcValues', { query })).status).toBe(404);
    expect((await fill(month, AMOUNTS, finance)).status).toBe(403);
  });

  it('is audited by a user who has neither filled nor submitted it', async () => {
    const { operator } = served;
    const { id: userId } = await operator.call('getPrincipal', {}).then(({ userId: id }) => ({ id }));
    const area = await operator.call('calcAreaCreate', {
      body: { name: 'Own', items: [{ name: 'Only' }], users: [{ userId }] },
    });
    const [item] = area.items ?? [];
    const { id } = await operator.call('calcDataCreate', { body: { areaId: area.id, month: '2026-07' } });
    const body = { areaId: area.id, month: '2026-07' };
    await operator.call('calcValuesPut', {
      body: { ...body, values: [{ itemId: item!.id, value: '1.00' }] },
    });
    const { version } = await read(id, operator);
    const path = { entity: 'calcData', id };
    await operator.call('recordTransition', { path, body: { name: 'present', version } });
    for (const more of [{ agree: true }, { agree: false, note: 'No' }]) {
      const refused = await ask(operator, 'calcAudit', { body: { ...body, ...more } });
      expect([refused.status, refused.msg]).toEqual([409, expect.stringMatching(/another user/)]);
    }
    expect((await ask(outsider.client, 'calcAudit', { body: { ...body, agree: true } })).status).toBe(403);
    await finance.client.call('calcAudit', { body: { ...body, agree: true } });
  });
});

describe('an area', () => {
  it('is read by all, and changed by finance', async () => {
    const [user] = users;
    const area = await user!.client.call('calcAreaGet', { path: { id: areaId } });
    expect(area).toMatchObject({ name: 'Operation', userCount: 3, itemCount: 8 });
    const body = { id: areaId, version: area.version, name: 'Operation of sites' };
    expect((await ask(user!.client, 'calcAreaUpdate', { body })).status).toBe(403);
    await finance.client.call('calcAreaUpdate', { body });
    const { records } = await user!.client.call('calcAreaPage', { query: { search: 'of sites' } });
    expect(records.map(({ id }) => id)).toEqual([areaId]);
  });

  it('gets other users, who may fill it from then on', async () => {
    const query = { areaId };
    const before = await finance.client.call('calcUsers', { query });
    expect(before.map(({ userId }) => userId)).toEqual(users.map(({ id }) => id));
    const put = (list: object[]) => ask(finance.client, 'calcUsersPut', { body: { areaId, users: list } });
    expect((await put([...before, { userId: users[0]!.id }])).status).toBe(409);
    expect((await put([...before, { userId: outsider.id }])).status).toBe(200);
    expect((await fill('2026-04', AMOUNTS, outsider)).status).toBe(200);
    await put(before);
    expect((await fill('2026-04', AMOUNTS, outsider)).status).toBe(403);
    const refused = await ask(users[0]!.client, 'calcUsersPut', { body: { areaId, users: [] } });
    expect(refused.status).toBe(403);
    const { records } = await finance.client.call('calcUserPage', { query: { size: 50 } });
    const path = { id: records[0]!.id };
    expect(await finance.client.call('calcUserGet', { path })).toMatchObject({ userId: records[0]!.userId });
  });

  it('cannot be deleted with its items while months refer to it', async () => {
    const path = { id: areaId };
    expect((await ask(finance.client, 'calcAreaDelete', { path })).status).toBe(409);
    const item = await finance.client.call('calcItemGet', { path: { id: itemIds[0]! } });
    expect(item).toMatchObject({ name: 'Parts', negative: false });
    const area = await finance.client.call('calcAreaGet', { path });
    const body = { id: areaId, version: area.version, items: area.items?.slice(1) };
    expect((await ask(finance.client, 'calcAreaUpdate', { body })).status).toBe(409);
    const free = await finance.client.call('calcAreaCreate', {
      body: { name: 'Free', items: [], users: [] },
    });
    await finance.client.call('calcAreaDelete', { path: { id: free.id } });
    expect((await ask(finance.client, 'calcAreaGet', { path: { id: free.id } })).status).toBe(404);
  });
});
