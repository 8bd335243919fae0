/**
 * Users enter the prices of each hour of a day. Prices may be negative. Bills for days with a clock change
 * must equal an exact computation in integers.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { ingestPoints } from '../../../support/calls/inside.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { seedSite } from '../../../support/telemetry/telemetry.ts';

const { server, operator, stranger } = serveOperators();

const STATION = 'DAYS';
const HOUR_MS = 3_600_000;
const QUARTER_MS = HOUR_MS / 4;
const at = (text: string) => Date.parse(text);

const wattHours = (quarter: number): number => 100 + ((quarter * 7_919) % 4_001);
/** Price in ten-thousandths of a euro per MWh. */
const price = (place: number): number => ((place * 104_729) % 3_000_001) - 900_000;

const DAYS = [
  ['2026-03-29', '2026-03-28T23:00:00Z', 23, 1],
  ['2026-06-10', '2026-06-09T22:00:00Z', 24, 1],
  ['2026-10-25', '2026-10-24T22:00:00Z', 25, 1],
  ['2025-03-30', '2025-03-29T23:00:00Z', 23, 4],
  ['2025-10-26', '2025-10-25T22:00:00Z', 25, 4],
] as const;

/** Computes the bill in integers. Returns euros with two decimals, and rounds half cents away from zero. */
function recount(start: string, hours: number, parts: number, shift = 0): string {
  let exact = 0n;
  for (let quarter = 0; quarter < hours * 4; quarter += 1)
    exact +=
      BigInt(wattHours(at(start) / QUARTER_MS + quarter)) *
      BigInt(price(Math.floor((quarter * parts) / 4) + shift));
  // Watt-hours × 1/10,000 euro per MWh are 10⁻¹⁰ euros. A cent is 10⁸ of them.
  const half = exact < 0n ? -50_000_000n : 50_000_000n;
  return (Number((exact + half) / 100_000_000n) / 100).toFixed(2);
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ price: price(place) / 10_000 }));
const enter = (day: string, hours: object[], more: object = {}, person: Client = operator) =>
  ask(person, 'dayPriceCreate', {
    body: { stationSn: STATION, chargeType: 'energy', per: 'MWh', day, hours, ...more },
  });
const tariff = (body: object) =>
  ask(operator, 'electricityPriceAdd', {
    body: { stationSn: STATION, chargeType: 'energy', effectiveFrom: '2025-01-01', currency: 'EUR', ...body },
  });
const charge = (from: number, to: number) =>
  operator.call('electricityCharge', {
    body: {
      ...{ stationSn: STATION, sns: ['DP-import'] },
      ...{ from: new Date(from).toISOString(), to: new Date(to).toISOString() },
    },
  });

beforeAll(async () => {
  await seedSite(server, {
    ...{ tenantId: operator.tenantId, station: STATION, zone: 'Europe/Berlin', device: 'DP', token: 'days' },
    variables: [{ code: 'import', kind: 'interval', unit: 'kWh' }],
  });
  await ingestPoints(
    server,
    DAYS.flatMap(([, start, hours]) =>
      Array.from({ length: hours * 4 }, (_, quarter) => {
        const ts = at(start) + quarter * QUARTER_MS;
        const value = wattHours(ts / QUARTER_MS) / 1_000;
        return { tenantId: operator.tenantId, sn: 'DP-import', ts, value };
      }),
    ),
  );
});

