/**
 * Transitions see the result of their transaction, including figures over the records that it writes. Created records
 * have the right owner.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { define, entityOf, text } from '../../support/calls/definitions.ts';
import { auditOf } from '../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { openBooks } from '../../support/records/storedBooks.ts';
import { type Client, login, startServer, type TestServer } from '../../support/server/server.ts';

const name = { type: 'string', maxLength: 60, title: text('Name') };
const stateOf = (...values: string[]) => ({
  type: 'string',
  title: text('State'),
  'x-options': values.map((value) => ({ value, title: text(value) })),
});
const move = (moveName: string, from: string, to: string, more: object = {}) => ({
  ...{ name: moveName, title: text(moveName), from: [from], to },
  ...more,
});
const refTo = (entity: string) => ({ type: 'integer', 'x-ref': entity, title: text(entity) });
const openBelow = (of: string) => ({
  type: 'integer',
  readOnly: true,
  title: text('Open'),
  'x-rollup': { of, do: 'count', where: "state = 'open'" },
});
const ENDED = { guard: 'ongoing = 0 or ongoing = null', guardText: text('some are open') };
const CLOSING = { effects: [{ do: 'move', of: 'tenderId', transitions: ['decide'] }] };

/** The tender is first defined without the figure, because the counted bids refer to the tender. */
const tender = (more: Record<string, object> = {}, guard: object = {}) =>
  entityOf(
    'moveTender',
    { name, state: stateOf('open', 'decided'), ...more },
    { states: { field: 'state', initial: 'open', transitions: [move('decide', 'open', 'decided', guard)] } },
  );
const bid = entityOf(
  'moveBid',
  { name, tenderId: refTo('moveTender'), state: stateOf('open', 'won', 'lost') },
  {
    states: {
      field: 'state',
      initial: 'open',
      transitions: [move('win', 'open', 'won', CLOSING), move('lose', 'open', 'lost', CLOSING)],
    },
  },
);
const stepWith = (more: Record<string, object>, states: Record<string, unknown> = {}) =>
  entityOf('moveStep', { name, aboveId: refTo('moveStep'), state: stateOf('open', 'done'), ...more }, states);

const permit = entityOf('movePermit', { name });
const pass = entityOf(
  'movePass',
  { name, userId: { ...refTo('user'), 'x-default': '$userId' } },
  { owner: 'userId' },
);
const made = (entity: string) => ({ do: 'create', entity, values: { name: 'name' } });
const plea = entityOf(
  'movePlea',
  {
    name,
    state: stateOf('open', 'granted'),
    approval: { type: 'string', 'x-dictionary': 'approvalState', title: text('Approval') },
  },
  {
    states: {
      field: 'state',
      initial: 'open',
      transitions: [move('grant', 'open', 'granted', { effects: [made('movePermit'), made('movePass')] })],
    },
    approval: {
      field: 'approval',
      steps: [
        { do: 'approve', name: 'head', title: text('Head'), by: { roles: ['administrator'] }, mode: 'any' },
      ],
      moves: { agreed: 'grant' },
    },
  },
);

let server: TestServer;
let admin: Client;
let books: ReturnType<typeof openBooks>;

beforeAll(async () => {
  server = await startServer();
  admin = await login(server);
  books = openBooks(admin);
  await define(admin, tender());
  await define(admin, bid);
  await define(admin, tender({ ongoing: openBelow('moveBid.tenderId') }, ENDED), false);
  await define(admin, stepWith({}));
  const finish = move('finish', 'open', 'done', ENDED);
  await define(
    admin,
    stepWith(
      { ongoing: openBelow('moveStep.aboveId') },
      { states: { field: 'state', initial: 'open', transitions: [finish] } },
    ),
    false,
  );
  for (const document of [permit, pass, plea]) await define(admin, document);
});
afterAll(() => server?.stop());

const transit = (entity: string, id: number, moveName: string) =>
  admin.call('recordTransition', { path: { entity, id }, body: { name: moveName, version: 1 } });
const bulk = (entity: string, ids: number[], moveName: string) =>
  admin.call('recordBulkTransition', {
    path: { entity },
    body: { selection: { ids }, expected: ids.length, name: moveName },
  });
const bidsOf = async (tenderId: number, count: number) => {
  const bids: number[] = [];
  for (let at = 0; at < count; at += 1)
    bids.push((await books.create('moveBid', { name: `B${at}`, tenderId })).id);
  return bids;
};
const decided = async (id: number) =>
  (await auditOf(server, 'moveTender', id)).filter(({ action }) => action === 'transition:decide').length;

describe('a record above', () => {
  it('moves with the last of its children, and not before', async () => {
    const { id } = await books.create('moveTender', { name: 'T' });
    const [first, last] = await bidsOf(id, 2);
    await transit('moveBid', first!, 'lose');
    expect(await books.read('moveTender', id)).toMatchObject({ state: 'open', ongoing: 1 });
    await transit('moveBid', last!, 'win');
    expect(await books.read('moveTender', id)).toMatchObject({ state: 'decided', ongoing: 0 });
  });

  it('moves once if all of them move in one transaction, or in parallel', async () => {
    const { id } = await books.create('moveTender', { name: 'T' });
    await bulk('moveBid', await bidsOf(id, 3), 'win');
    expect(await books.read('moveTender', id)).toMatchObject({ state: 'decided', ongoing: 0 });
    const other = await books.create('moveTender', { name: 'U' });
    const bids = await bidsOf(other.id, 6);
    await Promise.all(bids.map((one) => transit('moveBid', one, 'lose')));
    expect(await books.read('moveTender', other.id)).toMatchObject({ state: 'decided', ongoing: 0 });
    expect([await decided(id), await decided(other.id)]).toEqual([1, 1]);
  });
});

it('a guard sees the result of earlier transitions in the same transaction', async () => {
  const low = await books.create('moveStep', { name: 'low' });
  const high = await books.create('moveStep', { name: 'high' });
  await books.update('moveStep', low, { aboveId: high.id });
  expect(await bulk('moveStep', [high.id], 'finish')).toMatchObject({ count: 0 });
  expect(await bulk('moveStep', [low.id, high.id], 'finish')).toEqual({ count: 2, refused: [] });
});

it('records that an approval creates belong to the owner of the record, and the history names the approver', async () => {
  const tenant = await makeTenant(server);
  const head = await makePerson(server, [tenant], { role: 'administrator' });
  const permissions = ['movePlea:*@own', 'movePermit:*@own', 'movePass:*@own'];
  const applicant = await makePerson(server, [tenant], { permissions });
  const client = await login(server, applicant.username, PASSWORD);
  const own = openBooks(client);
  const { id, version } = await own.create('movePlea', { name: 'To the roof' });
  await client.call('recordSubmit', { path: { entity: 'movePlea', id }, body: { version } });
  const boss = await login(server, head.username, PASSWORD);
  const { records } = await boss.call('approvalPending');
  const path = { id: records[0]!.id };
  const { request } = await boss.call('approvalDetail', { path });
  await boss.call('approvalAgree', { path, body: { version: request.version } });
  for (const entity of ['movePermit', 'movePass']) {
    const { data } = await own.ask('GET', `${entity}/page`);
    const [record] = data.records as { id: number; createdBy: number; userId?: number }[];
    expect(record).toMatchObject({ name: 'To the roof', createdBy: applicant.userId });
    if (entity === 'movePass') expect(record!.userId).toBe(applicant.userId);
    expect((await auditOf(server, entity, record!.id))[0]).toMatchObject({ userId: head.userId });
  }
});
