/** The stored profit by day equals the stations' own bills, whatever changes afterwards (S14). */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints, storeProfitsNow } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { runSql } from '../../support/calls/world.ts';
import { joinTenant, makeSite, type Site } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ROLES = ['charge', 'discharge', 'gridExport'] as const;
const sites = new Map<string, Site>();
const feedIn = new Map<string, { id: number; version: number }>();

/** Creates a station whose meters grow by thirds of a kWh, with a day price and a night price. */
async function makePlant(
  sn: string,
  currency: string,
  zone: string,
  kind: 'counter' | 'interval' = 'counter',
): Promise<void> {
  const site = await makeSite(operator, sn);
  sites.set(sn, site);
  const { id, version } = site.station;
  await operator.call('stationUpdate', { path: { id }, body: { id, version, timeZone: zone } });
  for (const role of ROLES)
    await operator.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: site.device.sn, code: role, name: role, unit: 'kWh' },
        // With a daily reset, a late lower reading counts without correction.
        ...{ dataType: 'number', kind, energyRole: role, dailyReset: true },
      },
    });
  const price = { stationSn: sn, currency, effectiveFrom: '2025-01-01' };
  await operator.call('electricityPriceAdd', {
    body: {
      ...{ ...price, chargeType: 'energy', price: 0.333 },
      periods: [
        { start: '10:00', end: '14:00', band: 'peak', price: 1.117 },
        { start: '22:00', end: '06:00', band: 'valley', price: 0.2218 },
      ],
    },
  });
  const body = { ...price, chargeType: 'feedIn', price: 0.271 } as const;
  feedIn.set(sn, await operator.call('electricityPriceAdd', { body }));
}

async function count(sn: string, days: number, factor: number): Promise<void> {
  const now = Date.now();
  const first = now - days * DAY_MS;
  const points = [];
  for (let ts = first; ts < now; ts += HOUR_MS)
    for (const [at, role] of ROLES.entries())
      points.push({
        ...{ tenantId: operator.tenantId, sn: `${sn}-M1-${role}`, ts },
        value: (((ts - first) / HOUR_MS) * factor * (at + 1)) / 3,
      });
  await ingestPoints(server, points);
}

const course = (
  by: 'day' | 'month',
  query: { ids?: string; period?: string } = {},
  client: Client = operator,
) => client.call('fleetProfit', { query: { by, ...query } });
const idOf = (sn: string) => String(sites.get(sn)!.station.id);
/** Returns the month before the current one, which has ended completely. */
const lastMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 7);
};
const storedDays = () => runSql<{ n: number }>(server, 'select count(*)::int as n from profit_kept');

/** Returns the cents that the station earned in a month of Shanghai, by its own page. */
async function billOf(stationSn: string, month: string): Promise<number> {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const at = (number: number) => new Date(Date.UTC(year, number, 1) - 8 * HOUR_MS).toISOString();
  const costs = await Promise.all(
    ROLES.map(async (role) => {
      const body = { stationSn, role, bucket: 'month' as const, from: at(index - 1), to: at(index) };
      const { cost } = await operator.call('electricityChargeTrend', { body });
      return Math.round(Number(cost) * 100) * (role === 'charge' ? -1 : 1);
    }),
  );
  return costs.reduce((sum, cost) => sum + cost, 0);
}

beforeAll(async () => {
  await makePlant('FPA', 'CNY', 'Asia/Shanghai');
  await makePlant('FPB', 'CNY', 'Asia/Shanghai');
  await makePlant('FPC', 'EUR', 'Europe/Berlin');
  await count('FPA', 70, 1.7);
  await count('FPB', 70, 0.9);
  await count('FPC', 70, 1.1);
});

