/**
 * Four-eyes principle: a transition is forbidden to the user who created, changed or moved the record before.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';

let server: TestServer;
let ann: ReturnType<typeof openBooks>;
let bob: ReturnType<typeof openBooks>;

const STATES = ['asked', 'checked', 'paid'].map((value) => ({ value, title: text(value) }));
const payment = entityOf(
  'eyesPayment',
  {
    name: { type: 'string', title: text('Name'), maxLength: 60 },
    account: { type: 'string', title: text('Account'), maxLength: 60 },
    state: { type: 'string', title: text('State'), 'x-options': STATES },
  },
  {
    states: {
      ...{ field: 'state', initial: 'asked' },
      transitions: [
        { name: 'check', title: text('Check'), from: ['asked'], to: 'checked', notBy: ['made', 'changed'] },
        { name: 'pay', title: text('Pay'), from: ['checked'], to: 'paid', notBy: ['made', 'check'] },
      ],
    },
  },
);

type Payment = { id: number; version: number };
const move = (who: ReturnType<typeof openBooks>, { id, version }: Payment, name: string) =>
  who.ask('POST', `record/eyesPayment/${id}/transition`, { name, version });
const submit = async (who: ReturnType<typeof openBooks>) =>
  (await who.create('eyesPayment', { name: 'P', account: '1' })) as Payment;
const offered = async (who: ReturnType<typeof openBooks>, id: number): Promise<string[]> => {
  const { data } = await who.ask('GET', 'eyesPayment/page?size=100');
  const { records } = data as unknown as { records: { id: number; _actions: string[] }[] };
  return records.find((one) => one.id === id)?._actions ?? [];
};

beforeAll(async () => {
  server = await startServer();
  const admin = await login(server);
  await define(admin, payment);
  const tenantId = await makeTenant(server);
  const person = async (): Promise<Client> =>
    login(server, (await makePerson(server, [tenantId], { permissions: ['*'] })).username, PASSWORD);
  [ann, bob] = [openBooks(await person()), openBooks(await person())];
});
afterAll(() => server?.stop());

describe('a transition with four eyes', () => {
  it('is neither offered to nor made by the user who created the record', async () => {
    const record = await submit(ann);
    expect(await move(ann, record, 'check')).toMatchObject({
      status: 409,
      msg: expect.stringContaining('you created this record'),
    });
    expect(await offered(ann, record.id)).not.toContain('check');
    expect(await offered(bob, record.id)).toContain('check');
    expect((await move(bob, record, 'check')).status).toBe(200);
  });

  it('is not made by the user who changed the record, or made the transition before it', async () => {
    const record = await submit(ann);
    const changed = await bob.update('eyesPayment', record, { account: '2' });
    expect(await move(bob, changed, 'check')).toMatchObject({
      status: 409,
      msg: expect.stringContaining('you changed this record'),
    });
    const other = await submit(ann);
    const checked = (await move(bob, other, 'check')).data;
    expect(await move(bob, checked, 'pay')).toMatchObject({
      status: 409,
      msg: expect.stringContaining('you did “Check”'),
    });
    expect((await move(ann, checked, 'pay')).status).toBe(409);
    expect(await offered(bob, other.id)).not.toContain('pay');
  });

  it('returns a reason for each refused one of many records', async () => {
    const [own, others] = [await submit(ann), await submit(bob)];
    const { data } = await ann.ask('POST', 'record/eyesPayment/bulkTransition', {
      ...{ name: 'check', selection: { ids: [own.id, others.id] }, expected: 2 },
    });
    expect(data).toMatchObject({
      ...{ count: 1, refused: [{ id: own.id, reason: expect.stringContaining('you created this record') }] },
    });
  });
});
