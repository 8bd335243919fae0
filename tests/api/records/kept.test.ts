/** Figures and numbers that the server stores with the records: roll-ups (x-rollup) and sequences (x-sequence). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTable, importTable, tableFile, upload } from '../../support/records/excel.ts';
import { defineBooks, defineFigures, openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;
let owner: { id: number };
let early: { id: number };

const NONE = { paid: '0.00', pays: 0, lastDay: null, lastPay: null };
const pay = (orderId: number, amount: string, more: object = {}) =>
  books.create('bookPay', { name: 'P', orderId, amount, state: 'confirmed', ...more });
const order = (gross: string, more: object = {}) => books.create('bookOrder', { name: 'O', gross, ...more });
const read = (id: number) => books.read('bookOrder', id);

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  await defineBooks(admin);
  owner = await books.create('bookClient', { name: 'Harbour' });
  early = await order('100.00', { clientId: owner.id });
  await pay(early.id, '30.10', { day: '2026-02-01', name: 'First' });
  await pay(early.id, '5.00', { state: 'planned' });
  await defineFigures(admin);
});
afterAll(() => server?.stop());

describe('a roll-up', () => {
  it('is computed for existing records when it is defined, also through several levels', async () => {
    expect(await read(early.id)).toMatchObject({
      ...{ paid: '30.10', pays: 2, lastDay: '2026-02-01', lastPay: 'First', open: '69.90', version: 1 },
    });
    expect(await books.read('bookClient', owner.id)).toMatchObject({ receivable: '69.90', version: 1 });
  });

  it('follows records that are created, changed, moved to another parent, deleted and restored', async () => {
    const [one, other] = [await order('10.00', { clientId: owner.id }), await order('20.00')];
    expect(one).toMatchObject({ ...NONE, open: '10.00' });
    const first = await pay(one.id, '0.10', { day: '2026-03-02', name: 'Late' });
    await pay(one.id, '0.20', { day: '2026-03-01', name: 'Early' });
    const full = { paid: '0.30', pays: 2, lastDay: '2026-03-02', lastPay: 'Late', open: '9.70', version: 1 };
    expect(await read(one.id)).toMatchObject(full);
    const changed = await books.update('bookPay', first, { state: 'planned' });
    expect(await read(one.id)).toMatchObject({ ...full, paid: '0.20', open: '9.80' });
    await books.update('bookPay', changed, { state: 'confirmed', orderId: other.id });
    expect(await read(one.id)).toMatchObject({ paid: '0.20', pays: 1, lastPay: 'Early' });
    expect(await read(other.id)).toMatchObject({ paid: '0.10', pays: 1, open: '19.90' });
    expect(await books.read('bookClient', owner.id)).toMatchObject({ receivable: '79.70' });
    await books.remove('bookPay', first.id);
    expect(await read(other.id)).toMatchObject({ ...NONE, open: '20.00' });
    const bin = await admin.call('recycleBin', { query: { entity: 'bookPay' } });
    await admin.call('recycleBinRestore', { body: { ids: bin.records.map(({ id }) => id) } });
    expect(await read(other.id)).toMatchObject({ paid: '0.10', pays: 1, open: '19.90' });
    await books.remove('bookPay', first.id);
  });

  it('follows bulk changes and imports, and can be filtered and sorted by', async () => {
    const one = await order('50.00');
    const [a, b] = [await pay(one.id, '1.00'), await pay(one.id, '2.00')];
    const path = { entity: 'bookPay' };
    const picked = (...ids: number[]) => ({ selection: { ids }, expected: ids.length });
    await admin.call('recordBulkUpdate', {
      path,
      body: { ...picked(a.id, b.id), values: { amount: '4.00' } },
    });
    expect(await read(one.id)).toMatchObject({ paid: '8.00', open: '42.00' });
    await admin.call('recordBulkDelete', { path, body: picked(a.id) });
    expect(await read(one.id)).toMatchObject({ paid: '4.00', pays: 1 });
    const table = await tableFile([
      ['name', 'orderId', 'amount', 'state'],
      ['I', String(one.id), '10.50', 'confirmed'],
      ['I', String(one.id), '10.50', 'planned'],
    ]);
    const { job } = await checkTable(admin, { entity: 'bookPay' }, upload(table));
    const { report } = await importTable(admin, { entity: 'bookPay' }, job);
    expect(report).toMatchObject({ created: 2, rejected: 0 });
    expect(await read(one.id)).toMatchObject({ paid: '14.50', pays: 3, open: '35.50' });
    const filter = JSON.stringify({ and: [{ field: 'paid', op: 'eq', value: '14.50' }] });
    const found = await books.ask('GET', `bookOrder/page?size=5&filter=${encodeURIComponent(filter)}`);
    expect(found.data).toMatchObject({ total: 1, records: [{ id: one.id }] });
    const sorted = await books.ask('GET', 'bookOrder/page?size=1&sort=-paid');
    expect(sorted.data).toMatchObject({ records: [{ id: early.id }] });
  });

  it('cannot be written by users, and does not change the version of an open form', async () => {
    const made = await order('5.00');
    expect(await books.ask('POST', 'bookOrder', { name: 'O', paid: '1.00' })).toMatchObject({ status: 400 });
    await pay(made.id, '1.00');
    const saved = await books.update('bookOrder', made, { gross: '7.00' });
    expect(saved).toMatchObject({ gross: '7.00', paid: '1.00', open: '6.00', version: 2 });
  });

  it('is exact when 16 pay in parallel, from both ends of two orders', async () => {
    const [one, two] = [
      await order('1000.00', { clientId: owner.id }),
      await order('1000.00', { clientId: owner.id }),
    ];
    const paid = await Promise.all(
      Array.from({ length: 32 }, (_, at) => pay(at % 2 ? one.id : two.id, '1.01')),
    );
    expect(await read(one.id)).toMatchObject({ paid: '16.16', pays: 16, open: '983.84' });
    const path = { entity: 'bookPay' };
    const body = (ids: number[], amount: string) => ({
      ...{ selection: { ids }, expected: ids.length, values: { amount } },
    });
    await Promise.all([
      ...paid.slice(0, 8).map(({ id }) => books.remove('bookPay', id)),
      ...[paid.slice(8, 20), paid.slice(20)].map((some, at) =>
        admin.call('recordBulkUpdate', {
          path,
          body: body(
            some.map(({ id }) => id),
            at ? '2.00' : '3.00',
          ),
        }),
      ),
      ...Array.from({ length: 8 }, () => pay(one.id, '0.50')),
    ]);
    const [first, second] = [await read(one.id), await read(two.id)];
    // In each dozen of payments, six belong to each order.
    expect(first).toMatchObject({ paid: '34.00', pays: 20 });
    expect(second).toMatchObject({ paid: '30.00', pays: 12 });
  });
});

describe('a rule over a roll-up', () => {
  it('refuses the write of a child, at its field, on every way to write', async () => {
    const one = await order('10.00');
    const made = await pay(one.id, '8.00');
    const much = { name: 'P', orderId: one.id, amount: '2.01', state: 'confirmed' };
    const msg = expect.stringContaining('10.01');
    expect(await books.ask('POST', 'bookPay', much)).toMatchObject({
      status: 422,
      msg,
      errors: [{ field: '/amount', msg }],
    });
    const planned = await pay(one.id, '2.01', { state: 'planned' });
    const moved = { id: planned.id, version: planned.version, state: 'confirmed' };
    expect(await books.ask('PUT', 'bookPay', moved)).toMatchObject({ status: 422 });
    const table = await tableFile([
      ['name', 'orderId', 'amount', 'state'],
      ['I', String(one.id), '2.01', 'confirmed'],
    ]);
    const { report } = await checkTable(admin, { entity: 'bookPay' }, upload(table));
    expect(report).toMatchObject({ created: 0, rejected: 1, problems: [{ reason: msg }] });
    const less = { id: one.id, version: one.version, gross: '7.00' };
    expect(await books.ask('PUT', 'bookOrder', less)).toMatchObject({ status: 400 });
    await books.remove('bookPay', made.id);
    await pay(one.id, '10.00');
    const bin = await admin.call('recycleBin', { query: { entity: 'bookPay' } });
    const ids = bin.records.filter(({ recordId }) => recordId === made.id).map(({ id }) => id);
    const back = await admin.call('recycleBinRestore', { body: { ids } });
    expect(back).toMatchObject({ restored: [], failed: [{ id: ids[0] }] });
    expect(await read(one.id)).toMatchObject({ paid: '10.00' });
  });

  it('accepts ten of 16 in parallel that are valid alone but not together', async () => {
    const one = await order('1000.00');
    const body = { name: 'P', orderId: one.id, amount: '100.00', state: 'confirmed' };
    const answers = await Promise.all(Array.from({ length: 16 }, () => books.ask('POST', 'bookPay', body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 6 }, () => 422),
    ]);
    expect(await read(one.id)).toMatchObject({ paid: '1000.00', pays: 10, open: '0.00' });
  });
});

describe('a number', () => {
  const numbers = async (size = 200) => {
    const { data } = await books.ask('GET', `bookOrder/page?size=${size}&sort=number`);
    return (data.records as { number: string }[]).map(({ number }) => number);
  };
  const month = new Date().toISOString().slice(0, 7).replace('-', '');

  it('is assigned automatically, and is in the answer and in the history', async () => {
    const made = await order('1.00');
    expect(made.number).toMatch(new RegExp(`^SO${month}-\\d{4}$`));
    const path = { entity: 'bookOrder', id: made.id };
    const { records } = await admin.call('recordHistory', { path, query: {} });
    expect(JSON.stringify(records)).toContain(String(made.number));
  });

  it('has no gaps and no duplicates, whichever of 16 in parallel fails', async () => {
    const before = (await numbers()).length;
    const wishes = Array.from({ length: 48 }, (_, at) =>
      books.ask('POST', 'bookOrder', { name: 'O', gross: '1.00', clientId: at % 3 ? owner.id : 999_999 }),
    );
    const answers = await Promise.all(wishes);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(32);
    const all = await numbers();
    expect(all).toEqual(
      Array.from({ length: before + 32 }, (_, at) => `SO${month}-${String(at + 1).padStart(4, '0')}`),
    );
  });

  it('has none either if it is stored with its record', async () => {
    const names = Array.from({ length: 48 }, (_, at) => (at % 3 ? `Customer ${at}` : 'Twice'));
    const wishes = names.map((name) => books.ask('POST', 'customer', { name, state: 'developing' }));
    const made = (await Promise.all(wishes)).filter(({ status }) => status === 200);
    expect(made.map(({ data }) => data.number).sort()).toEqual(
      Array.from({ length: 33 }, (_, at) => `K${String(at + 1).padStart(6, '0')}`),
    );
    const [{ data }] = made as [(typeof made)[number]];
    const { records } = await admin.call('recordHistory', {
      path: { entity: 'customer', id: data.id },
      query: {},
    });
    expect(JSON.stringify(records)).toContain(String(data.number));
  });
});
