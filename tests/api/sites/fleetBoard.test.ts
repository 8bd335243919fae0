/** The fleet board adds up to the boards of its stations, to the last digit (C244–C253, S14). */
import { beforeAll, describe, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinTenant, makeSite, type Site, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const DAY_MS = 86_400_000;
const ROLES = ['pv', 'charge', 'discharge', 'gridExport'] as const;
const sites = new Map<string, Site>();

/** Creates a station whose meters count amounts of energy. They are thirds, so that sums show every digit. */
async function makePlant(client: Client & { tenantId: number }, sn: string, currency: string): Promise<void> {
  const site = await makeSite(client, sn);
  sites.set(sn, site);
  const { station } = site;
  const body = { id: station.id, version: station.version, capacity: 1000.1, ratedPower: 500.2 };
  await client.call('stationUpdate', {
    path: { id: station.id },
    body: { ...body, initialTime: '2025-01-01' },
  });
  for (const role of ROLES)
    await client.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: site.device.sn, code: role, name: role, unit: 'kWh' },
        ...{ dataType: 'number', kind: 'interval', energyRole: role },
      },
    });
  const price = { stationSn: sn, currency, effectiveFrom: '2026-01-01' };
  await client.call('electricityPriceAdd', {
    body: {
      ...{ ...price, chargeType: 'energy', price: 0.333 },
      periods: [{ start: '10:00', end: '14:00', band: 'peak', price: 1.117 }],
    },
  });
  await client.call('electricityPriceAdd', { body: { ...price, chargeType: 'feedIn', price: 0.271 } });
}

/** Stores a third of a kWh, times a factor, for each hour of some days up to now. */
async function count(tenantId: number, sn: string, days: number, factor: number): Promise<void> {
  const now = Date.now();
  const points = [];
  for (let ts = now - days * DAY_MS; ts <= now; ts += DAY_MS / 24)
    for (const [at, role] of ROLES.entries())
      points.push({ tenantId, sn: `${sn}-M1-${role}`, ts, value: (factor * (at + 1)) / 3 });
  await ingestPoints(server, points);
}

beforeAll(async () => {
  await makePlant(operator, 'FBA', 'CNY');
  await makePlant(operator, 'FBB', 'CNY');
  await makePlant(operator, 'FBC', 'MYR');
  await makeSite(operator, 'FBD');
  await count(operator.tenantId, 'FBA', 40, 1);
  await count(operator.tenantId, 'FBB', 40, 1);
  await count(operator.tenantId, 'FBC', 40, 0.7);
  await until(
    () => headline(),
    ({ energyToday }) => energyToday !== null,
  );
});

const headline = (client: Client = operator, ids?: number[]) =>
  client.call('fleetHeadline', { body: ids === undefined ? {} : { ids } });
const idsOf = (...sns: string[]) => sns.map((sn) => sites.get(sn)!.station.id);
/** Adds up millionths in whole numbers, so that the sum is exact. */
const exact = (values: readonly (number | null)[]) =>
  Number(values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 1e6), 0)) / 1e6;

/** Returns today's money from the monthly page of a station, in cents. */
const chargeOf = async (stationSn: string, role: 'gridExport' | 'discharge' | 'charge') => {
  const [year = 0, month = 0, day = 0] = dayKey().split('-').map(Number);
  const bound = (index: number) => new Date(Date.UTC(year, index, 1) - 8 * 3_600_000).toISOString();
  const { bands } = await operator.call('electricityChargeTrend', {
    body: { stationSn, role, bucket: 'day', from: bound(month - 1), to: bound(month) },
  });
  const cents = bands.map(({ costs }) => Math.round(Number(costs[day - 1] ?? 0) * 100));
  return cents.reduce((sum, one) => sum + one, 0);
};

