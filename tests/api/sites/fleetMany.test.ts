/**
 * Figures of many stations are cached for a short time, for all users with the same rights. A change clears the
 * cache.
 */
import { beforeAll, expect, it } from 'vitest';
import { ingestPoints, MANY_STATIONS } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinTenant, makeSite, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();
const HOUR_MS = 3_600_000;
const METER = 'FM-M1-sold';

beforeAll(async () => {
  await makeSite(operator, 'FM');
  await operator.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: 'FM-M1', code: 'sold', name: 'sold', unit: 'kWh' },
      ...{ dataType: 'number', kind: 'interval', energyRole: 'gridExport' },
    },
  });
  await operator.call('electricityPriceAdd', { body: price('2026-01-01', 0.5) });
  for (let at = 1; at < MANY_STATIONS; at += 1) await addStation(`FM${at}`);
  await ingestPoints(server, [
    { tenantId: operator.tenantId, sn: METER, ts: Date.now() - HOUR_MS / 60, value: 100 },
  ]);
  await until(() => earned(), Boolean);
});

const addStation = (sn: string) =>
  operator.call('stationCreate', { body: { sn, name: sn, timeZone: 'Asia/Shanghai' } });
const price = (effectiveFrom: string, amount: number) => ({
  ...({ stationSn: 'FM', chargeType: 'feedIn', effectiveFrom, currency: 'CNY', price: amount } as const),
});
const headline = (client = operator as Pick<typeof operator, 'call'>) =>
  client.call('fleetHeadline', { body: {} });
const earned = async (client?: Pick<typeof operator, 'call'>) => (await headline(client)).income[0]?.amount;

it('includes a new price and a new station at once', async () => {
  expect(await earned()).toBe('50.00');
  await operator.call('electricityPriceAdd', { body: price('2026-02-01', 0.7) });
  expect(await earned()).toBe('70.00');
  const ranking = () => operator.call('fleetRanking', { query: { by: 'income' } });
  expect((await ranking()).length).toBe(MANY_STATIONS);
  await addStation('FMZ');
  expect((await ranking()).length).toBe(MANY_STATIONS + 1);
});

it("shows no user another user's figures", async () => {
  expect(await earned()).toBe('70.00');
  const reader = await joinTenant(server, operator.tenantId, ['station:list']);
  expect(await headline(reader)).toMatchObject({ sites: MANY_STATIONS + 1, income: [] });
  expect(await earned(stranger)).toBeUndefined();
  expect(await earned()).toBe('70.00');
});
