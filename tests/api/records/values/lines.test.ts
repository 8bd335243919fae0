/** Lines of a record are records of their own that are entered, saved, deleted and restored with it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../support/calls/client.ts';
import { setRoles } from '../../../support/calls/world.ts';
import { makePerson, makeRole, PASSWORD } from '../../../support/people/people.ts';
import { applyOrders, asker, type Order, type OrderLine } from '../../../support/records/orderLines.ts';
import { login, startedFolder, startOn, type TestServer } from '../../../support/server/server.ts';

const ORDERS = '/manager/tradeOrder';
/** The first start creates this tenant. */
const TENANT = 1;
const LINES = '/manager/tradeLine';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;
let request: ReturnType<typeof asker>;
let serial = 0;

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  await applyOrders(admin);
  request = asker(admin);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const makeOrder = async (lines: object[], more: object = {}): Promise<Order> => {
  const { data, msg } = await request('POST', ORDERS, { number: `SO-${++serial}`, lines, ...more });
  if (!data) throw new Error(msg);
  return data;
};
const readOrder = async (id: number) => (await request('GET', `${ORDERS}/${id}`)).data;
const put = ({ id, version }: Order, body: object) => request('PUT', ORDERS, { id, version, ...body });
const items = (order: Order) => order.lines.map(({ item }) => item);
const places = async (order: Order): Promise<unknown[]> => {
  const filter = encodeURIComponent(
    JSON.stringify({ and: [{ field: 'orderId', op: 'in', value: [order.id] }] }),
  );
  const { data } = await request<{ records: OrderLine[] }>('GET', `${LINES}/page?size=100&filter=${filter}`);
  return data.records.map(({ item, position }) => [item, position]);
};

describe('a rule of lines that reads their record', () => {
  const refusal = { field: '/lines/1/quantity', msg: '9 is more than a line may have' };
  const lines = (...quantities: number[]) => quantities.map((quantity) => ({ item: 'Cable', quantity }));

  it('is checked when the record is created and saved with its lines', async () => {
    const body = { number: `SO-${++serial}`, most: 5, lines: lines(3, 9) };
    expect(await request('POST', ORDERS, body)).toMatchObject({ status: 400, errors: [refusal] });
    const order = await makeOrder(lines(3, 4), { most: 5 });
    const linesOf = (...quantities: number[]) =>
      order.lines.map(({ id, item }, at) => ({ id, item, quantity: quantities[at] }));
    expect(await put(order, { lines: linesOf(3, 9) })).toMatchObject({ status: 400, errors: [refusal] });
    const lowered = await put(order, { most: 2, lines: linesOf(1, 4) });
    expect(lowered).toMatchObject({ status: 400, errors: [{ field: '/lines/1/quantity' }] });
    expect((await put(order, { lines: linesOf(5, 1) })).status).toBe(200);
  });

  it('is checked when the line is saved through its own call', async () => {
    const order = await makeOrder(lines(3), { most: 5 });
    const { id, version } = order.lines[0] as OrderLine & { version: number };
    const refused = await request('PUT', LINES, { id, version: version ?? 1, quantity: 9 });
    expect(refused).toMatchObject({ status: 400, errors: [{ ...refusal, field: '/quantity' }] });
    const added = await request('POST', LINES, { orderId: order.id, item: 'Box', quantity: 6 });
    expect(added).toMatchObject({ status: 400, errors: [{ field: '/quantity' }] });
    expect((await readOrder(order.id)).lines).toHaveLength(1);
  });
});

