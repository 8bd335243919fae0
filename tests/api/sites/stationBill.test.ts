/**
 * The bill of a month from its points: demand by quarter hours over a clock change, ratchet, capacity and power factor.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { ingestPoints, keepDemandsNow } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { runSql } from '../../support/calls/world.ts';
import { makeSite } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const at = (text: string) => Date.parse(text);
const OCTOBER = { from: at('2026-09-30T22:00:00Z'), to: at('2026-10-31T23:00:00Z') };
const SEPTEMBER_PEAK = at('2026-09-15T10:00:00Z');
/** The clock shows 02:15 twice in this night, and this is the second time. */
const PEAK = at('2026-10-25T01:15:00Z');
const DISCHARGED = at('2026-10-12T10:00:00Z');
const UNREAD = at('2026-10-05T08:15:00Z');

type Point = readonly [ts: number, value: number];

const send = (sn: string, points: readonly Point[]) =>
  ingestPoints(
    server,
    points.map(([ts, value]) => ({ tenantId: operator.tenantId, sn, ts, value })),
  );

/** Returns readings of a counter at each quarter hour of October. */
function readings(start: number, energyOf: (ts: number) => number): Point[] {
  const points: Point[] = [];
  let value = start;
  for (let ts = OCTOBER.from; ts <= OCTOBER.to; ts += QUARTER_MS) {
    points.push([ts, value]);
    value += energyOf(ts);
  }
  return points;
}

const addMeter = (stationSn: string, code: string, energyRole: string, kind: 'counter' | 'interval') =>
  operator.call('deviceVariableCreate', {
    body: {
      ...{ deviceSn: `${stationSn}-M1`, code, name: code, dataType: 'number', kind },
      ...{ unit: energyRole === 'reactive' ? 'kvarh' : 'kWh', energyRole: energyRole as 'gridImport' },
    },
  });

async function makeBerlin(sn: string): Promise<void> {
  const { id, version } = (await makeSite(operator, sn)).station;
  await operator.call('stationUpdate', {
    path: { id },
    body: { id, version, timeZone: 'Europe/Berlin', currency: 'EUR' },
  });
}

const add = (stationSn: string, term: object) =>
  operator.call('electricityPriceAdd', {
    body: { stationSn, effectiveFrom: '2026-01-01', currency: 'EUR', chargeType: 'demand', ...term },
  });
const bill = (stationSn: string, month = '2026-10') =>
  operator.call('stationBill', { query: { stationSn, at: `${month}-15` } });

beforeAll(async () => {
  await makeBerlin('BILL');
  await addMeter('BILL', 'import', 'gridImport', 'counter');
  await addMeter('BILL', 'discharge', 'discharge', 'counter');
  await addMeter('BILL', 'reactive', 'reactive', 'interval');
  const special = new Map([
    [PEAK, 98.75],
    [DISCHARGED, 90],
  ]);
  await send('BILL-M1-import', [
    [SEPTEMBER_PEAK, 1000],
    [SEPTEMBER_PEAK + QUARTER_MS, 1123.4565],
    ...readings(1123.4565, (ts) => special.get(ts) ?? 25).filter(([ts]) => ts !== UNREAD),
  ]);
  await send(
    'BILL-M1-discharge',
    readings(0, (ts) => (ts === DISCHARGED ? 40 : 0)),
  );
  await send('BILL-M1-reactive', [[DISCHARGED, 40_000]]);
  await add('BILL', { chargeType: 'energy', price: 0.2137 });
  await add('BILL', { price: 11.37, ratchet: 82, ratchetMonths: 2 });
  await add('BILL', { price: 12.11, ratchet: 82, ratchetMonths: 2, effectiveFrom: '2026-10-16' });
  await add('BILL', { chargeType: 'capacity', price: 23.45, capacity: 1600 });
  const powerFactorSteps = [
    { to: 0.7, percent: 0.5 },
    { to: 0.95, percent: -0.15 },
  ];
  await add('BILL', { chargeType: 'powerFactor', powerFactor: 0.9, powerFactorSteps });
});

