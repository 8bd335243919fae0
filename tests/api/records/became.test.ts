/** A record follows its children: figures over the children change its state and notify people once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;

const name = { type: 'string', title: text('Name'), maxLength: 60 };
const choice = (en: string, values: string[]) => ({
  ...{ type: 'string', title: text(en) },
  'x-options': values.map((value) => ({ value, title: text(value) })),
});
const rolled = (en: string, where?: string) => ({
  ...{ type: 'integer', title: text(en), readOnly: true },
  'x-rollup': { of: 'becameBid.tenderId', do: 'count', ...(where ? { where } : {}) },
});
const move = (moveName: string, from: string[], to: string) => ({
  name: moveName,
  title: text(moveName),
  from,
  to,
});

const bid = entityOf('becameBid', {
  name,
  tenderId: { type: 'integer', title: text('Tender'), 'x-ref': 'becameTender' },
  result: choice('Result', ['open', 'won', 'lost']),
});
const trace = entityOf('becameTrace', { name: { ...name, maxLength: 20 } });
const tender = entityOf(
  'becameTender',
  {
    name,
    state: choice('State', ['draft', 'open', 'completed']),
    bids: rolled('Bids'),
    ongoing: rolled('Ongoing', "result = 'open'"),
  },
  {
    states: {
      ...{ field: 'state', initial: 'draft' },
      transitions: [move('invite', ['draft'], 'open'), move('complete', ['open'], 'completed')],
    },
    on: [
      {
        ...{ when: 'became', if: "state = 'open' and bids > 0 and ongoing = 0" },
        do: [
          { do: 'move', of: 'id', transitions: ['complete'] },
          { do: 'create', entity: 'becameTrace', values: { name: 'name' } },
        ],
      },
    ],
  },
);

const transition = (entity: string, id: number, version: number, moveName: string) =>
  books.ask('POST', `record/${entity}/${id}/transition`, { name: moveName, version });
const open = async (title: string, count: number) => {
  const made = await books.create('becameTender', { name: title });
  await transition('becameTender', made.id, made.version, 'invite');
  const bids = [];
  for (let at = 0; at < count; at++)
    bids.push(await books.create('becameBid', { name: `${at}`, tenderId: made.id, result: 'open' }));
  return { id: made.id, bids };
};
const state = async (id: number) => (await books.read('becameTender', id)).state;
const traces = async (title: string) => {
  const { data } = await books.ask('GET', 'becameTrace/page?size=100');
  return (data as unknown as { records: { name: string }[] }).records.filter((one) => one.name === title)
    .length;
};

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  await define(admin, entityOf('becameTender', { name }));
  for (const document of [trace, bid]) await define(admin, document);
  await define(admin, tender, false);
});
afterAll(() => server?.stop());

describe('a record that follows its children', () => {
  it('moves with the last of them, in the same transaction, and its history names the user', async () => {
    const { id, bids } = await open('T1', 2);
    await books.update('becameBid', bids[0]!, { result: 'won' });
    expect([await state(id), await traces('T1')]).toEqual(['open', 0]);
    await books.update('becameBid', bids[1]!, { result: 'lost' });
    expect([await state(id), await traces('T1')]).toEqual(['completed', 1]);
    const path = { entity: 'becameTender', id };
    const { records } = await admin.call('recordHistory', { path, query: {} });
    expect(records[0]).toMatchObject({ action: 'transition:complete' });
  });

  it('moves once when 16 children end in parallel', async () => {
    const { id, bids } = await open('T16', 16);
    const all = await Promise.all(
      bids.map((one) => books.ask('PUT', 'becameBid', { id: one.id, version: one.version, result: 'lost' })),
    );
    expect(all.map(({ status }) => status)).toEqual(Array(16).fill(200));
    expect([await state(id), await traces('T16')]).toEqual(['completed', 1]);
  });

  it('does not move if the condition was already true, and is checked when it enters the state', async () => {
    const made = await books.create('becameTender', { name: 'T2' });
    await books.create('becameBid', { name: 'B', tenderId: made.id, result: 'lost' });
    expect(await state(made.id)).toBe('draft');
    expect((await transition('becameTender', made.id, made.version, 'invite')).status).toBe(200);
    expect([await state(made.id), await traces('T2')]).toEqual(['completed', 1]);
    const whole = await books.read('becameTender', made.id);
    await books.update('becameTender', whole, { name: 'T2' });
    await books.create('becameBid', { name: 'C', tenderId: made.id, result: 'won' });
    expect(await traces('T2')).toBe(1);
  });

  it('rolls back the write if its transition fails', async () => {
    const { id, bids } = await open('Longer than a trace may be called', 1);
    const [first] = bids;
    const refused = await books.ask('PUT', 'becameBid', { ...{ id: first!.id, version: 1 }, result: 'won' });
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('Creating the') });
    expect(await state(id)).toBe('open');
    expect(await books.read('becameBid', first!.id)).toMatchObject({ result: 'open' });
  });
});
