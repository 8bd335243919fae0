/**
 * Figures over records are counted, added up and compared. They include only records that the caller may
 * list.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '../../../generated/calls.ts';
import type { ApiFailure } from '../../support/calls/client.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { setRoles } from '../../support/calls/world.ts';
import { makePerson, makeRole, makeTenant, PASSWORD } from '../../support/people/people.ts';
import { type Client, login } from '../../support/server/server.ts';

const served = serveOperators();
type Question = Input<'recordStatistic'>['query'];

let boss: Client;
let seller: Client;
let blind: Client;
let stranger: Client;

const readStatistic = (client: Client, query: Question = {}, name = 'customers') =>
  client.call('recordStatistic', { path: { name }, query });
const counts = async (client: Client, query: Question) =>
  (await readStatistic(client, query)).rows.map(({ key, figures }) => [
    ...Object.values(key),
    figures.customers,
  ]);
const refused = (client: Client, query: Question, name?: string) =>
  readStatistic(client, query, name).then(
    () => null,
    (error: ApiFailure) => [error.status, error.code],
  );

const CUSTOMERS = [
  { name: 'Harbour', industry: 'manufacturing', creditLimit: '100.10' },
  { name: 'Mill', industry: 'manufacturing', creditLimit: '200.20' },
  { name: 'Quarry', industry: 'energy', creditLimit: '0.30' },
];

beforeAll(async () => {
  const tenant = await makeTenant(served.server);
  const enter = async (permissions: readonly string[], roles: number[] = []) => {
    const { userId, username } = await makePerson(served.server, [tenant], { permissions });
    if (roles.length > 0) await setRoles(served.server, userId, roles);
    return login(served.server, username, PASSWORD);
  };
  boss = await enter(['*']);
  seller = await enter(['customer:list@own', 'customer:create']);
  const role = await makeRole(served.server, tenant, {
    permissions: ['customer:list'],
    fieldRules: [{ field: 'customer.creditLimit', rule: 'hidden' }],
  });
  blind = await enter([], [role]);
  stranger = await enter(['station:list']);
  for (const body of CUSTOMERS) await boss.call('customerCreate', { body });
  await seller.call('customerCreate', { body: { name: 'Own', industry: 'energy' } });
});

describe('a statistic', () => {
  it('counts by the values of a field, and adds amounts up to the cent', async () => {
    const { rows, totals } = await readStatistic(boss, { by: 'industry', sort: 'industry' });
    expect(rows.map(({ key, figures }) => [key.industry, figures.customers, figures.creditLimit])).toEqual([
      ['energy', 2, '0.30'],
      ['manufacturing', 2, '300.30'],
    ]);
    expect(totals).toMatchObject([{ currency: 'CNY', figures: { customers: 4, creditLimit: '300.60' } }]);
  });

  it('returns the names of people as dimensions, and shared ranks', async () => {
    const { rows } = await readStatistic(boss, { by: 'createdBy', sort: '-customers' });
    expect(rows.map(({ place, figures }) => [place, figures.customers])).toEqual([
      [1, 3],
      [2, 1],
    ]);
    expect(rows.every(({ labels }) => typeof labels.createdBy === 'string')).toBe(true);
  });

  it('has a row for each month of the period, even if it is empty', async () => {
    const year = new Date().getUTCFullYear();
    const found = await readStatistic(boss, {
      by: 'month',
      from: `${year}-01-01`,
      to: `${year}-12-31`,
      compare: 'year',
    });
    expect(found.rows).toHaveLength(12);
    expect(found.rows[0]?.key).toEqual({ month: `${year}-01` });
    expect(found.totals).toMatchObject([
      { figures: { customers: 4 }, before: { customers: 0 }, change: { customers: null } },
    ]);
  });

  it('returns the requested number of rows, and reports that there are more', async () => {
    const { rows, more } = await readStatistic(boss, { by: 'ownerId', sort: '-customers', top: 1 });
    expect([rows.length, more]).toEqual([1, true]);
  });

  it('counts filtered records', async () => {
    const filter = JSON.stringify({ and: [{ field: 'name', op: 'contains', value: 'ill' }] });
    expect(await counts(boss, { by: 'industry', filter })).toEqual([['manufacturing', 1]]);
  });
});

describe('the requested figures', () => {
  let trader: Client;
  beforeAll(async () => {
    const { username } = await makePerson(served.server, [await makeTenant(served.server)], {
      permissions: ['*'],
    });
    trader = await login(served.server, username, PASSWORD);
    for (const [name, currency] of [
      ['North', 'CNY'],
      ['South', 'USD'],
      ['West', 'USD'],
    ] as const)
      await trader.call('customerCreate', {
        body: { name, currency, industry: 'energy', creditLimit: '5.00' },
      });
  });

  it('are counted over all currencies if none of them is an amount', async () => {
    const { rows, totals } = await readStatistic(trader, { by: 'industry', figures: 'customers' });
    expect(rows).toMatchObject([{ currency: null, figures: { customers: 3 } }]);
    expect(totals).toMatchObject([{ currency: null, figures: { customers: 3 } }]);
    const share = await readStatistic(trader, { by: '', figures: 'wonShare' });
    expect(share.totals).toMatchObject([{ currency: null, figures: { wonShare: 0 } }]);
  });

  it('are split by currency if one is an amount, or if sorted by one', async () => {
    for (const query of [{ figures: 'creditLimit' }, { figures: 'customers', sort: '-creditLimit' }]) {
      const { totals } = await readStatistic(trader, { by: 'industry', ...query });
      expect(totals.map(({ currency }) => currency).sort()).toEqual(['CNY', 'USD']);
    }
  });

  it('are refused if the statistic lacks them, and omitted if they are hidden', async () => {
    expect(await refused(trader, { figures: 'customers,colour' })).toEqual([400, 400180]);
    for (const [figures, seen] of [
      ['customers,creditLimit', { customers: 4 }],
      ['creditLimit', {}],
    ] as const) {
      const { rows, totals } = await readStatistic(blind, { figures, by: 'industry' });
      expect([totals[0], ...rows].map((line) => Object.keys(line!.figures))).toEqual(
        Array(3).fill(Object.keys(seen)),
      );
      expect(totals[0]?.figures).toEqual(seen);
    }
  });
});

describe('the permissions of the caller', () => {
  it('exclude records that the caller may not list', async () => {
    expect(await counts(seller, { by: 'industry' })).toEqual([['energy', 1]]);
  });

  it('exclude figures over hidden fields, and refuse to sort by them', async () => {
    const { totals } = await readStatistic(blind);
    expect(totals[0]?.figures).toEqual({ customers: 4, won: 0, wonShare: 0, blacklisted: 0 });
    expect(await refused(blind, { sort: '-creditLimit' })).toEqual([403, 40316]);
  });

  it('refuse callers who may not list the records at all', async () => {
    expect(await refused(stranger, {})).toEqual([403, expect.any(Number)]);
  });
});

describe('an invalid query', () => {
  it.each<[string, Question, number]>([
    ['an unknown dimension', { by: 'colour' }, 400180],
    ['four dimensions', { by: 'state,industry,level,source' }, 400181],
    ['half a period', { from: '2026-01-01' }, 400182],
    ['an empty period', { from: '2026-02-01', to: '2026-01-01' }, 400183],
    ['a comparison without a period', { compare: 'year' }, 400184],
  ])('is refused: %s', async (_, query, code) => {
    expect(await refused(boss, query)).toEqual([400, code]);
  });

  it('is refused for an unknown statistic', async () => {
    expect(await refused(boss, {}, 'nothing')).toEqual([404, expect.any(Number)]);
  });
});
