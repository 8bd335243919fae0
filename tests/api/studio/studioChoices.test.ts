/** A choice is removed while records use it. The studio asks for a replacement, and changes these records. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { readRows, runSql } from '../../support/calls/world.ts';
import { makeTenant } from '../../support/people/people.ts';
import { orderWithLines } from '../../support/records/orderWithLines.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let base = 0;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
});
afterAll(() => server?.stop());

const TITLES = {
  draft: { zh: '草稿', en: 'Draft' },
  ordered: { zh: '已下单', en: 'Ordered' },
  done: { zh: '完成', en: 'Done' },
  closed: { zh: '已关闭', en: 'Closed' },
};
type State = keyof typeof TITLES;

/** Returns an order with lines that can be open. The order counts the open ones. */
function orderWith(...states: State[]) {
  const { lines, ...order } = orderWithLines();
  const [line] = lines;
  const state = {
    type: 'string',
    title: { zh: '状态', en: 'State' },
    'x-options': states.map((value) => ({ value, title: TITLES[value] })),
  };
  const waiting = {
    type: 'integer',
    title: { zh: '待办', en: 'Waiting' },
    readOnly: true,
    'x-rollup': {
      of: 'sparePartOrderLine.orderId',
      do: 'count',
      where: "state = 'draft'",
    },
  };
  const properties = (schema: { properties: object }) => schema.properties;
  return {
    ...order,
    schema: { ...order.schema, properties: { ...properties(order.schema), waiting } },
    lines: [{ ...line!, schema: { ...line!.schema, properties: { ...properties(line!.schema), state } } }],
  };
}

const move = (to: string, from = 'ordered') => ({
  entity: 'sparePartOrderLine',
  field: 'state',
  from,
  to,
});

async function apply(document: object, moves?: ReturnType<typeof move>[]): Promise<void> {
  const name = base === 0 ? {} : { name: 'sparePartOrder' };
  const body = { kind: 'entity', ...name, document: { ...document }, base, ...(moves && { moves }) } as const;
  base = (await admin.call('studioApply', { body })).base;
}

const undo = (moves?: ReturnType<typeof move>[]) =>
  admin.call('studioUndo', { body: { id: base, ...(moves && { moves }) } });

async function request(method: string, path: string, body?: object) {
  const headers = {
    authorization: `Bearer ${admin.tokens().main}`,
    ...(body && { 'content-type': 'application/json' }),
  };
  const response = await admin.fetch(path, { method, headers, body: body ? JSON.stringify(body) : null });
  return ((await response.json()) as { data: { id: number; waiting: number; lines: { id: number }[] } }).data;
}

const states = async () =>
  (
    await readRows<{ tenant_id: number; state: string }>(server, 'spare_part_order_line', [
      'tenant_id',
      'state',
    ])
  )
    .map(({ tenant_id, state }) => `${tenant_id} ${state}`)
    .toSorted();

let order: { id: number; lines: { id: number }[] };
let other: number;

it('is reported with the number of its records, in every tenant', async () => {
  await apply(orderWith('draft', 'ordered', 'done'));
  order = await request('POST', '/manager/sparePartOrder', {
    name: 'Filters',
    lines: [
      { part: 'Filter', state: 'ordered' },
      { part: 'Seal', state: 'ordered' },
      { part: 'Pump', state: 'done' },
    ],
  });
  other = await makeTenant(server);
  await runSql(server, `insert into spare_part_order (tenant_id, name) values (${other}, 'Theirs')`);
  await runSql(
    server,
    `insert into spare_part_order_line (tenant_id, order_id, part, state)
     select ${other}, id, 'Belt', 'ordered' from spare_part_order where tenant_id = ${other}`,
  );
  const document = { ...orderWith('draft', 'done') };
  const { plan } = await admin.call('studioCheck', {
    body: { kind: 'entity', name: 'sparePartOrder', document },
  });
  expect(plan).toMatchObject({
    breaches: [],
    taken: [
      { entity: 'sparePartOrderLine', field: 'state', value: 'ordered', title: TITLES.ordered, rows: 3 },
    ],
  });
});

it('is not removed without a replacement, nor with an invalid one', async () => {
  const before = await states();
  await expect(apply(orderWith('draft', 'done'))).rejects.toMatchObject({ status: 409, code: 40955 });
  for (const wrong of [move('ordered'), move('nowhere')])
    await expect(apply(orderWith('draft', 'done'), [wrong])).rejects.toMatchObject({ code: 40954 });
  const extra = [move('draft'), move('draft', 'done')];
  await expect(apply(orderWith('draft', 'done'), extra)).rejects.toMatchObject({ code: 40954 });
  expect(await states()).toEqual(before);
});

it('is replaced in records, with their history and roll-ups', async () => {
  await apply(orderWith('draft', 'done'), [move('draft')]);
  expect(await states()).toEqual(['1 done', '1 draft', '1 draft', `${other} draft`].toSorted());
  const path = { entity: 'sparePartOrderLine', id: order.lines[0]!.id };
  const [latest] = (await admin.call('recordHistory', { path, query: {} })).records;
  expect(latest).toMatchObject({
    action: 'update',
    changes: [{ field: 'state', before: 'ordered', after: 'draft' }],
  });
  expect(await request('GET', `/manager/sparePartOrder/${order.id}`)).toMatchObject({ waiting: 2 });
  const theirs = await readRows<{ user_id: number | null }>(server, 'audit_log', ['user_id'], {
    tenant_id: other,
    entity: 'sparePartOrderLine',
  });
  expect(theirs).toEqual([{ user_id: null }]);
});

it('is replaced by a choice of the same change', async () => {
  await apply(orderWith('draft', 'closed'), [move('closed', 'done')]);
  expect(await states()).toContain('1 closed');
});

it('that a change added is not reverted while records use it, until a user names a replacement', async () => {
  const before = await states();
  await expect(undo()).rejects.toMatchObject({
    ...{ status: 409, code: 40955 },
    data: {
      taken: [
        { entity: 'sparePartOrderLine', field: 'state', value: 'closed', title: TITLES.closed, rows: 1 },
      ],
    },
  });
  for (const wrong of [move('closed', 'closed'), move('nowhere', 'closed')])
    await expect(undo([wrong])).rejects.toMatchObject({ code: 40954 });
  await expect(undo([move('done', 'closed'), move('done', 'draft')])).rejects.toMatchObject({ code: 40954 });
  expect(await states()).toEqual(before);
  await undo([move('draft', 'closed')]);
  expect(await states()).toEqual(['1 draft', '1 draft', '1 draft', `${other} draft`].toSorted());
  const path = { entity: 'sparePartOrderLine', id: order.lines[2]!.id };
  const [latest] = (await admin.call('recordHistory', { path, query: {} })).records;
  expect(latest).toMatchObject({
    action: 'update',
    changes: [{ field: 'state', before: 'closed', after: 'draft' }],
  });
  expect(await request('GET', `/manager/sparePartOrder/${order.id}`)).toMatchObject({ waiting: 3 });
  const { document } = await admin.call('studioDefinition', {
    path: { kind: 'entity', name: 'sparePartOrder' },
  });
  expect(JSON.stringify(document)).not.toContain('closed');
});