describe('the headline of the fleet', () => {
  it("is the sum of the stations' own figures", async () => {
    const fleet = await headline();
    const own = await Promise.all(
      ['FBA', 'FBB', 'FBC'].map((stationSn) =>
        operator.call('photovoltaicKeyData', { query: { stationSn } }),
      ),
    );
    expect(fleet).toMatchObject({ sites: 4, noData: 1, capacity: 3000.3, ratedPower: 1500.6, uptime: 75 });
    expect(fleet.energyToday).toBe(exact(own.map(({ todayEnergy }) => todayEnergy)));
    expect(fleet.energyMonth).toBe(exact(own.map(({ monthEnergy }) => monthEnergy)));
  });

  it('has a profit for each currency, equal to the bills of its stations to the cent', async () => {
    const { income } = await headline();
    const profit = async (sn: string) =>
      (await chargeOf(sn, 'gridExport')) + (await chargeOf(sn, 'discharge')) - (await chargeOf(sn, 'charge'));
    const yuan = (await profit('FBA')) + (await profit('FBB'));
    expect(income).toEqual([
      { currency: 'CNY', amount: (yuan / 100).toFixed(2) },
      { currency: 'MYR', amount: ((await profit('FBC')) / 100).toFixed(2) },
    ]);
  });

  it('covers the given stations, and none of another user', async () => {
    expect(await headline(operator, idsOf('FBA'))).toMatchObject({ sites: 1, capacity: 1000.1 });
    expect(await headline(stranger, idsOf('FBA'))).toMatchObject({ sites: 0, energyToday: null, income: [] });
    const reader = await joinTenant(server, operator.tenantId, ['station:list']);
    expect(await headline(reader)).toMatchObject({ sites: 4, income: [] });
    const warden = await joinTenant(server, operator.tenantId, ['station:list@site']);
    expect(await headline(warden)).toMatchObject({ sites: 0, power: null });
  });

  it('covers the stations of a department, and lists the departments', async () => {
    expect((await headline()).depts).toEqual([]);
    const { id } = sites.get('FBA')!.station;
    const { version } = await operator.call('stationGet', { path: { id } });
    await operator.call('stationUpdate', { path: { id }, body: { id, version, dept: 'East' } });
    const own = await headline(operator, [id]);
    const dept = 'East';
    expect(own.depts).toEqual([dept]);
    expect(await operator.call('fleetHeadline', { body: { dept } })).toEqual(own);
    const none = await operator.call('fleetHeadline', { body: { dept: 'West' } });
    expect(none).toMatchObject({ sites: 0, income: [], depts: [dept] });
    const query = { ids: String(id) };
    for (const operation of ['fleetProfit', 'fleetChargeDays', 'fleetChargeMonths', 'fleetRanking'] as const)
      expect(await operator.call(operation, { query: { dept } })).toEqual(
        await operator.call(operation, { query }),
      );
    const { stations } = await operator.call('stationFleet', { query: { dept } });
    expect(stations.map(({ sn }) => sn)).toEqual(['FBA']);
    const { stations: places } = await operator.call('stationOverview', { query: { dept } });
    expect(places.map(({ sn }) => sn)).toEqual(['FBA']);
    expect((await stranger.call('fleetHeadline', { body: { dept } })).sites).toBe(0);
  });

  it('names the stations', async () => {
    const ids = idsOf('FBB', 'FBA');
    expect(await operator.call('fleetNames', { body: { ids } })).toMatchObject([
      { sn: 'FBA' },
      { sn: 'FBB' },
    ]);
    const { stationIds, siteIds } = await operator.call('fleetIds', { body: {} });
    expect(stationIds).toHaveLength(4);
    expect(siteIds).toEqual(stationIds);
  });
});

describe('the chart of the fleet', () => {
  it('has years that equal their months, and months that equal their days', async () => {
    const year = await operator.call('fleetChargeMonths', {});
    expect(year.charged).toBe(exact(year.charge));
    expect(year.discharged).toBe(exact(year.discharge));
    const month = await operator.call('fleetChargeDays', {});
    expect(month.charged).toBe(exact(month.charge));
    const running = year.charge[year.time_keys.indexOf(`${month.time_keys[0]!.slice(0, 7)}-01`)];
    expect(month.charged).toBeCloseTo(running!, 6);
  });

  it('has daily profits that add up to the month, for each currency', async () => {
    const { currencies, time_keys } = await operator.call('fleetProfit', { query: { by: 'day' } });
    expect(currencies.map(({ currency, stations }) => [currency, stations])).toEqual([
      ['CNY', 2],
      ['MYR', 1],
    ]);
    for (const { amounts, total } of currencies) {
      expect(amounts).toHaveLength(time_keys.length);
      expect(exact(amounts.map(Number)).toFixed(2)).toBe(total);
    }
    const today = currencies[0]!.amounts.at(time_keys.indexOf(dayKey()));
    expect(today).toBe((await headline()).income[0]!.amount);
    const year = await operator.call('fleetProfit', { query: { by: 'month' } });
    const running = year.time_keys.indexOf(`${dayKey().slice(0, 7)}-01`);
    expect(currencies.map(({ total }) => total)).toEqual(
      year.currencies.map(({ amounts }) => amounts[running]),
    );
  });
});
const dayKey = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

