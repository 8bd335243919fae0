/**
 * Counts the messages of requests to PostgreSQL, because a message costs more than most statements. Unlike
 * times, the number is the same on every machine.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMessages } from '../../../support/calls/messages.ts';
import { makePerson, makeTenant, PASSWORD } from '../../../support/people/people.ts';
import { filterText } from '../../../support/records/lists.ts';
import { type Client, login, sharedServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
let boss: Client;
let made = 0;

const create = () => boss.call('customerCreate', { body: { name: `Said ${++made}`, industry: 'energy' } });
type Customer = Awaited<ReturnType<typeof create>>;
const fresh: Customer[] = [];
const takeFresh = (): Customer => fresh.pop()!;
const page = (...conditions: readonly unknown[]) =>
  boss.call('getCustomerList', { query: { filter: filterText(...conditions), size: 20 } });

beforeAll(async () => {
  server = await sharedServer();
  const tenant = await makeTenant(server);
  const { username } = await makePerson(server, [tenant], { permissions: ['*'] });
  boss = await login(server, username, PASSWORD);
  for (let at = 0; at < 30; at += 1) fresh.push(await create());
  await page();
});
afterAll(() => server?.stop());

describe('the messages of a request to the database', () => {
  it('is one for a list by tallied fields, repeated or new', async () => {
    expect(await countMessages(() => page({ field: 'state', op: 'eq', value: 'developing' }))).toBe(1);
    const levels = ['NP', 'PP', 'VIP', 'SVIP', 'other'];
    let count = 0;
    const never = () => page({ field: 'level', op: 'in', value: levels.slice(0, ++count) });
    expect(await countMessages(never)).toBe(1);
  });

  it('are two for a list by any other field, and one when it is repeated', async () => {
    let count = 0;
    const never = () => page({ field: 'name', op: 'eq', value: `Said ${++count}` });
    expect(await countMessages(never)).toBe(2);
    expect(await countMessages(() => page({ field: 'name', op: 'eq', value: 'Said 1' }))).toBe(1);
  });

  it('is one for a record, with its marks', async () => {
    const { id } = takeFresh();
    expect(await countMessages(() => boss.call('getCustomerInfoById', { query: { id } }))).toBe(1);
  });

  it('are two for a new record, its number and its entry in the history', async () => {
    expect(await countMessages(create)).toBe(2);
  });

  it('are three for a change', async () => {
    const change = () => {
      const { id, version } = takeFresh();
      return boss.call('updateCustomer', { body: { id, version, city: 'Suzhou', industry: 'other' } });
    };
    expect(await countMessages(change)).toBe(3);
  });

  it('are four for a deletion into the recycle bin', async () => {
    const remove = () => boss.call('customerDelete', { path: { id: takeFresh().id } });
    expect(await countMessages(remove)).toBe(4);
  });

  it('are five for a transition that returns its record', async () => {
    const move = () => {
      const { id, version } = takeFresh();
      const path = { entity: 'customer', id };
      return boss.call('recordTransition', { path, body: { name: 'close', version } });
    };
    expect(await countMessages(move)).toBe(5);
  });

  it('is one for the figures of a statistic', async () => {
    const readStatistic = () => boss.call('recordStatistic', { path: { name: 'ordersSigned' } });
    expect(await countMessages(readStatistic)).toBe(1);
  });
});