describe('stored profit', () => {
  it('equals the computed profit, by day and by month, and the bills of the stations', async () => {
    const questions = () =>
      Promise.all([
        course('day'),
        course('month'),
        course('day', { period: lastMonth() }),
        course('month', { ids: idOf('FPA') }),
        course('day', { ids: idOf('FPC') }),
      ]);
    const counted = await questions();
    expect(counted[0]!.currencies.map(({ currency, stations }) => [currency, stations])).toEqual([
      ['CNY', 2],
      ['EUR', 1],
    ]);
    await storeProfitsNow(server);
    expect(await questions()).toEqual(counted);
    expect(await storeProfitsNow(server)).toBe(0);
    // Falsifies the stored figures, to prove that the call reads them.
    await runSql(
      server,
      `update profit_kept set amount = amount + 1 where span = 'month' and station_sn = 'FPA' and amount is not null`,
    );
    const [month] = await Promise.all([course('month', { ids: idOf('FPA') })]);
    expect(month).not.toEqual(counted[3]);
    await runSql(server, 'delete from profit_book');
    await storeProfitsNow(server);
    expect(await questions()).toEqual(counted);
    const key = `${lastMonth()}-01`;
    const own = counted[3]!;
    const cents = Math.round(Number(own.currencies[0]!.amounts[own.time_keys.indexOf(key)]) * 100);
    if (own.time_keys.includes(key)) expect(cents).toBe(await billOf('FPA', lastMonth()));
    // The days of a month add up to its total, to the cent.
    const days = await course('day', { period: lastMonth(), ids: idOf('FPA') });
    expect(Math.round(Number(days.currencies[0]!.total) * 100)).toBe(await billOf('FPA', lastMonth()));
  });

  it('is updated after a late point', async () => {
    const period = lastMonth();
    const before = await course('day', { period });
    const ts = Date.parse(`${period}-20T04:30:00Z`);
    await ingestPoints(server, [{ tenantId: operator.tenantId, sn: 'FPA-M1-discharge', ts, value: 0.5 }]);
    await storeProfitsNow(server);
    const after = await course('day', { period });
    expect(after.currencies[0]).not.toEqual(before.currencies[0]);
    expect(after.currencies[1]).toEqual(before.currencies[1]);
    await runSql(server, 'delete from profit_book');
    expect(await course('day', { period })).toEqual(after);
    await storeProfitsNow(server);
  });

  it('is updated when amounts are resent for another hour, even if the daily sums are equal', async () => {
    await makePlant('FPE', 'CNY', 'Asia/Shanghai', 'interval');
    const period = lastMonth();
    const ids = idOf('FPE');
    const amounts = (values: readonly number[]) =>
      ingestPoints(
        server,
        values.map((value, at) => ({
          ...{ tenantId: operator.tenantId, sn: 'FPE-M1-discharge', value },
          // 12:30 in Shanghai. The next two hours belong to the peak.
          ts: Date.parse(`${period}-10T04:30:00Z`) + at * HOUR_MS,
        })),
      );
    await amounts([0, 0, 50, 0]);
    await storeProfitsNow(server);
    const before = await course('day', { period, ids });
    expect(await storeProfitsNow(server)).toBe(0);
    await amounts([0, 50, 0, 0]);
    await storeProfitsNow(server);
    const after = await course('day', { period, ids });
    expect(Number(after.currencies[0]!.total)).toBeGreaterThan(Number(before.currencies[0]!.total));
    await runSql(server, 'delete from profit_book');
    expect(await course('day', { period, ids })).toEqual(after);
    await storeProfitsNow(server);
  });

  it('is not used after a past price has changed', async () => {
    const period = lastMonth();
    const before = await course('day', { period, ids: idOf('FPB') });
    const { id, version } = feedIn.get('FPB')!;
    await operator.call('electricityPriceUpdate', { body: { id, version, price: 0.9 } });
    const after = await course('day', { period, ids: idOf('FPB') });
    expect(Number(after.currencies[0]!.total)).toBeGreaterThan(Number(before.currencies[0]!.total));
    await storeProfitsNow(server);
    expect(await course('day', { period, ids: idOf('FPB') })).toEqual(after);
  });

  it('is hidden from users who may not see prices, and from another tenant', async () => {
    const own = ['station:list', 'stationChargeConfig:list@site'];
    const reader = await joinTenant(server, operator.tenantId, own);
    expect(await course('month', {}, reader)).toEqual({ time_keys: [], currencies: [] });
    expect(await course('month', { ids: idOf('FPA') }, stranger)).toEqual({ time_keys: [], currencies: [] });
  });

  it('is deleted with the prices of its station', async () => {
    const [{ n: before } = { n: 0 }] = await storedDays();
    await runSql(server, `delete from station_charge_config where station_sn = 'FPC'`);
    await storeProfitsNow(server);
    await storeProfitsNow(server);
    const [{ n: after } = { n: 0 }] = await storedDays();
    expect(after).toBeLessThan(before);
    expect(await runSql(server, `select 1 from profit_kept where station_sn = 'FPC'`)).toEqual([]);
  });
});