describe('an order with lines', () => {
  it('is created with them: defaults, computed amounts, order, and separate rows', async () => {
    const order = await makeOrder([
      { item: 'Cable', quantity: 3, price: '10.10' },
      { item: 'Plug' },
      { item: 'Box', quantity: 2, price: '1.25' },
    ]);
    expect(order.total).toBe('32.80');
    expect(order.lines).toMatchObject([
      { item: 'Cable', quantity: 3, amount: '30.30' },
      { item: 'Plug', quantity: 1, price: '0.00', amount: '0.00' },
      { item: 'Box', amount: '2.50' },
    ]);
    expect(await readOrder(order.id)).toMatchObject({ total: '32.80', lines: order.lines });
    expect(await places(order)).toEqual([
      ['Cable', 1],
      ['Plug', 2],
      ['Box', 3],
    ]);
  });

  it('keeps lines by their ids, creates new ones, removes missing ones, in the given order', async () => {
    const order = await makeOrder([{ item: 'A', price: '1.00' }, { item: 'B' }, { item: 'C' }]);
    const [a, , c] = order.lines;
    const { status, data } = await put(order, {
      lines: [{ id: c!.id, price: '5.00' }, { item: 'D' }, { id: a!.id }],
    });
    expect([status, items(data)]).toEqual([200, ['C', 'D', 'A']]);
    expect([data.lines[0]!.id, data.lines[2]!.id]).toEqual([c!.id, a!.id]);
    expect(data.total).toBe('6.00');
    expect(await places(data)).toEqual([
      ['A', 3],
      ['C', 1],
      ['D', 2],
    ]);
  });

  it('leaves them unchanged if the body does not contain them', async () => {
    const order = await makeOrder([{ item: 'A', price: '7.00' }]);
    const { data } = await put(order, { note: 'Later' });
    expect(data).toMatchObject({ note: 'Later', total: '7.00', lines: order.lines });
  });

  it('refuses an invalid line at its place, and writes nothing', async () => {
    const first = serial + 1;
    const wrong = (lines: object[]) => request('POST', ORDERS, { number: `SO-${++serial}`, lines });
    expect((await wrong([{ item: 'A' }, { item: 'B', quantity: 0 }])).errors?.[0]?.field).toBe(
      '/lines/1/quantity',
    );
    expect((await wrong([{ item: 'A' }, { quantity: 2 }])).errors?.[0]?.field).toBe('/lines/1/item');
    expect((await wrong([{ item: 'A', goodId: 999 }])).errors).toEqual([
      { field: '/lines/0/goodId', msg: 'Good does not exist' },
    ]);
    expect((await wrong([{ item: 'A', planet: 'Mars' }])).errors?.[0]?.field).toBe('/lines/0/planet');
    const order = await makeOrder([{ item: 'A' }]);
    const other = await makeOrder([{ item: 'Foreign' }]);
    const refused = await put(order, { note: 'x', lines: [{ id: other.lines[0]!.id, item: 'Mine' }] });
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([400, '/lines/0/id']);
    expect(await readOrder(order.id)).toMatchObject({ version: order.version, lines: order.lines });
    const { data } = await request<{ total: number }>('GET', `${ORDERS}/page?search=SO-${first}&size=1`);
    expect(data.total).toBe(0);
  });

  it('is refused with a stale version, and the answer contains the current lines', async () => {
    const order = await makeOrder([{ item: 'A' }]);
    const [first] = order.lines;
    expect((await put(order, { lines: [{ id: first!.id, item: 'A2' }] })).status).toBe(200);
    const late = await put(order, { lines: [] });
    expect([late.status, items(late.data)]).toEqual([409, ['A2']]);
  });

  it('is saved by one of two parallel clients', async () => {
    const order = await makeOrder([{ item: 'A' }]);
    const answers = await Promise.all(
      ['X', 'Y'].map((item) => put(order, { lines: [...order.lines.map(({ id }) => ({ id })), { item }] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await readOrder(order.id)).lines).toHaveLength(2);
  });

  it('lists the changed lines in its history', async () => {
    const order = await makeOrder([{ item: 'A', price: '1.00' }, { item: 'B' }]);
    const [a, b] = order.lines;
    await put(order, { lines: [{ id: a!.id, price: '2.00' }, { id: b!.id }] });
    const history = await admin.call('recordHistory', {
      path: { entity: 'tradeOrder', id: order.id },
      query: {},
    });
    const lines = history.records[0]!.changes.find(({ field }) => field === 'lines');
    expect(lines).toMatchObject({
      before: [{ id: a!.id, item: 'A', price: '1.00' }],
      after: [{ id: a!.id, item: 'A', price: '2.00' }],
    });
  });
});

describe('a line that is written separately', () => {
  it('changes the figures and the version of its order', async () => {
    const order = await makeOrder([{ item: 'A', price: '1.00' }]);
    const { data: made } = await request<OrderLine>('POST', LINES, {
      ...{ orderId: order.id, item: 'B', quantity: 2, price: '3.00' },
    });
    const grown = await readOrder(order.id);
    expect(grown).toMatchObject({ total: '7.00', version: order.version + 1 });
    expect(items(grown)).toEqual(['A', 'B']);
    await request('PUT', LINES, { id: made.id, version: 1, price: '4.00' });
    expect((await readOrder(order.id)).total).toBe('9.00');
    await request('DELETE', `${LINES}/${made.id}`);
    const shrunk = await readOrder(order.id);
    expect([shrunk.total, items(shrunk)]).toEqual(['1.00', ['A']]);
    expect((await put(grown, { note: 'late' })).status).toBe(409);
  });

  it('is never lost or counted twice when many are added in parallel', async () => {
    const order = await makeOrder([]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        request('POST', LINES, { orderId: order.id, item: `L${at}`, quantity: 1, price: '1.50' }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await readOrder(order.id)).toMatchObject({ total: '18.00', version: order.version + 12 });
  });
});

describe('a deleted order', () => {
  const bin = async () => (await admin.call('recycleBin', { query: { entity: 'tradeOrder' } })).records;

  it('is deleted and restored with its lines and its payments', async () => {
    const order = await makeOrder([{ item: 'A', price: '2.00' }, { item: 'B' }]);
    await request('POST', '/manager/tradePayment', { orderId: order.id, reference: 'P', paid: '1.00' });
    expect((await request('DELETE', `${ORDERS}/${order.id}`)).status).toBe(200);
    expect(await places(order)).toEqual([]);
    const [entry] = await bin();
    expect(entry!.carried).toEqual([
      { entity: 'tradeLine', count: 2 },
      { entity: 'tradePayment', count: 1 },
    ]);
    const { failed } = await admin.call('recycleBinRestore', { body: { ids: [entry!.id] } });
    expect(failed).toEqual([]);
    expect(await readOrder(order.id)).toMatchObject({ total: '2.00', lines: order.lines });
  });
});

describe('a user with limited permissions', () => {
  let own: ReturnType<typeof asker>;
  let blind: ReturnType<typeof asker>;
  let reader: ReturnType<typeof asker>;
  const orders = ['list', 'get', 'create', 'update'].map((action) => `tradeOrder:${action}`);
  const person = async (permissions: string[], fieldRules: { field: string; rule: string }[] = []) => {
    const { userId, username } = await makePerson(server, [TENANT]);
    await setRoles(server, userId, [await makeRole(server, TENANT, { permissions, fieldRules })]);
    return asker(await login(server, username, PASSWORD));
  };
  beforeAll(async () => {
    own = await person([
      ...orders,
      ...['list', 'get', 'create', 'update', 'delete'].map((action) => `tradeLine:${action}@own`),
    ]);
    blind = await person(
      [...orders, 'tradeLine:list', 'tradeLine:create', 'tradeLine:update'],
      [{ field: 'tradeLine.cost', rule: 'hidden' }],
    );
    reader = await person([...orders, 'tradeLine:list']);
  });

  it('sees and replaces only their own lines; the lines of others remain, and count', async () => {
    const order = await makeOrder([{ item: 'Boss', price: '5.00' }]);
    const { data } = await own('GET', `${ORDERS}/${order.id}`);
    expect(data.lines).toEqual([]);
    const { id, version } = order;
    const saved = await own('PUT', ORDERS, { id, version, lines: [{ item: 'Mine', price: '1.00' }] });
    expect([saved.status, items(saved.data), saved.data.total]).toEqual([200, ['Mine'], '6.00']);
    const gone = await own('PUT', ORDERS, { id, version: version + 1, lines: [] });
    expect([gone.status, gone.data.total]).toEqual([200, '5.00']);
    expect(items(await readOrder(id))).toEqual(['Boss']);
  });

  it('neither sees nor writes a hidden field of a line, which keeps its value', async () => {
    const order = await makeOrder([{ item: 'A', cost: '0.70' }]);
    const { data } = await blind('GET', `${ORDERS}/${order.id}`);
    expect(data.lines[0]).not.toHaveProperty('cost');
    const { id, version } = order;
    const [line] = order.lines;
    const refused = await blind('PUT', ORDERS, { id, version, lines: [{ id: line!.id, cost: '0.10' }] });
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([403, '/lines/0/cost']);
    const saved = await blind('PUT', ORDERS, { id, version, lines: [{ id: line!.id, item: 'A2' }] });
    expect(saved.status).toBe(200);
    expect((await readOrder(id)).lines[0]).toMatchObject({ item: 'A2', cost: '0.70' });
    const removed = await blind('PUT', ORDERS, { id, version: version + 1, lines: [] });
    expect(removed.status).toBe(403);
    const path = `/manager/record/tradeOrder/${id}/history`;
    const { data: history } = await blind<object>('GET', path);
    expect(JSON.stringify(history)).not.toContain('0.70');
  });

  it('may change the order but not its lines', async () => {
    const order = await makeOrder([{ item: 'A' }]);
    const { id, version } = order;
    const refused = await reader('PUT', ORDERS, { id, version, lines: [] });
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([403, '/lines']);
    expect((await reader('PUT', ORDERS, { id, version, note: 'n' })).data.lines).toHaveLength(1);
  });
});