describe('the bill of an October', () => {
  it('is computed to the cent, with the decisive quarter hour', async () => {
    const { lines, totals, demand, powerFactor, over } = await bill('BILL');
    expect(
      lines.map(({ kind, from, last, quantity, amount }) => [kind, from, last, quantity, amount]),
    ).toEqual([
      // The reading at midnight belongs to November: 2,979 × 25 + 73.75 + 65 kWh, × 0.2137 = 15,944.958…
      ['energy', '2026-10-01', '2026-10-31', 74_613.75, '15944.96'],
      // 493.826 kW in September × 82 % = 404.937 kW, above the 395 kW of October; 15 and 16 of 31 days.
      ['demand', '2026-10-01', '2026-10-15', 404.937, '2227.81'],
      ['demand', '2026-10-16', '2026-10-31', 404.937, '2530.99'],
      ['capacity', '2026-10-01', '2026-10-31', 1600, '37520.00'],
      // 74,613.75 kWh and 40,000 kvarh result in 0.88. This is two hundredths below 0.90, so 1 % of 58,223.76.
      ['powerFactor', '2026-10-01', '2026-10-31', 0.88, '582.24'],
    ]);
    expect([totals, over]).toEqual([[{ currency: 'EUR', amount: '58806.00' }], true]);
    // The day has 25 hours. Two quarter hours are next to the missing reading.
    expect(demand).toMatchObject({
      highest: 395,
      at: new Date(PEAK).toISOString(),
      quarters: 2980,
      holes: 2,
    });
    expect(lines[1]!.ratchet).toEqual({
      ...{ percent: 82, months: 2, highest: 493.826, at: new Date(SEPTEMBER_PEAK).toISOString() },
      ...{ floor: 404.937, incomplete: 2 },
    });
    // 130 kWh in a quarter hour without the battery are 520 kW, 2,860.84 + 3,250.17.
    expect(demand).toMatchObject({ alone: 520, aloneAt: new Date(DISCHARGED).toISOString() });
    expect(demand).toMatchObject({ aloneHoles: 2, saved: 125, savedAmount: '1352.21' });
    expect(powerFactor).toEqual({
      active: 74_613.75,
      reactive: 40_000,
      factor: 0.88,
      agreed: 0.9,
      percent: 1,
    });
  });

  it('is the same from stored months, and includes a late reading', async () => {
    const counted = await bill('BILL');
    expect(await keepDemandsNow(server)).toBeGreaterThan(0);
    expect(await keepDemandsNow(server)).toBe(0);
    expect(await bill('BILL')).toEqual(counted);
    await runSql(
      server,
      `update demand_kept set judged = jsonb_set(judged, '{peak,power}', '600') where month = '2026-09-01'
        and station_sn = 'BILL'`,
    );
    expect((await bill('BILL')).lines[1]!.quantity).toBe(492);
    await send('BILL-M1-import', [[SEPTEMBER_PEAK - QUARTER_MS, 860]]);
    // 140 kWh in the quarter hour before are 560 kW, × 82 %.
    expect((await bill('BILL')).lines[1]!.quantity).toBe(459.2);
  });

  it('is visible only to users who may see the station and its prices', async () => {
    const query = { stationSn: 'BILL', at: '2026-10-15' };
    expect((await ask(stranger, 'stationBill', { query })).status).toBe(404);
  });
});

