/**
 * Products contain parts at several levels. Two products are compared, and a part is traced to the products that
 * contain it.
 */
import { describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { joinTenant } from '../../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

let made = 0;
async function make(kind: string, more: object = {}) {
  made += 1;
  return operator.call('productCreate', { body: { sn: `${kind}-${made}`, kind, ...more } });
}

async function makeBatch() {
  made += 1;
  return operator.call('productBatchCreate', { body: { number: `B-${made}`, kind: 'cell', model: 'C314' } });
}

/** Creates a cabinet of packs. Each pack contains one record for this number of cells of the batch. */
async function makeCabinet(batchId: number, packs: number, cells: number) {
  const cabinet = await make('cabinet');
  const inside: { pack: number; cell: number }[] = [];
  for (let at = 0; at < packs; at += 1) {
    const pack = await make('pack', { parentId: cabinet.id, model: 'M52' });
    const cell = await make('cell', { parentId: pack.id, batchId, quantity: cells });
    inside.push({ pack: pack.id, cell: cell.id });
  }
  return { id: cabinet.id, inside };
}

const readParts = (id: number, other?: number) =>
  operator.call('recordAssembly', {
    path: { entity: 'product', id },
    query: other === undefined ? {} : { with: other },
  });
const readUse = (id: number, query: { by?: string; current?: number; size?: number } = {}) =>
  operator.call('recordUse', { path: { entity: 'product', id }, query });

describe('the parts of a product', () => {
  it('are summed over all levels, with multiplied quantities', async () => {
    const batch = await makeBatch();
    const rack = await make('cabinet');
    const cabinet = await makeCabinet(batch.id, 2, 52);
    const row = await operator.call('productGet', { path: { id: cabinet.id } });
    await operator.call('productUpdate', {
      body: { id: row.id, version: row.version, parentId: rack.id, quantity: 3 },
    });
    expect(await readParts(rack.id)).toEqual({
      rows: [
        { values: { kind: 'cabinet', model: null }, quantity: 3, other: 0, change: null },
        { values: { kind: 'cell', model: 'C314' }, quantity: 312, other: 0, change: null },
        { values: { kind: 'pack', model: 'M52' }, quantity: 6, other: 0, change: null },
      ],
      total: 3,
      parts: 5,
      otherParts: 0,
    });
  });

  it('are compared with the parts of another product', async () => {
    const batch = await makeBatch();
    const [left, right] = [await makeCabinet(batch.id, 1, 52), await makeCabinet(batch.id, 1, 48)];
    await make('controller', { parentId: left.id, model: 'BMU-1' });
    await make('controller', { parentId: right.id, model: 'BMU-2' });
    const { rows, parts, otherParts } = await readParts(left.id, right.id);
    expect({ parts, otherParts }).toEqual({ parts: 3, otherParts: 3 });
    expect(
      rows.map(({ values, quantity, other, change }) => [values.model, quantity, other, change]),
    ).toEqual([
      ['C314', 52, 48, 'changed'],
      ['BMU-1', 1, 0, 'removed'],
      ['BMU-2', 0, 1, 'added'],
      ['M52', 1, 1, null],
    ]);
  });
});

describe('the use of a part', () => {
  it('is found from one cell and from its batch, for all products that contain it', async () => {
    const batch = await makeBatch();
    const [first, second] = [await makeCabinet(batch.id, 2, 52), await makeCabinet(batch.id, 1, 48)];
    const { cell, pack } = first.inside[0]!;
    expect((await readUse(cell)).records).toEqual([
      { id: first.id, quantity: 52, top: true },
      { id: pack, quantity: 52, top: false },
    ]);
    const of = await readUse(cell, { by: 'batchId' });
    expect(of.total).toBe(5);
    expect(of.records.slice(0, 2)).toEqual([
      { id: first.id, quantity: 104, top: true },
      { id: second.id, quantity: 48, top: true },
    ]);
    const page = await readUse(cell, { by: 'batchId', current: 2, size: 3 });
    expect([page.total, page.records.length]).toEqual([5, 2]);
    expect(await readUse(cell, { by: 'batchId', current: 9 })).toMatchObject({ total: 5, records: [] });
    expect((await readUse(first.id)).records).toEqual([]);
  });

  it('is searched only by the fields of the definition', async () => {
    const { id } = await make('cell');
    const refused = await ask(operator, 'recordUse', {
      path: { entity: 'product', id },
      query: { by: 'remark' },
    });
    expect(refused).toMatchObject({ status: 400, errors: [{ field: '/query/by' }] });
    expect((await readUse(id, { by: 'batchId' })).records).toEqual([]);
  });
});

it('shows for listed records whether they have children', async () => {
  const { id, inside } = await makeCabinet((await makeBatch()).id, 1, 4);
  const filter = JSON.stringify({ and: [{ field: 'id', op: 'in', value: [id, inside[0]!.cell] }] });
  const { records } = await operator.call('productPage', { query: { filter } });
  expect(new Map(records.map((one) => [one.id, one._below]))).toEqual(
    new Map([
      [id, true],
      [inside[0]!.cell, false],
    ]),
  );
});

it('is refused in other tenants, without the permission, and for records without quantities', async () => {
  const { id } = await make('cabinet');
  const path = { entity: 'product', id };
  const reader = await joinTenant(server, operator.tenantId, ['product:get']);
  for (const name of ['recordAssembly', 'recordUse'] as const) {
    expect((await ask(stranger, name, { path })).status).toBe(404);
    expect((await ask(reader, name, { path })).status).toBe(403);
    expect((await ask(operator, name, { path: { ...path, entity: 'dept' } })).status).toBe(404);
  }
  const other = await stranger.call('productCreate', { body: { sn: 'theirs', kind: 'cabinet' } });
  expect((await ask(operator, 'recordAssembly', { path, query: { with: other.id } })).status).toBe(404);
});

it('refuses a cycle that two users create in parallel', async () => {
  const [one, other] = [await make('cabinet'), await make('cabinet')];
  const put = (id: number, version: number, parentId: number) =>
    ask(operator, 'productUpdate', { body: { id, version, parentId } });
  const answers = await Promise.all([
    put(one.id, one.version, other.id),
    put(other.id, other.version, one.id),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const [above, below] = [await readUse(one.id), await readUse(other.id)];
  expect(above.total + below.total).toBe(1);
});

it('refuses the product that closes a cycle of 16 that users create in parallel', async () => {
  const colleague = await joinTenant(server, operator.tenantId, ['*']);
  const cabinets = await Promise.all(Array.from({ length: 16 }, () => make('cabinet')));
  const answers = await Promise.all(
    cabinets.map(({ id, version }, at) =>
      ask(at % 2 ? operator : colleague, 'productUpdate', {
        body: { id, version, parentId: cabinets[(at + 1) % 16]!.id },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(15).fill(200), 409]);
  const refused = answers.findIndex(({ status }) => status === 409);
  expect(answers[refused]).toMatchObject({ errors: [{ field: '/parentId' }] });
  const uses = await Promise.all(cabinets.map(({ id }) => readUse(id)));
  // The refused product is the top of the chain; each product below it is used by one product more.
  expect(uses.map(({ total }) => total)).toEqual(cabinets.map((_, at) => (refused - at + 16) % 16));
});
