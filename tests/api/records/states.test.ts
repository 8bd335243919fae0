import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Transition } from '../../../generated/definition.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { applyDefinitions } from '../../../runtime/core/definitions/registry.ts';
import { ask } from '../../support/calls/ask.ts';
import { auditOf, setRoles } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let tenantId: number;
let boss: Client;
let seller: Client;
let sellerId: number;
let count = 0;

async function person(permissions: readonly string[], tenant = tenantId): Promise<[Client, number]> {
  const { userId, username } = await makePerson(server, [tenant], { permissions });
  return [await login(server, username, PASSWORD), userId];
}

beforeAll(async () => {
  server = await startServer();
  tenantId = await makeTenant(server);
  [boss] = await person(['*']);
  [seller, sellerId] = await person(['customer:*@own', 'customer:list', 'customer:get']);
});
afterAll(() => server?.stop());

const create = (client: Client, body: object = {}) =>
  client.call('customerCreate', { body: { name: `Customer ${++count}`, ...body } });
const move = (client: Client, id: number, body: object) =>
  ask(client, 'recordTransition', { path: { entity: 'customer', id }, body });

describe('a state of a definition', () => {
  it('begins with the initial one, and cannot be written by create or update', async () => {
    const { id, version, state } = await create(seller);
    expect(state).toBe('developing');
    const created = await ask(seller, 'customerCreate', { body: { name: 'Other', state: 'deal' } });
    expect(created).toMatchObject({ status: 400, code: 40004, errors: [{ field: '/state' }] });
    const updated = await ask(seller, 'updateCustomer', { body: { id, version, state: 'deal' } });
    expect(updated).toMatchObject({ status: 400, code: 40004, errors: [{ field: '/state' }] });
    const same = await ask(seller, 'updateCustomer', {
      body: { id, version, state: 'developing', city: 'X' },
    });
    expect(same.status).toBe(200);
  });

  it('changes by a transition, which is in the history', async () => {
    const { id, version } = await create(seller);
    const { status, data } = await move(seller, id, { name: 'close', version });
    expect(status).toBe(200);
    expect(data).toMatchObject({ state: 'deal', version: version + 1 });
    const lines = await auditOf(server, 'customer', id);
    expect(lines.at(-1)).toEqual({
      action: 'transition:close',
      diff: { state: ['developing', 'deal'] },
      userId: sellerId,
    });
  });

  it('refuses a transition from another state and names the possible states', async () => {
    const { id, version } = await create(seller);
    const refused = await move(seller, id, { name: 'repeat', version });
    expect(refused).toMatchObject({ status: 409, code: 40901 });
    expect(refused.msg).toContain('Deal');
    expect(await move(seller, id, { name: 'fly', version })).toMatchObject({ status: 400, code: 40005 });
  });

  it('shows the form, writes its values to fields, and notifies the owner', async () => {
    const { id, version } = await create(seller);
    const empty = await move(boss, id, { name: 'lose', version });
    expect(empty).toMatchObject({ status: 400, errors: [{ field: '/form/lostReason' }] });
    const unknown = await move(boss, id, { name: 'lose', version, form: { lostReason: 'x', state: 'deal' } });
    expect(unknown).toMatchObject({ status: 400, errors: [{ field: '/form/state' }] });
    const { status } = await move(boss, id, { name: 'lose', version, form: { lostReason: 'too dear' } });
    expect(status).toBe(200);
    const line = (await auditOf(server, 'customer', id)).find(({ action }) => action === 'transition:lose');
    expect(line?.diff).toEqual({ state: ['developing', 'lost'], lostReason: [null, 'too dear'] });
    const { records } = await seller.call('noticePage', { query: { unread: true } });
    expect(records[0]).toMatchObject({
      kind: 'transition',
      link: `/main/appliance/customer/${id}`,
      isRead: false,
    });
    expect(records[0]!.text.en).toMatch(/was marked as lost: too dear$/);
  });

  it('refuses a stale version and returns the current record', async () => {
    const { id, version } = await create(seller);
    await move(seller, id, { name: 'close', version });
    const late = await move(boss, id, { name: 'lose', version, form: { lostReason: 'x' } });
    expect(late).toMatchObject({ status: 409, data: { id, version: version + 1, state: 'deal' } });
  });

  it('is changed with the permission, only on own records if it is limited', async () => {
    const theirs = await create(boss);
    expect(await move(seller, theirs.id, { name: 'close', version: theirs.version })).toMatchObject({
      status: 403,
      code: 40302,
    });
    const [reader] = await person(['customer:get']);
    const refused = await move(reader, theirs.id, { name: 'close', version: theirs.version });
    expect(refused).toMatchObject({ status: 403, code: 40302 });
    expect(refused.msg).toContain('Mark as won');
    const [stranger] = await person(['*'], await makeTenant(server));
    for (const [client, entity] of [
      [stranger, 'customer'],
      [boss, 'nothing'],
      [boss, 'alarmTask'],
    ] as const) {
      const path = { entity, id: theirs.id };
      const { status } = await ask(client, 'recordTransition', { path, body: { name: 'close', version: 1 } });
      expect(status).toBe(404);
    }
  });

  it('lists the moves that are possible on each row', async () => {
    const { id } = await create(boss);
    const own = await create(seller);
    const { records } = await seller.call('getCustomerList', { query: { size: 50 } });
    const actions = (one: number) => records.find((record) => record.id === one)?._actions;
    expect(actions(own.id)).toEqual(['update', 'delete', 'close', 'lose', 'handover', 'share']);
    expect(actions(id)).toEqual([]);
  });
});

