/**
 * S10: a new price from the 15th and a share of the saving. Every figure of the month is computed by hand, to the cent.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { login } from '../../support/server/server.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const ROLES = ['charge', 'discharge', 'gridExport', 'gridImport', 'pv'] as const;
let finance: Client;

/** Points of three months on the clock of Shanghai. */
const COUNTED: readonly [role: (typeof ROLES)[number], time: string, kWh: number][] = [
  ['discharge', '2026-07-31T23:30', 40],
  ['discharge', '2026-08-20T11:00', 100],
  ['charge', '2026-08-20T03:30', 120],
  ['charge', '2026-09-10T03:30', 1000.5],
  ['charge', '2026-09-14T23:30', 200.3],
  ['charge', '2026-09-15T00:30', 333.3],
  ['discharge', '2026-09-10T11:00', 900.7],
  ['discharge', '2026-09-14T13:30', 180.1],
  ['discharge', '2026-09-16T11:00', 300.5],
  ['discharge', '2026-09-20T18:00', 50.25],
  ['gridImport', '2026-09-14T23:30', 10],
  ['gridImport', '2026-09-15T00:30', 10],
  ['gridExport', '2026-09-12T12:00', 77.77],
  ['pv', '2026-09-12T12:00', 100.5],
];

const price = (effectiveFrom: string, [flat, peak, valley]: [number, number, number]) => ({
  ...{ stationSn: 'SET', chargeType: 'energy' as const, effectiveFrom, price: flat },
  periods: [
    { start: '10:00', end: '14:00', band: 'peak' as const, price: peak },
    { start: '22:00', end: '06:00', band: 'valley' as const, price: valley },
  ],
});
const settlement = (month: string, client = finance) =>
  client.call('stationSettlement', { query: { stationSn: 'SET', at: `${month}-30` } });
const profit = async (by: 'day' | 'month', period: string) => {
  const { time_keys, currencies } = await finance.call('fleetProfit', { query: { by, period } });
  return new Map(time_keys.map((key, at) => [key, currencies[0]!.amounts[at]]));
};
const bill = (role: (typeof ROLES)[number]) =>
  finance.call('electricityCharge', {
    body: { stationSn: 'SET', role, from: '2026-08-31T16:00:00Z', to: '2026-09-30T16:00:00Z' },
  });

beforeAll(async () => {
  const { username } = await makePerson(server, [operator.tenantId], { role: 'finance' });
  finance = await login(server, username, PASSWORD);
  const plant = await makeSite(operator, 'SET');
  for (const role of ROLES)
    await operator.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: plant.device.sn, code: role, name: role, unit: 'kWh' },
        ...{ dataType: 'number', kind: 'interval', energyRole: role },
      },
    });
  await ingestPoints(
    server,
    COUNTED.map(([role, time, value]) => ({
      ...{ tenantId: operator.tenantId, sn: `SET-M1-${role}`, value },
      ts: Date.parse(`${time}:00+08:00`),
    })),
  );
  await finance.call('electricityPriceAdd', { body: price('2026-01-01', [0.6, 1.1, 0.3]) });
  await finance.call('settlePriceCreate', {
    body: { stationSn: 'SET', kind: 'savingShare', effectiveFrom: '2026-01-01', share: 30 },
  });
});

it('a month ends with its last day', async () => {
  // 40 kWh half an hour before August, at 0.30.
  const { lines } = await settlement('2026-07');
  expect(lines).toMatchObject([{ last: '2026-07-31', discharged: '12.00', saving: '12.00' }]);
});