describe('quarter hours', () => {
  it('share the energy between two readings by time', async () => {
    await makeBerlin('SPREAD');
    await addMeter('SPREAD', 'import', 'gridImport', 'counter');
    await add('SPREAD', { price: 10 });
    const from = at('2026-10-07T10:03:00Z');
    const values = [0, 10, 40, 50, 60, 70];
    await send(
      'SPREAD-M1-import',
      values.map((value, step) => [from + step * 10 * MINUTE_MS, value]),
    );
    // 8 of 10 minutes of 30 kWh, and 7 of 10 minutes of 10 kWh, are 31 kWh from 10:15 to 10:30.
    const { demand, lines } = await bill('SPREAD');
    expect(demand).toMatchObject({
      highest: 124,
      at: '2026-10-07T10:15:00.000Z',
      quarters: 2980,
      holes: 2978,
    });
    expect(lines.find(({ kind }) => kind === 'demand')).toMatchObject({ amount: '1240.00' });
  });

  it('use readings that are up to a minute late, but no later ones', async () => {
    await makeBerlin('LATE');
    await addMeter('LATE', 'import', 'gridImport', 'counter');
    await add('LATE', { price: 10 });
    const minutes: readonly Point[] = [
      [0, 0],
      [16, 96],
      [30, 180],
      [45, 270],
      [61.02, 366.12],
    ];
    const from = at('2026-10-07T10:00:00Z');
    await send(
      'LATE-M1-import',
      minutes.map(([minute, value]) => [from + minute * MINUTE_MS, value]),
    );
    const { demand } = await bill('LATE');
    // Three quarter hours of 6 kWh a minute are known. The fourth one ends more than a minute late.
    expect(demand).toMatchObject({ highest: 360, at: '2026-10-07T10:00:00.000Z', holes: 2977 });
  });

  it('are not computed from hourly amounts', async () => {
    await makeBerlin('HOURLY');
    await addMeter('HOURLY', 'import', 'gridImport', 'interval');
    await add('HOURLY', { price: 10 });
    const hours = Array.from({ length: 5 }, (_, hour): Point => [DISCHARGED + hour * 4 * QUARTER_MS, 100]);
    const quarters = Array.from({ length: 4 }, (_, at): Point => [PEAK + at * QUARTER_MS, 10 + at]);
    await send('HOURLY-M1-import', hours);
    const unknown = await bill('HOURLY');
    expect(unknown.demand).toMatchObject({ highest: null, at: null, holes: 2980, saved: null });
    expect(unknown.lines.find(({ kind }) => kind === 'demand')).toMatchObject({
      quantity: null,
      amount: null,
    });
    await send('HOURLY-M1-import', quarters);
    const last = new Date(PEAK + 3 * QUARTER_MS).toISOString();
    expect((await bill('HOURLY')).demand).toMatchObject({ highest: 52, at: last, holes: 2976 });
  });
});

describe('the terms of a bill', () => {
  it('are refused if they have no effect, at the field', async () => {
    await makeBerlin('TERMS');
    const refused = async (term: object) => {
      const body = { stationSn: 'TERMS', effectiveFrom: '2026-01-01', currency: 'EUR', ...term };
      const { status, errors } = await ask(operator, 'electricityPriceAdd', { body });
      return [status, errors?.[0]?.field];
    };
    expect(await refused({ chargeType: 'demand' })).toEqual([400, '/price']);
    expect(await refused({ chargeType: 'powerFactor', powerFactor: 0.9 })).toEqual([
      400,
      '/powerFactorSteps',
    ]);
    const powerFactorSteps = [{ to: 0.9, percent: 1 }];
    expect(await refused({ chargeType: 'powerFactor', powerFactor: 0.9, powerFactorSteps })).toEqual([
      ...[400, '/powerFactorSteps/0/to'],
    ]);
  });

  it('bill no unknown values', async () => {
    const none = await bill('TERMS');
    expect(none).toMatchObject({ lines: [], demand: null, powerFactor: null, totals: [] });
    await add('TERMS', { chargeType: 'energy', price: 0.2 });
    await add('TERMS', { chargeType: 'capacity', price: 2 });
    const powerFactorSteps = [{ to: 0, percent: 1 }];
    await add('TERMS', { chargeType: 'powerFactor', powerFactor: 0.9, powerFactorSteps });
    const { lines, totals, powerFactor } = await bill('TERMS');
    expect(lines.map(({ kind, quantity, amount }) => [kind, quantity, amount])).toEqual([
      ['energy', null, null],
      ['capacity', null, null],
      ['powerFactor', null, null],
    ]);
    expect([totals, powerFactor?.factor]).toEqual([[], null]);
  });
});