describe('a transition with guard and side effects', () => {
  afterEach(() => applyDefinitions('entities', {}));

  it('shows why the guard refuses, then creates a record, assigns and notifies, all or nothing', async () => {
    const customer = entityOf('customer');
    const station = await boss.call('stationCreate', { body: { sn: 'ST-2', name: 'Site', timeZone: 'UTC' } });
    const check = (stationSn: string): Transition => ({
      ...{ name: 'check', title: { zh: '检查', en: 'Check' }, from: ['developing'], to: 'deal' },
      guard: { properties: { city: { const: 'Bergen' } }, required: ['city'] },
      guardText: { zh: '只限卑尔根', en: 'only in Bergen' },
      effects: [
        { do: 'assign', field: 'remark', value: { cat: ['by ', { var: '$context.userName' }] } },
        {
          do: 'create',
          entity: 'alarmTask',
          values: { name: { cat: ['Visit ', { var: 'name' }] }, stationSn, level: 'minor' },
        },
        { do: 'notify', to: { users: [sellerId] }, text: { zh: '去 {city}', en: 'Go to {city}' } },
      ],
    });
    const use = (stationSn: string) =>
      applyDefinitions('entities', {
        customer: { ...customer, states: { ...customer.states!, transitions: [check(stationSn)] } },
      });
    use(station.sn);
    const away = await create(boss, { city: 'Oslo' });
    const refused = await move(boss, away.id, { name: 'check', version: away.version });
    expect(refused).toMatchObject({ status: 409, code: 40902 });
    expect(refused.msg).toContain('only in Bergen');
    const near = await create(boss, { city: 'Bergen' });
    use('no such station');
    // The effect creates a record with an invalid reference, so the whole transition is undone.
    expect((await move(boss, near.id, { name: 'check', version: near.version })).status).toBe(409);
    use(station.sn);
    const moved = await move(boss, near.id, { name: 'check', version: near.version });
    expect(moved.data).toMatchObject({ state: 'deal', version: near.version + 1 });
    expect(String((moved.data as Record<string, unknown>).remark)).toMatch(/^by Person/);
    const tasks = await boss.call('alarmTaskPage', { query: { search: near.name } });
    expect(tasks.records.map(({ name }) => name)).toEqual([`Visit ${near.name}`]);
    const { records } = await seller.call('noticePage', {});
    expect(records[0]?.text).toEqual({ zh: '去 Bergen', en: 'Go to Bergen' });
  });
});

describe('an effect', () => {
  afterEach(() => applyDefinitions('entities', {}));

  it('follows the definition, whichever fields the user may write', async () => {
    const customer = entityOf('customer');
    const station = await boss.call('stationCreate', { body: { sn: 'ST-3', name: 'Site', timeZone: 'UTC' } });
    const { id: roleId } = await boss.call('roleCreate', {
      body: {
        ...{ name: 'Mover', key: 'mover', permissions: ['customer:*', 'alarmTask:*'] },
        fieldRules: [
          { field: 'alarmTask.name', rule: 'hidden' },
          { field: 'alarmTask.level', rule: 'read' },
        ],
      },
    });
    const { userId, username } = await makePerson(server, [tenantId]);
    await setRoles(server, userId, [roleId]);
    const mover = await login(server, username, PASSWORD);
    const body = { name: 'Visit', stationSn: station.sn, level: 'minor' as const };
    expect(await ask(mover, 'alarmTaskCreate', { body })).toMatchObject({
      status: 403,
      errors: expect.arrayContaining([expect.objectContaining({ field: '/name' })]),
    });
    const check: Transition = {
      ...{ name: 'check', title: { zh: '检查', en: 'Check' }, from: ['developing'], to: 'deal' },
      effects: [{ do: 'create', entity: 'alarmTask', values: { ...body, name: 'By effect' } }],
    };
    applyDefinitions('entities', {
      customer: { ...customer, states: { ...customer.states!, transitions: [check] } },
    });
    const { id, version } = await create(mover);
    expect((await move(mover, id, { name: 'check', version })).status).toBe(200);
    const { records } = await boss.call('alarmTaskPage', { query: { search: 'By effect' } });
    expect(records).toMatchObject([{ name: 'By effect', level: 'minor' }]);
  });
});

describe('an alarm task', () => {
  it("is closed with notes that are stored in the record, by default in the user's name", async () => {
    const station = await boss.call('stationCreate', { body: { sn: 'ST-1', name: 'Site', timeZone: 'UTC' } });
    const task = await boss.call('alarmTaskCreate', {
      body: { name: 'Check', stationSn: station.sn, level: 'minor' },
    });
    expect(task.status).toBe(1);
    const closed = await boss.call('recordTransition', {
      path: { entity: 'alarmTask', id: task.id },
      body: { name: 'close', version: task.version, form: { remark: 'done' } },
    });
    expect(closed).toMatchObject({ status: 0, remark: 'done', _actions: ['update', 'delete', 'reopen'] });
    expect(String((closed as Record<string, unknown>).handler)).toMatch(/^Person/);
  });
});
