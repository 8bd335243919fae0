/** Keys that are unique only among records with some values, such as one open stocktake of a store. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, entityOf, text } from '../../../support/calls/definitions.ts';
import { checkTable, tableFile, upload } from '../../../support/records/excel.ts';
import { failure } from '../../../support/records/lists.ts';
import { openBooks } from '../../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;

const STATES = ['open', 'counting', 'done'].map((value) => ({ value, title: text(value) }));
const move = (name: string, from: string[], to: string) => ({ name, title: text(name), from, to });
const stocktake = (key?: object) =>
  entityOf(
    'keyStocktake',
    {
      name: { type: 'string', title: text('Name'), maxLength: 60 },
      store: {
        type: 'string',
        title: text('Store'),
        maxLength: 60,
        ...(key ? { 'x-checkUnique': true } : {}),
      },
      state: { type: 'string', title: text('State'), 'x-options': STATES, readOnly: true },
      stated: { type: 'string', title: text('Stated'), 'x-computed': "cat('is ', state)" },
    },
    {
      states: {
        ...{ field: 'state', initial: 'open' },
        transitions: [move('finish', ['open', 'counting'], 'done'), move('reopen', ['done'], 'open')],
      },
      ...(key ? { uniqueWhere: [key] } : {}),
    },
  );
const KEY = {
  fields: ['store'],
  where: { state: ['open', 'counting'] },
  text: { zh: '该仓库已有未完成的盘点', en: 'This store has an open stocktake' },
};

const create = (name: string, store: string) => books.create('keyStocktake', { name, store });
const refused = {
  status: 409,
  code: 409104,
  msg: KEY.text.en,
  errors: [{ field: '/store', msg: KEY.text.en }],
};
const transition = (id: number, version: number, name: string) =>
  books.ask('POST', `record/keyStocktake/${id}/transition`, { name, version });

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  await define(admin, stocktake());
});
afterAll(() => server?.stop());

describe('a key of some records only', () => {
  it('is not created on a table with conflicting rows: they are counted', async () => {
    const [one, other] = [await create('A', 'Old'), await create('B', 'Old')];
    const subject = { kind: 'entity', name: 'keyStocktake' } as const;
    const { base } = await admin.call('studioDefinition', { path: subject });
    const body = { ...subject, document: stocktake(KEY), base };
    const { plan } = await admin.call('studioCheck', {
      body: { ...subject, document: stocktake(KEY) },
    });
    expect(plan?.breaches).toEqual([{ do: 'addUnique', what: 'store', rows: 2 }]);
    expect(await failure(admin.call('studioApply', { body }))).toMatchObject({ status: 409 });
    await transition(other.id, other.version, 'finish');
    await admin.call('studioApply', { body });
    expect(await books.read('keyStocktake', one.id)).toMatchObject({ state: 'open' });
  });

  it('refuses a second record with its sentence at the field, and accepts it once the first is closed', async () => {
    const first = await create('A', 'North');
    // The server sets a state that users may not write, and computed fields follow it.
    expect(first).toMatchObject({ state: 'open', stated: 'is open' });
    const again = { name: 'B', store: 'North' };
    expect(await books.ask('POST', 'keyStocktake', again)).toMatchObject(refused);
    await transition(first.id, first.version, 'finish');
    const second = await books.create('keyStocktake', again);
    const done = await books.read('keyStocktake', first.id);
    expect(done).toMatchObject({ state: 'done', stated: 'is done' });
    expect(await books.update('keyStocktake', done, { name: 'A2' })).toMatchObject({ stated: 'is done' });
    expect(await transition(first.id, done.version + 1, 'reopen')).toMatchObject(refused);
    await books.remove('keyStocktake', second.id);
    expect(await transition(first.id, done.version + 1, 'reopen')).toMatchObject({ status: 200 });
    const bin = await admin.call('recycleBin', { query: { entity: 'keyStocktake' } });
    const ids = bin.records.map(({ id }) => id);
    const { restored, failed } = await admin.call('recycleBinRestore', { body: { ids } });
    expect([restored, failed]).toMatchObject([[], [{ field: '/store' }]]);
  });

  it('accepts one of 16 in parallel', async () => {
    const all = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        books.ask('POST', 'keyStocktake', { name: `S${at}`, store: 'South' }),
      ),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(15).fill(409)]);
  });

  it('is checked while a user types, only if the record is covered by the key', async () => {
    const first = await create('A', 'East');
    const path = { entity: 'keyStocktake' };
    const listTaken = async (values: object, id?: number) =>
      (await admin.call('recordUnique', { path, body: { values: { store: 'East', ...values }, id } })).taken;
    expect(await listTaken({})).toEqual(['store']);
    expect(await listTaken({}, first.id)).toEqual([]);
    await transition(first.id, first.version, 'finish');
    expect(await listTaken({})).toEqual([]);
  });

  it('refuses the rows of a file, each with the sentence', async () => {
    await create('A', 'West');
    const file = await tableFile([
      ['name', 'store'],
      ['B', 'West'],
      ['C', 'Far'],
      ['D', 'Far'],
    ]);
    const { report } = await checkTable(admin, { entity: 'keyStocktake' }, upload(file));
    expect(report).toMatchObject({ total: 3, rejected: 1 });
    expect(JSON.stringify(report)).toContain(KEY.text.en);
  });
});
