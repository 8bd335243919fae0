/** A write causes further writes in its own transaction, either all of them or none. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HookServer, signatureOf, startHookServer } from '../../support/alarms/receivers.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { notifyAt } from '../../support/calls/insideNotify.ts';
import { leaveTeam, submit } from '../../support/people/leave.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator, makeSite } from '../../support/telemetry/site.ts';

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;
let hooks: HookServer;

const field = (en: string, more: object = {}) => ({ type: 'string', title: text(en), ...more });
const name = field('Name', { maxLength: 60 });
const count = (en: string, more: object = {}) => ({ type: 'integer', title: text(en), ...more });
const ref = (en: string, entity: string) => ({ type: 'integer', title: text(en), 'x-ref': entity });

const part = entityOf('eventPart', {
  name,
  stock: count('Stock', { minimum: 0 }),
  lastBuyer: field('Last buyer'),
});
const trace = entityOf('eventTrace', {
  name,
  what: field('What', { maxLength: 60 }),
  number: field('Number', { maxLength: 60 }),
});
const line = entityOf(
  'eventLine',
  { orderId: ref('Order', 'eventOrder'), name, partId: ref('Part', 'eventPart'), left: count('Left') },
  { of: { field: 'orderId', as: 'lines', in: 'form', delete: 'with' }, page: false },
);

const order = (on?: object[]) =>
  entityOf(
    'eventOrder',
    {
      name,
      buyer: field('Buyer', { maxLength: 60 }),
      secret: field('Secret', { 'x-permission': 'eventOrder:update' }),
      number: field('Number', {
        readOnly: true,
        'x-sequence': { pattern: 'EO{yyyy}-{n:3}', by: ['year'], gapless: true },
      }),
      state: field('State', {
        'x-options': ['draft', 'sold'].map((value) => ({ value, title: text(value) })),
      }),
    },
    {
      unique: [['number']],
      states: {
        ...{ field: 'state', initial: 'draft' },
        transitions: [{ name: 'sell', title: text('Sell'), from: ['draft'], to: 'sold' }],
      },
      ...(on ? { on } : {}),
    },
  );

const note = (what: string) => ({
  ...{ do: 'create', entity: 'eventTrace' },
  values: { name: 'name', what: `'${what}'`, number: "default(number, '')" },
});

const EVENTS = [
  { when: 'created', do: [note('created'), { do: 'webhook', channel: 'ERP', fields: ['name', 'number'] }] },
  { when: 'updated', fields: ['buyer'], do: [note('buyer')] },
  {
    ...{ when: 'updated', do: [note('big')] },
    if: "buyer = 'big'",
  },
  {
    when: 'transition:sell',
    do: [
      {
        ...{ do: 'update', each: 'lines', of: 'partId' },
        values: { stock: 'each.left', lastBuyer: 'buyer' },
      },
      { do: 'notify', to: { owner: true }, text: text('{name} is sold') },
    ],
  },
  { when: 'deleted', do: [note('deleted')] },
];

beforeAll(async () => {
  hooks = await startHookServer();
  server = await startServer({ env: { WATTDECK_WEBHOOK_ALLOW: '127.0.0.1' } });
  admin = await login(server);
  books = openBooks(admin);
  for (const one of [part, trace, order(), line]) await define(admin, one);
  await define(admin, order(EVENTS), false);
});
afterAll(async () => {
  await server?.stop();
  await hooks?.close();
});

async function tracesOf(of: string): Promise<{ what: string; number: string | null; createdBy: number }[]> {
  const { data } = await books.ask('GET', 'eventTrace/page?size=200');
  return (data.records as { name: string; what: string; number: string; createdBy: number }[]).filter(
    (one) => one.name === of,
  );
}
const whatOf = async (of: string) => (await tracesOf(of)).map(({ what }) => what);

describe('an event', () => {
  it('of a new record includes its number and its creator', async () => {
    const made = await books.create('eventOrder', { name: 'First' });
    expect(await tracesOf('First')).toMatchObject([
      { what: 'created', number: made.number, createdBy: made.createdBy },
    ]);
  });

  it('of a change occurs if its fields change and its condition is true', async () => {
    const made = await books.create('eventOrder', { name: 'Changed' });
    const next = await books.update('eventOrder', made, { secret: 'x' });
    const then = await books.update('eventOrder', next, { buyer: 'small' });
    await books.update('eventOrder', then, { buyer: 'big' });
    expect(await whatOf('Changed')).toEqual(['created', 'buyer', 'buyer', 'big']);
  });

  it('changes records that the lines refer to, and notifies people, after a transition', async () => {
    const parts = [];
    for (const one of ['Bolt', 'Nut']) parts.push(await books.create('eventPart', { name: one, stock: 9 }));
    const lines = parts.map(({ id }, at) => ({ name: `L${at}`, partId: id, left: at + 3 }));
    const { id } = await books.create('eventOrder', { name: 'Sale', buyer: 'ACME', lines });
    const { version } = await books.read('eventOrder', id);
    await admin.call('recordTransition', {
      path: { entity: 'eventOrder', id },
      body: { name: 'sell', version },
    });
    const after = await Promise.all(parts.map((one) => books.read('eventPart', one.id)));
    expect(after).toMatchObject([
      { stock: 3, lastBuyer: 'ACME' },
      { stock: 4, lastBuyer: 'ACME' },
    ]);
    // A transition is not a change of a field.
    expect(await whatOf('Sale')).toEqual(['created']);
  });

  it('that fails rolls back the write, and names the failure', async () => {
    const bolt = await books.create('eventPart', { name: 'Screw', stock: 1 });
    const lines = [{ name: 'L', partId: bolt.id, left: -1 }];
    const { id } = await books.create('eventOrder', { name: 'Too many', lines });
    const { version } = await books.read('eventOrder', id);
    const refused = admin.call('recordTransition', {
      path: { entity: 'eventOrder', id },
      body: { name: 'sell', version },
    });
    await expect(refused).rejects.toMatchObject({ status: 409 });
    expect(await books.read('eventOrder', id)).toMatchObject({ state: 'draft' });
    expect(await books.read('eventPart', bolt.id)).toMatchObject({ stock: 1 });
  });

  it("of a deletion has the record's values; a refused write has no event", async () => {
    const made = await books.create('eventOrder', { name: 'Deleted' });
    await books.remove('eventOrder', made.id);
    expect(await whatOf('Deleted')).toEqual(['created', 'deleted']);
    expect((await books.ask('POST', 'eventOrder', { name: 'x'.repeat(99) })).status).toBe(400);
    expect(await whatOf('x'.repeat(99))).toEqual([]);
  });
});

describe('a post to a program', () => {
  it('is sent signed to the channel of that name, repeatedly until accepted, with the named fields', async () => {
    const channel = await admin.call('notificationChannelCreate', {
      body: { name: 'ERP', kind: 'webhook', url: hooks.url },
    });
    const { secret } = await admin.call('notificationChannelGet', { path: { id: channel.id } });
    hooks.answers.push(500);
    const made = await books.create('eventOrder', { name: 'Posted', secret: 'not for others' });
    await expect.poll(() => hooks.hooks.length).toBeGreaterThan(0);
    await notifyAt(server, Date.now() + 60_000);
    expect(hooks.hooks).toHaveLength(2);
    const [first, again] = hooks.hooks;
    expect(again!.headers['x-wattdeck-delivery']).toBe(first!.headers['x-wattdeck-delivery']);
    const timestamp = String(again!.headers['x-wattdeck-timestamp']);
    expect(again!.headers['x-wattdeck-signature']).toBe(signatureOf(secret!, timestamp, again!.body));
    expect(JSON.parse(again!.body)).toEqual({
      ...{ event: 'created', entity: 'eventOrder', id: made.id, at: expect.any(String) },
      record: { name: 'Posted', number: made.number },
    });
    // The server sends to an address within the network only if the operator allows it.
    const current = await admin.call('notificationChannelGet', { path: { id: channel.id } });
    await admin.call('notificationChannelUpdate', {
      body: { id: current.id, version: current.version, url: 'http://10.0.0.1/hook' },
    });
    await books.create('eventOrder', { name: 'Inside' });
    await notifyAt(server);
    const { records } = await admin.call('notificationLogPage', { query: { size: 50 } });
    expect(records.find(({ subject }) => subject?.includes('Inside'))).toMatchObject({
      ...{ state: 'failed', event: 'record' },
      error: expect.stringContaining('private network'),
    });
  });
});

it('occurs for decisions, and for bulk changes by a call', async () => {
  const notifyEffect = (what: string) => ({
    ...{ do: 'create', entity: 'eventTrace' },
    values: { name: what, what: `'${what}'` },
  });
  const changed = async (entity: string, on: object[]) => {
    const { document } = await admin.call('studioDefinition', { path: { kind: 'entity', name: entity } });
    await define(admin, { ...(document as { name: string }), on }, false);
  };
  await changed('leave', [{ when: 'updated', fields: ['status'], do: [notifyEffect('subject')] }]);
  await changed('alarmGenerater', [{ when: 'updated', fields: ['enabled'], do: [notifyEffect('name')] }]);
  const { applicant, office } = await leaveTeam(server);
  await submit(applicant, { subject: 'Away' });
  const seen = openBooks(office.client);
  const whatSeen = async (books: typeof seen) => {
    const { data } = await books.ask('GET', 'eventTrace/page?size=200');
    return (data.records as { name: string }[]).map((one) => one.name);
  };
  expect(await whatSeen(seen)).toEqual(['Away']);

  const operator = await makeOperator(server);
  const { station } = await makeSite(operator);
  for (const name of ['One', 'Two'])
    await operator.call('alarmGeneraterCreate', {
      body: { name, stationSn: station.sn, kind: 'noData', scope: 'station', level: 'major' },
    });
  const query = { alarmEnable: false };
  const switched = await operator.call('alarmGeneraterEnableAll', { path: { id: station.id }, query });
  expect(switched).toMatchObject({ changed: 2 });
  expect((await whatSeen(openBooks(operator))).sort()).toEqual(['One', 'Two']);
});

it('that would cause an endless loop is refused in the definition', async () => {
  const back = { when: 'created', do: [{ do: 'create', entity: 'eventOrder', values: { name: "'again'" } }] };
  await expect(define(admin, { ...trace, on: [back] }, false)).rejects.toMatchObject({
    status: 400,
  });
});
