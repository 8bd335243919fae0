/**
 * Bills by hourly prices, which may be negative. Bills for days with a clock change must equal an exact
 * computation in integers.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { ingestPoints } from '../../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';
import { makeOperator, until } from '../../../support/telemetry/site.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

const STATION = 'HOURLY';
const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);
let server: TestServer;
let operator: Client & { tenantId: number };

/** Returns the watt-hours of an hour, by its number. */
const wattHours = (hour: number): number => 1_000 + ((hour * 7_919) % 4_001);
const cents = (hour: number): number => ((hour * 104_729) % 30_001) - 9_000;

const DAYS = [
  ['2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 23],
  ['2026-06-09T22:00:00Z', '2026-06-10T22:00:00Z', 24],
  ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 25],
] as const;
const hoursOf = (from: string, to: string): number[] =>
  Array.from({ length: (at(to) - at(from)) / HOUR_MS }, (_, index) => at(from) / HOUR_MS + index);

/** Computes the bill in integers. Returns euros with two decimals, and rounds half cents away from zero. */
function recount(hours: readonly number[]): string {
  const exact = hours.reduce((sum, hour) => sum + BigInt(wattHours(hour)) * BigInt(cents(hour)), 0n);
  const half = exact < 0n ? -500_000n : 500_000n;
  return (Number((exact + half) / 1_000_000n) / 100).toFixed(2);
}

async function importPrices(name: string, text: string): Promise<number> {
  const column = {
    column: 'Price EUR/MWh',
    code: 'price',
    name: 'Day-ahead',
    unit: 'EUR/MWh',
    kind: 'gauge',
  };
  const device = { sn: 'HP', name: 'HP', type: 'other' };
  const form = new FormData();
  form.set('stationSn', STATION);
  form.set('mapping', JSON.stringify({ files: [{ match: '*', device, columns: [column] }] }));
  form.set('file', new Blob([text]), name);
  const { id } = await operator.call('telemetryImport', { form });
  const job = await until(
    () => operator.call('telemetryImportStatus', { path: { id } }),
    ({ status }) => status !== 'running',
  );
  expect(job).toMatchObject({ outcome: 'all' });
  return job.points;
}

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  await seedSite(server, {
    ...{
      tenantId: operator.tenantId,
      station: STATION,
      zone: 'Europe/Berlin',
      device: 'HP',
      token: 'hourly',
    },
    variables: [
      { code: 'import', kind: 'interval', unit: 'kWh' },
      { code: 'price', unit: 'EUR/MWh' },
      { code: 'power', unit: 'kW' },
    ],
  });
  const hours = DAYS.flatMap(([from, to]) => hoursOf(from, to));
  await ingestPoints(
    server,
    hours.map((hour) => {
      return {
        tenantId: operator.tenantId,
        sn: 'HP-import',
        ts: hour * HOUR_MS,
        value: wattHours(hour) / 1_000,
      };
    }),
  );
  const lines = hours.map((hour) => {
    const time = new Date(hour * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
    return `${time},${(cents(hour) / 100).toFixed(2)}`;
  });
  expect(await importPrices('prices.csv', ['Time UTC,Price EUR/MWh', ...lines].join('\n'))).toBe(72);
});
afterAll(() => server?.stop());

const tariff = (body: object = {}) =>
  ask(operator, 'electricityPriceAdd', {
    body: {
      ...{ stationSn: STATION, chargeType: 'energy', effectiveFrom: '2026-01-01', currency: 'EUR' },
      ...{ priceVariable: 'HP-price', ...body },
    },
  });
const charge = (from: string, to: string) =>
  operator.call('electricityCharge', { body: { stationSn: STATION, sns: ['HP-import'], from, to } });

describe('prices by the hour', () => {
  it('are used without other prices, in the currency of their variable, for energy and feed-in', async () => {
    expect((await tariff({ price: 0.3 })).code).toBe(400301);
    expect((await tariff({ currency: 'CNY' })).code).toBe(400302);
    expect((await tariff({ priceVariable: 'HP-power' })).code).toBe(400302);
    expect((await tariff({ chargeType: 'charging' })).code).toBe(400300);
    expect((await tariff()).status).toBe(200);
  });

  it.each(DAYS)('bill the day from %s to the cent', async (from, to, count) => {
    const hours = hoursOf(from, to);
    expect(hours).toHaveLength(count);
    const { cost, bands, energy } = await charge(from, to);
    expect(cost).toBe(recount(hours));
    expect(energy).toBeCloseTo(hours.reduce((sum, hour) => sum + wattHours(hour), 0) / 1_000, 6);
    expect(bands.map(({ band }) => band)).toEqual(['hourly']);
    const prices = hours.map((hour) => cents(hour) / 100_000);
    expect(bands[0]?.prices.map(Number)).toEqual([Math.min(...prices), Math.max(...prices)]);
    expect(Math.min(...prices)).toBeLessThan(0);
  });

  it('are shown for a day, including an hour that the clock shows twice', async () => {
    const day = await operator.call('electricityPriceConfig', {
      query: { stationSn: STATION, date: '2026-10-25' },
    });
    expect(day.windows).toHaveLength(25);
    expect(day.windows.map(({ price }) => Number(price))).toEqual(
      hoursOf('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z').map((hour) => cents(hour) / 100_000),
    );
  });

  it('that are missing leave their hours without a price, and later ones correct the bill', async () => {
    await ingestPoints(server, [
      { tenantId: operator.tenantId, sn: 'HP-import', ts: at('2026-06-10T22:00:00Z'), value: 2 },
    ]);
    const missing = await charge('2026-06-10T22:00:00Z', '2026-06-10T23:00:00Z');
    expect(missing).toMatchObject({ energy: 2, cost: null, bands: [{ band: 'unpriced', energy: 2 }] });
    await importPrices('late.csv', 'Time UTC,Price EUR/MWh\n2026-06-10 22:00,-50\n2026-06-10 22:30,150\n');
    // The hour has two prices, one per half. Its energy was reported at the start of the hour.
    const late = await charge('2026-06-10T22:00:00Z', '2026-06-10T23:00:00Z');
    expect(late).toMatchObject({ energy: 2, cost: '-0.10', bands: [{ band: 'hourly' }] });
  });
});