describe('the ranking of stations', () => {
  it('has equal ranks for equal values, and lists stations without data last', async () => {
    const ranking = await operator.call('fleetRanking', { query: { by: 'energy' } });
    expect(ranking.map(({ sn, place, unit }) => [sn, place, unit])).toEqual([
      ['FBA', 1, 'kWh'],
      ['FBB', 1, 'kWh'],
      ['FBC', 3, 'kWh'],
      ['FBD', null, 'kWh'],
    ]);
  });

  it('compares amounts only within one currency', async () => {
    const ranking = await operator.call('fleetRanking', { query: { by: 'income' } });
    expect(ranking.map(({ sn, place, unit }) => [sn, place, unit])).toEqual([
      ['FBA', 1, 'CNY'],
      ['FBB', 1, 'CNY'],
      ['FBC', 1, 'MYR'],
      ['FBD', null, null],
    ]);
    const available = await operator.call('fleetRanking', { query: { by: 'availability' } });
    expect(available[0]).toMatchObject({ place: 1, unit: '%' });
  });
});

describe('what needs a user', () => {
  it('is counted by station and level, and by state', async () => {
    await addAlarms(server, operator.tenantId, sites.get('FBB')!, { count: 8 });
    await addAlarms(server, operator.tenantId, sites.get('FBA')!, { count: 1 });
    const alarms = await operator.call('fleetAlarms', {});
    expect(alarms).toMatchObject([
      { sn: 'FBB', critical: 2, major: 2, minor: 2, info: 2, total: 8 },
      { sn: 'FBA', critical: 1, total: 1 },
    ]);
    expect(await stranger.call('fleetAlarms', { query: { ids: idsOf('FBB').join() } })).toEqual([]);
    const operation = await operator.call('fleetOperation', { body: {} });
    expect(operation).toMatchObject({ faults: 5, noData: 1, efficiency: 150 });
    expect(operation.days).toBeGreaterThan(300);
    const order = { name: 'Clean', stationSn: 'FBA', type: 'cleaning', priority: 'normal' } as const;
    await operator.call('siteWorksheetCreate', { body: order });
    expect(await operator.call('fleetWorkOrders', { body: {} })).toEqual({
      total: 1,
      states: [{ state: 'pending', amount: 1 }],
    });
  });
});

describe('a settlement price', () => {
  it('has the values of its kind, once from a day on, and is hidden from other users', async () => {
    const base = { stationSn: 'FBA', effectiveFrom: '2026-03-01', currency: 'CNY' };
    const share = { ...base, kind: 'savingShare' as const, share: 70 };
    const made = await operator.call('settlePriceCreate', { body: share });
    await expect(operator.call('settlePriceCreate', { body: share })).rejects.toMatchObject({ status: 409 });
    await expect(
      operator.call('settlePriceCreate', { body: { ...base, kind: 'feedIn' } }),
    ).rejects.toMatchObject({ status: 400, errors: [{ field: '/price' }] });
    const body = { id: made.id, version: made.version, share: 65 };
    await operator.call('settlePriceUpdate', { path: { id: made.id }, body });
    expect(await operator.call('settlePriceGet', { path: { id: made.id } })).toMatchObject({ share: 65 });
    await expect(stranger.call('settlePriceGet', { path: { id: made.id } })).rejects.toMatchObject({
      status: 404,
    });
    await operator.call('settlePriceDelete', { path: { id: made.id } });
    expect(await operator.call('settlePricePage', {})).toMatchObject({ total: 0 });
  });
});

it('a station with prices but without meter values has no profit and no rank', async () => {
  await makePlant(operator, 'FBE', 'EUR');
  const ranking = await operator.call('fleetRanking', { query: { by: 'income' } });
  expect(ranking.find(({ sn }) => sn === 'FBE')).toMatchObject({ value: null, place: null });
  expect((await headline()).income.map(({ currency }) => currency)).toEqual(['CNY', 'MYR']);
});
