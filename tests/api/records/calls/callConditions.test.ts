/** Lines of calls compare fields, and check the records that these refer to. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallAction } from '../../../../generated/definition.ts';
import { serveLine } from '../../../support/calls/inside.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { type Client, login } from '../../../support/server/server.ts';

const served = serveOperators();
const DAY_MS = 86_400_000;
const dayAhead = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

type List = Extract<CallAction, { do: 'list' }>;
type Input = Parameters<typeof serveLine>[3];

let boss: Client;
let seller: Client;
let outsider: Client;

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const person = async (permissions: readonly string[]) => {
    const { username } = await makePerson(served.server, [tenant], { permissions });
    return login(served.server, username, PASSWORD);
  };
  boss = await person(['*']);
  seller = await person(['customer:create', 'customer:list@own', 'customerVisit:list']);
  outsider = await person(['customerVisit:list']);
  const customer = (client: Client, body: { name: string; level?: string; payDays?: number }) =>
    client.call('customerCreate', { body });
  const harbour = await customer(boss, { name: 'Harbour works', level: 'VIP', payDays: 30 });
  const mill = await customer(boss, { name: 'Mill', level: 'PP', payDays: 60 });
  await customer(boss, { name: 'Quarry works', level: 'PP' });
  const own = await customer(seller, { name: 'Own', level: 'VIP', payDays: 10 });
  for (const [subject, customerId, days] of [
    ['past', harbour.id, -3],
    ['today', harbour.id, 0],
    ['ours', own.id, 0],
    ['other', mill.id, 0],
  ] as const)
    await boss.call('customerVisitCreate', {
      body: { customerId, subject, visitedOn: dayAhead(days) },
    });
});

const namesOf = async (client: Client, words: Partial<List>, input?: Input, by = 'name') => {
  const line = { entity: 'customer', do: 'list', as: 'array', sort: ['id'], ...words } as List;
  const records = (await serveLine(served.server, client, line, input)) as Record<string, unknown>[];
  return records.map((record) => record[by]);
};
const visitsOf = (client: Client, words: Partial<List>, input?: Input) =>
  namesOf(client, { entity: 'customerVisit', ...words }, input, 'subject');

describe('a comparison', () => {
  it('compares a field with values of the request, and is skipped if they are missing', async () => {
    const where = {
      payDays: { atLeast: { query: 'from', optional: true }, below: { query: 'to', optional: true } },
    } satisfies List['where'];
    expect(await namesOf(boss, { where }, { query: { from: 30 } })).toEqual(['Harbour works', 'Mill']);
    expect(await namesOf(boss, { where }, { query: { from: 10, to: 60 } })).toEqual(['Harbour works', 'Own']);
    expect(await namesOf(boss, { where })).toHaveLength(4);
  });

  it('includes records without a value on request', async () => {
    const above = { payDays: { above: 30 } } as const;
    expect(await namesOf(boss, { where: above })).toEqual(['Mill']);
    expect(await namesOf(boss, { where: { payDays: { above: 30, orEmpty: true } } })).toEqual([
      'Mill',
      'Quarry works',
    ]);
  });

  it('finds a part of a text, everything except a value, and one of two conditions', async () => {
    expect(
      await namesOf(boss, { where: { name: { contains: { query: 'text' } } } }, { query: { text: 'WORKS' } }),
    ).toEqual(['Harbour works', 'Quarry works']);
    expect(await namesOf(boss, { where: { level: { not: 'PP' } } })).toEqual(['Harbour works', 'Own']);
    const either = { payDays: { atLeast: 60 }, name: { contains: 'harb' } } satisfies List['either'];
    expect(await namesOf(boss, { either })).toEqual(['Harbour works', 'Mill']);
  });

  it('supports the day and the moment of the call', async () => {
    expect(await visitsOf(boss, { where: { visitedOn: { atLeast: { today: 0 } } } })).toEqual([
      'today',
      'ours',
      'other',
    ]);
    expect(
      await visitsOf(boss, { where: { visitedOn: { atLeast: { today: -5 }, below: { today: -1 } } } }),
    ).toEqual(['past']);
    expect(await visitsOf(boss, { where: { visitedOn: { within: 'today' } } })).toHaveLength(3);
    expect(await namesOf(boss, { where: { createdAt: { atMost: { now: true } } } })).toHaveLength(4);
    expect(await namesOf(boss, { where: { createdAt: { above: { now: true } } } })).toEqual([]);
  });
});

describe('a field behind a reference', () => {
  const where = { 'customerId.level': { query: 'level' }, visitedOn: { within: 'today' } } as const;
  const vip = { query: { level: 'VIP' } };

  it('is compared in the referenced record', async () => {
    expect(await visitsOf(boss, { where }, vip)).toEqual(['today', 'ours']);
    expect(await visitsOf(boss, { where: { 'customerId.payDays': { below: 30 } } })).toEqual(['ours']);
  });

  it('reveals nothing about records that the caller may not see', async () => {
    expect(await visitsOf(seller, { where }, vip)).toEqual(['ours']);
    await expect(visitsOf(outsider, { where }, vip)).rejects.toMatchObject({ key: 'http.forbidden' });
  });
});

describe('the first records of a list', () => {
  it('are limited to the number in the line, in its order', async () => {
    expect(await namesOf(boss, { top: 2, sort: ['-payDays'] })).toEqual(['Mill', 'Harbour works']);
  });
});
