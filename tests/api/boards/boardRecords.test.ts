/** Boards show figures and lists of records, but only of records and fields that the reader may see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BoardWidget, DashboardDocument } from '../../../generated/definition.ts';
import { ask } from '../../support/calls/ask.ts';
import { type Client, createClient } from '../../support/calls/client.ts';
import { setRoles } from '../../support/calls/world.ts';
import { makePerson, makeRole, PASSWORD } from '../../support/people/people.ts';
import { login, sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client & { tenantId: number };
/** A user who may list only their own customers. */
let seller: Client;
/** A user who may list customers, but not see their credit limits. */
let blind: Client;
let stranger: Client;
let stationSn: string;

const LOOK = ['kanban:get', 'station:get'];
const filterOf = (...and: object[]) => JSON.stringify({ and });
const figures = (query: object = {}) => ({
  ...{ key: 'f', kind: 'call', operation: 'recordStatistic', path: { name: 'customers' } },
  query: { by: 'industry', ...query },
});
const list = (body: object = {}) => ({
  ...{ key: 'l', kind: 'call', operation: 'recordSelected', path: { entity: 'customer' } },
  body: { selection: {}, ...body },
});

async function answers(client: Client, ...needs: object[]) {
  const { data } = await ask(client, 'boardQuery', { body: { stationSn, needs } });
  return data.results;
}

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  stationSn = (await makeSite(boss)).station.sn!;
  seller = await joinTenant(server, boss.tenantId, [...LOOK, 'customer:list@own', 'customer:create']);
  stranger = await joinTenant(server, boss.tenantId, LOOK);
  const role = await makeRole(server, boss.tenantId, {
    permissions: [...LOOK, 'customer:list'],
    fieldRules: [{ field: 'customer.creditLimit', rule: 'hidden' }],
  });
  const { userId, username } = await makePerson(server, [boss.tenantId]);
  await setRoles(server, userId, [role]);
  blind = await login(server, username, PASSWORD);
  for (const [name, creditLimit] of Object.entries({ Harbour: '100.10', Mill: '200.20' }))
    await boss.call('customerCreate', { body: { name, industry: 'energy', creditLimit } });
  await seller.call('customerCreate', { body: { name: 'Own', industry: 'energy', creditLimit: '5.00' } });
});
afterAll(() => server?.stop());

describe('a board with figures over records', () => {
  it('gets the figures and records in its refresh', async () => {
    const [counted, listed] = await answers(boss, figures(), list());
    expect(counted).toMatchObject({ ok: true, data: { totals: [{ figures: { customers: 3 } }] } });
    expect(listed).toMatchObject({ ok: true, data: { total: 3 } });
  });

  it('counts and lists records that its reader may list, and is refused without a permission', async () => {
    const [counted, listed] = await answers(seller, figures(), list());
    expect(counted).toMatchObject({ ok: true, data: { totals: [{ figures: { customers: 1 } }] } });
    expect(listed).toMatchObject({ ok: true, data: { total: 1, records: [{ name: 'Own' }] } });
    expect((await answers(stranger, figures(), list())).map(({ ok }) => ok)).toEqual([false, false]);
  });

  it('reveals nothing of a hidden field: not as a figure, in a condition or by sorting', async () => {
    const condition = { field: 'creditLimit', op: 'gt', value: '1.00' };
    const [counted, listed, ...refused] = await answers(
      blind,
      figures(),
      list(),
      figures({ filter: filterOf(condition) }),
      figures({ sort: '-creditLimit' }),
      list({ selection: { filter: filterOf(condition) } }),
      list({ sort: '-creditLimit' }),
    );
    expect(JSON.stringify([counted, listed])).not.toMatch(/creditLimit|200\.20/);
    expect(refused.map(({ ok, code }) => [ok, code])).toEqual(refused.map(() => [false, 40316]));
  });

  it('shows none of it by a link, even if its author may see it', async () => {
    const widget = (id: string, type: string, question: object) =>
      ({ id, type, version: 1, config: { name: type, question } }) as BoardWidget;
    const document: DashboardDocument = {
      version: 1,
      widgets: [
        widget('a', 'recordShare', { statistic: 'customers', by: ['industry'], figures: ['customers'] }),
        widget('b', 'recordList', { entity: 'customer' }),
      ],
      layouts: { lg: ['a', 'b'].map((i, at) => ({ i, x: at * 8, y: 0, w: 8, h: 7 })) },
    };
    const { id } = await boss.call('boardCreate', { body: { name: 'Sales', visibility: 'private' } });
    await boss.call('kanbanSave', { body: { stationSn, boardId: id, version: 0, document } });
    const { token } = await boss.call('boardShareCreate', { body: { stationSn, boardId: id, hours: 1 } });
    const { data } = await ask(createClient(server.url), 'sharedBoardQuery', {
      path: { token },
      body: { needs: [figures(), list(), figures({ stationSn }), list({ stationSn })] },
    });
    expect(data.results.map(({ ok }) => ok)).toEqual([false, false, false, false]);
  });
});
