/** The lines that serve documented calls, tested with records of one entity. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallAction } from '../../../../generated/definition.ts';
import { serveLine } from '../../../support/calls/inside.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { type Client, login } from '../../../support/server/server.ts';

const served = serveOperators();

interface Named {
  id: number;
  name: string;
  version: number;
}
type Input = Parameters<typeof serveLine>[3];

let boss: Client;
let seller: Client;
let reader: Client;
let made: Named[];

const serve = (client: Client, action: CallAction, input?: Input) =>
  serveLine(served.server, client, action, input);
const ids = () => made.map(({ id }) => id);
const read = (id: number) => boss.call('getCustomerInfoById', { query: { id } });

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const head = await makePerson(served.server, [tenant], { permissions: ['*'] });
  const own = await makePerson(served.server, [tenant], {
    permissions: [
      'customer:create',
      'customer:list@own',
      'customer:get@own',
      'customer:update@own',
      'customer:export@own',
    ],
  });
  boss = await login(served.server, head.username, PASSWORD);
  seller = await login(served.server, own.username, PASSWORD);
  const looks = await makePerson(served.server, [tenant], { permissions: ['customer:list', 'customer:get'] });
  reader = await login(served.server, looks.username, PASSWORD);
  made = [];
  for (const [name, city] of [
    ['Harbour', 'Suzhou'],
    ['Mill', 'Suzhou'],
    ['Quarry', 'Berlin'],
  ])
    made.push((await boss.call('customerCreate', { body: { name, city } })) as Named);
});

describe('a list', () => {
  const where = { city: { query: 'city', optional: true } } as const;

  it('returns the selected records as an array with the documented names', async () => {
    const line = {
      entity: 'customer',
      do: 'list',
      as: 'array',
      where,
      sort: ['-name'],
      fields: ['name'],
      rename: { name: 'title' },
    } satisfies CallAction;
    expect(await serve(boss, line, { query: { city: 'Suzhou' } })).toEqual([
      { title: 'Mill' },
      { title: 'Harbour' },
    ]);
    expect(await serve(boss, line, { query: {} })).toHaveLength(3);
  });

  it('reads its page from a body, and never shows records of others', async () => {
    const line = {
      entity: 'customer',
      do: 'list',
      from: 'body',
      where: { city: { body: 'city' } },
    } satisfies CallAction;
    const input = { body: { city: 'Suzhou', current: 2, size: 1 } };
    expect(await serve(boss, line, input)).toMatchObject({
      total: 2,
      current: 2,
      size: 1,
      records: [{ city: 'Suzhou' }],
    });
    expect(await serve(seller, line, input)).toMatchObject({ total: 0, records: [] });
  });

  it('returns keys and labels as choices', async () => {
    const line = { entity: 'customer', do: 'options', where: { city: 'Berlin' } } satisfies CallAction;
    expect(await serve(boss, line)).toEqual([{ value: made[2]!.id, label: 'Quarry' }]);
  });
});

describe('values for many', () => {
  const line = {
    entity: 'customer',
    do: 'set',
    many: { body: 'ids' },
    values: { city: { body: 'to' } },
  } satisfies CallAction;

  it('are set in all of them or in none', async () => {
    const [first = 0, second = 0] = ids();
    await expect(serve(boss, line, { body: { ids: [first, 999_999], to: 'Ningbo' } })).rejects.toMatchObject({
      key: 'bulk.countChanged',
    });
    expect((await read(first)).city).toBe('Suzhou');
    expect(await serve(boss, line, { body: { ids: [first, second], to: 'Ningbo' } })).toEqual({ count: 2 });
    expect((await read(second)).city).toBe('Ningbo');
  });

  it('apply only to records that the person may change', async () => {
    const [first = 0] = ids();
    const { id } = await seller.call('customerCreate', { body: { name: 'Own', city: 'Leipzig' } });
    const city = {
      entity: 'customer',
      do: 'set',
      values: { city: { body: 'city' } },
    } satisfies CallAction;
    expect(await serve(seller, city, { query: { id }, body: { city: 'Wuxi' } })).toMatchObject({
      city: 'Wuxi',
    });
    await expect(serve(seller, city, { query: { id: first }, body: { city: 'Wuxi' } })).rejects.toMatchObject(
      { key: 'http.notFound' },
    );
    expect((await read(first)).city).toBe('Ningbo');
  });
});

describe('a move', () => {
  const line = { entity: 'customer', do: 'transition', transition: 'close' } satisfies CallAction;

  it('of many stops at an impossible one, and names it', async () => {
    const [first = 0, second = 0] = ids();
    const many = { ...line, many: { body: 'ids' } } satisfies CallAction;
    expect(await serve(boss, line, { query: { id: first } })).toMatchObject({ id: first, state: 'deal' });
    await expect(serve(boss, many, { body: { ids: [second, first] } })).rejects.toMatchObject({
      key: 'state.from',
      extras: { data: { id: first } },
    });
    expect((await read(second)).state).toBe('developing');
  });
});

describe('a save', () => {
  const line = { entity: 'customer', do: 'save' } satisfies CallAction;

  it('creates a record, then changes it by its version', async () => {
    const saved = (await serve(boss, line, { body: { name: 'Wharf' } })) as Named;
    const changed = { id: saved.id, version: saved.version, name: 'New wharf' };
    expect(await serve(boss, line, { body: changed })).toMatchObject({ id: saved.id, name: 'New wharf' });
    await expect(serve(boss, line, { body: changed })).rejects.toMatchObject({ key: 'entity.stale' });
  });

  it('needs the permission to create for a new record', async () => {
    await expect(serve(reader, line, { body: { name: 'Pier' } })).rejects.toMatchObject({
      key: 'http.forbidden',
    });
  });
});

describe('a deletion', () => {
  it('takes many at once', async () => {
    const line = {
      entity: 'customer',
      do: 'delete',
      many: { query: 'ids', split: true },
    } satisfies CallAction;
    const [, second, third] = ids();
    expect(await serve(boss, line, { query: { ids: `${second},${third}` } })).toEqual({ count: 2 });
    await expect(read(third!)).rejects.toMatchObject({ status: 404 });
  });
});