describe('prices of a day', () => {
  it('need a tariff that uses them and has no other prices', async () => {
    const refused = await enter('2026-06-10', rows(24));
    expect([refused.code, refused.errors?.[0]?.field]).toEqual([400360, '/day']);
    const added = await tariff({ byHour: true });
    expect(added.status).toBe(200);
    expect(await enter('2024-12-31', rows(24))).toMatchObject({ code: 400360 });
  });

  it('have as many values as the day has hours, half hours or quarter hours', async () => {
    for (const [day, hours] of [
      ['2026-03-29', 24],
      ['2026-06-10', 25],
      ['2026-10-25', 24],
      ['2026-10-25', 96],
    ] as const) {
      const { code, errors } = await enter(day, rows(hours));
      expect([day, hours, code, errors?.[0]?.field]).toEqual([day, hours, 400361, '/hours']);
    }
    const half = await enter('2028-06-10', rows(48));
    expect(half.status).toBe(200);
  });

  it.each(DAYS)('bill %s to the cent', async (day, start, hours, parts) => {
    expect((await enter(day, rows(hours * parts))).status).toBe(200);
    const end = at(start) + hours * HOUR_MS;
    const { cost, bands } = await charge(at(start), end);
    expect(cost).toBe(recount(start, hours, parts));
    expect(bands.map(({ band }) => band)).toEqual(['hourly']);
    expect(Math.min(...bands[0]!.prices.map(Number))).toBeLessThan(0);
  });

  it('have the start time of each, also on days with a clock change', async () => {
    const { records } = await operator.call('dayPricePage', { query: { size: 50 } });
    const times = (day: string) =>
      (records.find((one) => one.day === day)!.hours as { from: string }[]).map(({ from }) => from);
    expect(times('2026-03-29').slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00']);
    expect(times('2026-10-25').slice(0, 5)).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00']);
    expect(times('2025-10-26').slice(10, 14)).toEqual(['02:30', '02:45', '02:00', '02:15']);
    const config = await operator.call('electricityPriceConfig', {
      query: { stationSn: STATION, date: '2026-10-25' },
    });
    expect(config.windows.map((one) => Number(one.price))).toEqual(
      rows(25).map((row) => Number((row.price / 1_000).toPrecision(12))),
    );
  });

  it('correct the bill when they change, and a day without them has no price', async () => {
    const { records } = await operator.call('dayPricePage', { query: { size: 50 } });
    const { id, version } = records.find(({ day }) => day === '2026-06-10')!;
    const [from, to] = [at('2026-06-09T22:00:00Z'), at('2026-06-10T22:00:00Z')];
    const hours = Array.from({ length: 24 }, () => ({ price: -0.1 }));
    await operator.call('dayPriceUpdate', { path: { id }, body: { id, version, per: 'kWh', hours } });
    const { energy, cost } = await charge(from, to);
    expect(cost).toBe((-Math.round(energy! * 10) / 100).toFixed(2));
    await operator.call('dayPriceDelete', { path: { id } });
    const open = await charge(from, to);
    expect([open.cost, open.bands.map(({ band }) => band)]).toEqual([null, ['unpriced']]);
  });

  it('of a future day are entered once, and not by other tenants', async () => {
    const made = await enter('2031-06-11', rows(24));
    expect(made.status).toBe(200);
    expect((await enter('2031-06-11', rows(24))).status).toBe(409);
    const path = { id: (made.data as { id: number }).id };
    expect(await operator.call('dayPriceGet', { path })).toMatchObject({ day: '2031-06-11', lowest: -90 });
    expect((await ask(stranger, 'dayPriceGet', { path })).status).toBe(404);
    expect((await enter('2031-06-12', rows(24), {}, stranger)).status).toBe(400);
  });
});

describe('a file of prices', () => {
  const send = (text: string, more: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ stationSn: STATION, ...more })) form.set(name, value);
    form.set('file', new Blob([text]), 'prices.csv');
    return ask(operator, 'dayPriceImport', { form });
  };
  const lines = (start: string, hours: number, shift = 0) =>
    Array.from({ length: hours }, (_, place) => {
      const time = new Date(at(start) + place * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
      return `${time},${(price(place + shift) / 10_000).toFixed(4)}`;
    });
  const text = (...all: string[]) => ['Time UTC,Price EUR/MWh', ...all].join('\n');

  it('is previewed, and then bills its days to the cent, including changed ones', async () => {
    const long = text(...lines('2026-10-24T22:00:00Z', 25, 7));
    const looked = await send(long, { dryRun: 'true' });
    expect(looked.data).toMatchObject({ days: 1, first: '2026-10-25', prices: 25, zone: 'UTC', per: 'MWh' });
    const before = await charge(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'));
    expect(before.cost).toBe(recount('2026-10-24T22:00:00Z', 25, 1));
    expect((await send(long)).status).toBe(200);
    const after = await charge(at('2026-10-24T22:00:00Z'), at('2026-10-25T23:00:00Z'));
    expect(after.cost).toBe(recount('2026-10-24T22:00:00Z', 25, 1, 7));
    expect((await send(text(...lines('2026-06-09T22:00:00Z', 24)))).data).toMatchObject({ days: 1 });
    const ordinary = await charge(at('2026-06-09T22:00:00Z'), at('2026-06-10T22:00:00Z'));
    expect(ordinary.cost).toBe(recount('2026-06-09T22:00:00Z', 24, 1));
  });

  it('is saved completely or not at all', async () => {
    // The tariff begins in 2025, so the last of these days has prices and the first has none.
    const early = await send(text(...lines('2024-12-30T23:00:00Z', 48)));
    expect(early.code).toBe(400360);
    const { records } = await operator.call('dayPricePage', { query: { size: 50 } });
    expect(records.map(({ day }) => day)).not.toContain('2025-01-01');
    const cny = await send(text(...lines('2026-07-01T22:00:00Z', 24)).replace('EUR', 'CNY'));
    expect([cny.status, cny.code]).toEqual([422, 422364]);
    expect((await send(text('2026-07-01 22:00,1', '2026-07-01 23:00,2'))).code).toBe(422365);
  });
});