describe('a month with a new price from its 15th (S10)', () => {
  it('does not change the previous month', async () => {
    const before = await settlement('2026-08');
    // 100 kWh × 1.10 less 120 kWh × 0.30, of which the customer keeps 30 %.
    expect(before.lines).toMatchObject([
      { kind: 'savingShare', from: '2026-08-01', last: '2026-08-31', saving: '74.00', customer: '22.20' },
    ]);
    expect(before.totals).toEqual([{ currency: 'CNY', amount: '51.80' }]);
    await finance.call('electricityPriceAdd', { body: price('2026-09-15', [0.62, 1.25, 0.25]) });
    expect(await settlement('2026-08')).toEqual(before);
    expect((await profit('month', '2026')).get('2026-08-01')).toBe('74.00');
  });

  it("is split at the station's midnight, and bill, revenue and fleet agree to the cent", async () => {
    const days = await finance.call('electricityDays', {
      path: { stationSn: 'SET' },
      query: { month: '2026-09' },
    });
    // 10 kWh half an hour before midnight at 0.30, 10 kWh half an hour after it at 0.25.
    const valley = days.bands.find(({ band }) => band === 'valley')!;
    expect([valley.costs[13], valley.costs[14], days.cost]).toEqual(['3.00', '2.50', '5.50']);
    // 1000.5 × 0.30 + 200.3 × 0.30 + 333.3 × 0.25 = 443.565
    expect((await bill('charge')).cost).toBe('443.57');
    // 900.7 × 1.10 + 180.1 × 1.10 + 300.5 × 1.25 = 1564.505, and 50.25 × 0.62 = 31.155
    const discharged = await bill('discharge');
    expect(discharged.bands.map(({ band, cost, prices }) => [band, cost, prices])).toEqual([
      ['peak', '1564.51', ['1.1', '1.25']],
      ['valley', null, ['0.3', '0.25']],
      ['single', '31.16', ['0.6', '0.62']],
    ]);
    expect((await profit('month', '2026')).get('2026-09-01')).toBe('1152.10');
    const byDay = await profit('day', '2026-09');
    expect([byDay.get('2026-09-14'), byDay.get('2026-09-15')]).toEqual(['138.02', '-83.33']);
    const { lines } = await settlement('2026-09');
    expect(lines).toMatchObject([
      {
        ...{ kind: 'savingShare', currency: 'CNY', share: 30, charged: '443.57', discharged: '1595.67' },
        ...{ saving: '1152.10', customer: '345.63', amount: '806.47' },
      },
    ]);
  });

  it('includes feed-in, self-consumption and service beside the share, from its first day', async () => {
    const agree = { stationSn: 'SET', effectiveFrom: '2026-09-01' };
    await finance.call('settlePriceCreate', { body: { ...agree, kind: 'feedIn', price: 0.391 } });
    await finance.call('settlePriceCreate', { body: { ...agree, kind: 'selfUse', price: 0.55 } });
    await finance.call('settlePriceCreate', {
      body: { ...agree, kind: 'serviceFee', fee: '3600.00', effectiveFrom: '2026-09-15' },
    });
    const { lines, totals, over } = await settlement('2026-09');
    expect(lines.map(({ kind, from, last, energy, amount }) => [kind, from, last, energy, amount])).toEqual([
      ['savingShare', '2026-09-01', '2026-09-30', null, '806.47'],
      // 100.5 − 77.77 = 22.73 kWh × 0.55 = 12.5015
      ['selfUse', '2026-09-01', '2026-09-30', 22.73, '12.50'],
      // 77.77 kWh × 0.391 = 30.40807
      ['feedIn', '2026-09-01', '2026-09-30', 77.77, '30.41'],
      // 16 of 30 days.
      ['serviceFee', '2026-09-15', '2026-09-30', null, '1920.00'],
    ]);
    expect([totals, over]).toEqual([[{ currency: 'CNY', amount: '2769.38' }], true]);
    expect((await settlement('2026-08')).totals).toEqual([{ currency: 'CNY', amount: '51.80' }]);
  });

  it('is hidden from other users', async () => {
    const query = { stationSn: 'SET', at: '2026-09-30' };
    expect((await ask(stranger, 'stationSettlement', { query })).status).toBe(404);
    const { username } = await makePerson(server, [operator.tenantId], { role: 'operator' });
    const reader = await login(server, username, PASSWORD);
    expect((await ask(reader, 'stationSettlement', { query })).status).toBe(403);
  });
});

describe('prices of a station', () => {
  it('that begin on the same day as others are refused with the dates', async () => {
    const again = await ask(finance, 'electricityPriceAdd', { body: price('2026-01-01', [1, 1, 1]) });
    expect([again.status, again.errors]).toEqual([
      409,
      [
        {
          field: '/effectiveFrom',
          msg: expect.stringContaining('from 2026-01-01 to 2026-09-14'),
        },
      ],
    ]);
    const prices = await finance.call('stationChargeConfigs', { query: { stationSn: 'SET' } });
    const first = prices.find(({ effectiveFrom }) => effectiveFrom === '2026-01-01')!;
    const moved = await ask(finance, 'electricityPriceUpdate', {
      body: { id: first.id, version: first.version, effectiveFrom: '2026-09-15' },
    });
    expect([moved.status, moved.errors?.[0]?.msg]).toEqual([
      409,
      expect.stringContaining('starts on 2026-09-15'),
    ]);
    const settled = await ask(finance, 'settlePriceCreate', {
      body: { stationSn: 'SET', kind: 'savingShare', effectiveFrom: '2026-01-01', share: 20 },
    });
    expect([settled.status, settled.errors?.[0]?.field]).toEqual([409, '/effectiveFrom']);
  });

  it('have the currency of the station by default', async () => {
    const { id, version } = (await makeSite(operator, 'RINGGIT')).station;
    await operator.call('stationUpdate', { path: { id }, body: { id, version, currency: 'MYR' } });
    const term = { stationSn: 'RINGGIT', effectiveFrom: '2026-01-01' };
    const added = await finance.call('electricityPriceAdd', {
      body: { ...term, chargeType: 'energy', price: 0.4 },
    });
    const fee = { ...term, kind: 'serviceFee' as const, fee: '9999999999.99' };
    const agreed = await finance.call('settlePriceCreate', { body: fee });
    expect([added.currency, agreed.currency]).toEqual(['MYR', 'MYR']);
    const dearer = { ...fee, effectiveFrom: '2026-02-01' };
    const over = await ask(finance, 'settlePriceCreate', { body: { ...dearer, fee: '10000000000.00' } });
    expect([over.status, over.errors?.[0]?.field]).toEqual([400, '/fee']);
    expect(over.errors?.[0]?.msg).toMatch(/10 digits/);
  });
});
