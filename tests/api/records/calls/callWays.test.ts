/** Lines of calls choose a transition by a value, handle each record separately, and create a record for each value. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallAction } from '../../../../generated/definition.ts';
import { serveLine } from '../../../support/calls/inside.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { auditOf } from '../../../support/calls/world.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { type Client, login } from '../../../support/server/server.ts';

const served = serveOperators();
type Input = Parameters<typeof serveLine>[3];

let boss: Client;
let bossId: number;
let closer: Client;
let made = 0;

const serve = (client: Client, action: CallAction, input?: Input) =>
  serveLine(served.server, client, action, input);
const create = async (client: Client = boss) =>
  (await client.call('customerCreate', { body: { name: `Way ${++made}` } })).id;
const read = (id: number) => boss.call('getCustomerInfoById', { query: { id } });

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const person = (permissions: readonly string[]) => makePerson(served.server, [tenant], { permissions });
  const head = await person(['*']);
  const closes = await person(['customer:list', 'customer:get', 'customer:create', 'customer:close@own']);
  bossId = head.userId;
  boss = await login(served.server, head.username, PASSWORD);
  closer = await login(served.server, closes.username, PASSWORD);
});

describe('a parameter that must be the caller', () => {
  const line = {
    entity: 'customer',
    do: 'toggle',
    mark: 'favourite',
    on: true,
    by: { id: { query: 'customerId' } },
    same: { query: 'userId', optional: true },
  } satisfies CallAction;

  it('is accepted if equal, or missing and optional', async () => {
    const customerId = await create();
    expect(await serve(boss, line, { query: { customerId, userId: bossId } })).toMatchObject({ on: true });
    expect(await serve(boss, line, { query: { customerId } })).toMatchObject({ on: true });
  });

  it('is refused for another user, and nothing is changed', async () => {
    const customerId = await create();
    const request = serve(boss, line, { query: { customerId, userId: bossId + 1 } });
    await expect(request).rejects.toMatchObject({
      key: 'http.notCaller',
      extras: { field: '/query/userId' },
    });
    expect(await serve(boss, { ...line, on: false }, { query: { customerId } })).toMatchObject({ on: false });
  });
});

describe('a move that a value of the request names', () => {
  const line = {
    entity: 'customer',
    do: 'transition',
    transition: { body: 'won', of: { true: 'close', false: 'lose' } },
    by: { id: { body: 'id' } },
    form: { lostReason: { body: 'why', optional: true } },
  } satisfies CallAction;

  it('is made with its own form only', async () => {
    const [won, lost] = [await create(), await create()];
    expect(await serve(boss, line, { body: { id: won, won: true, why: 'none' } })).toMatchObject({
      state: 'deal',
    });
    expect(await serve(boss, line, { body: { id: lost, won: false, why: 'price' } })).toMatchObject({
      state: 'lost',
    });
    const lines = await auditOf(served.server, 'customer', won);
    expect(lines.at(-1)).toMatchObject({ action: 'transition:close' });
  });

  it('needs the permission for that transition', async () => {
    const own = await create(closer);
    await expect(serve(closer, line, { body: { id: own, won: false, why: 'x' } })).rejects.toMatchObject({
      key: 'state.forbidden',
    });
    expect(await serve(closer, line, { body: { id: own, won: true } })).toMatchObject({ state: 'deal' });
  });
});

describe('many records, each separately', () => {
  const line = {
    entity: 'customer',
    do: 'transition',
    transition: 'close',
    many: { body: 'ids' },
    each: true,
  } satisfies CallAction;

  it('move if possible, and the others are returned with a reason', async () => {
    const [first, done, last] = [await create(), await create(), await create()];
    await serve(boss, { ...line, each: undefined } as CallAction, { body: { ids: [done] } });
    const became = await serve(boss, line, { body: { ids: [first, done, 999_999_999, last] } });
    expect(became).toEqual({
      moved: [first, last],
      refused: [
        { id: done, reason: expect.stringMatching(/./) },
        { id: 999_999_999, reason: '未找到' },
      ],
    });
    expect((await read(last)).state).toBe('deal');
  });

  it('include only records that the caller may move', async () => {
    const [own, other] = [await create(closer), await create()];
    expect(await serve(closer, line, { body: { ids: [other, own] } })).toMatchObject({
      moved: [own],
      refused: [{ id: other }],
    });
    expect((await read(other)).state).toBe('developing');
  });
});

describe('a record for each value', () => {
  const line = {
    entity: 'customerVisit',
    do: 'create',
    values: { visitedOn: { body: 'day' } },
    each: { customerId: { body: 'customerIds' } },
  } satisfies CallAction;
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const visits = (id: number) => boss.call('visitsOfCustomer', { query: { customId: id } });

  it('is created once, with the same other values', async () => {
    const customerIds = [await create(), await create()];
    const records = await serve(boss, line, {
      body: { day, subject: 'greeting', customerIds: [...customerIds, customerIds[0]] },
    });
    expect(records).toMatchObject(
      customerIds.map((customerId) => ({ customerId, subject: 'greeting', visitedOn: day })),
    );
    expect(await visits(customerIds[0]!)).toHaveLength(1);
  });

  it('is created for all of them or for none', async () => {
    const id = await create();
    const request = serve(boss, line, { body: { day, subject: 'x', customerIds: [id, 999_999_999] } });
    await expect(request).rejects.toMatchObject({ key: 'entity.badReference' });
    expect(await visits(id)).toEqual([]);
  });
});
