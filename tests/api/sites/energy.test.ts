import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { changeRows } from '../../support/calls/world.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { makeOperator } from '../../support/telemetry/site.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;

const STATION = 'BLN';
const HOUR_MS = 3_600_000;
const at = (text: string) => Date.parse(text);

/** Counts 1 kWh in every quarter hour between two moments. */
async function count(sn: string, from: string, to: string): Promise<void> {
  const points = [];
  for (let ts = at(from); ts < at(to); ts += HOUR_MS / 4)
    points.push({ tenantId: operator.tenantId, sn, ts, value: 1 });
  await ingestPoints(server, points);
}

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  await seedSite(server, {
    tenantId: operator.tenantId,
    station: STATION,
    zone: 'Europe/Berlin',
    device: 'M1',
    token: 'energy-m1',
    variables: [
      { code: 'import', kind: 'interval', unit: 'kWh' },
      { code: 'sub', kind: 'interval', unit: 'MWh' },
      { code: 'water', kind: 'interval', unit: 'm³' },
      { code: 'power', unit: 'kW' },
    ],
  });
  const tariff = { stationSn: STATION, chargeType: 'energy', currency: 'EUR' } as const;
  await operator.call('electricityPriceAdd', {
    body: {
      ...tariff,
      effectiveFrom: '2026-03-01',
      periods: [
        { start: '22:30', end: '06:30', band: 'valley', price: 0.1 },
        { start: '06:30', end: '22:30', band: 'peak', price: 0.3 },
      ],
    },
  });
  await operator.call('electricityPriceAdd', {
    body: {
      ...tariff,
      effectiveFrom: '2026-03-16',
      periods: [{ start: '08:00', end: '20:00', band: 'peak', price: 0.45 }],
      price: 0.2,
    },
  });
  await count('M1-import', '2026-03-14T23:00:00Z', '2026-03-16T23:00:00Z');
  await count('M1-import', '2026-02-27T23:00:00Z', '2026-02-28T23:00:00Z');
  await count('M1-import', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z');
  await count('M1-import', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
});
afterAll(() => server?.stop());

const charge = (from: string, to: string, sns = ['M1-import']) =>
  operator.call('electricityCharge', { body: { stationSn: STATION, sns, from, to } });

describe('energy by price periods', () => {
  it('is split at half hours and at a change of tariff', async () => {
    // 15 March: 8 h valley, 16 h peak; 16 March: 12 h peak at the new price, 12 h at the single one; 4 kWh an hour.
    const answer = await charge('2026-03-14T23:00:00Z', '2026-03-16T23:00:00Z');
    expect(answer).toEqual({
      currency: 'EUR',
      meters: 1,
      energy: 192,
      // 64 × 0.3 + 48 × 0.45 = 40.80; 32 × 0.1 = 3.20; 48 × 0.2 = 9.60
      cost: '53.60',
      bands: [
        { band: 'peak', energy: 112, cost: '40.80', prices: ['0.3', '0.45'] },
        { band: 'valley', energy: 32, cost: '3.20', prices: ['0.1'] },
        { band: 'single', energy: 48, cost: '9.60', prices: ['0.2'] },
      ],
    });
  });

  it('is returned by day, each with its own price periods', async () => {
    const trend = await operator.call('electricityChargeTrend', {
      body: {
        stationSn: STATION,
        sns: ['M1-import'],
        from: '2026-03-14T23:00:00Z',
        to: '2026-03-16T23:00:00Z',
        bucket: 'day',
      },
    });
    expect(trend.time_keys).toEqual(['2026-03-15T00:00:00.000+01:00', '2026-03-16T00:00:00.000+01:00']);
    expect(trend.energies).toEqual([96, 96]);
    const [peak, valley, single] = trend.bands;
    expect(peak).toMatchObject({ energies: [64, 48], costs: ['19.20', '21.60'] });
    expect(valley).toMatchObject({ energies: [32, null], costs: ['3.20', null] });
    expect(single).toMatchObject({ energies: [null, 48], costs: [null, '9.60'] });
  });

  it('follows the local clock on the days of 23 and 25 hours', async () => {
    // Both days have the tariff with a peak from 8 to 20. The skipped or doubled hour is outside it.
    const spring = await charge('2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z');
    expect(spring.bands.map(({ band, energy }) => [band, energy])).toEqual([
      ['peak', 48],
      ['single', 44],
    ]);
    const autumn = await charge('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z');
    expect(autumn.bands.map(({ band, energy }) => [band, energy])).toEqual([
      ['peak', 48],
      ['single', 52],
    ]);
  });

  it('has no price if none is set, and is never free', async () => {
    const before = await charge('2026-02-27T23:00:00Z', '2026-02-28T23:00:00Z');
    expect(before).toMatchObject({
      currency: null,
      energy: 96,
      cost: null,
      bands: [{ band: 'unpriced', energy: 96, cost: null, prices: [] }],
    });
  });

  it('is refused for more years than have prices, before days are counted', async () => {
    const inputOf = (from: string, to: string) => ({ body: { stationSn: STATION, from, to } });
    const always = inputOf('0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z');
    const trend = { body: { ...always.body, bucket: 'year' } };
    expect((await ask(operator, 'electricityCharge', always)).status).toBe(400);
    for (const id of ['electricityChargeTrend', 'energyLabelTrend'] as const)
      expect((await ask(operator, id, trend)).status).toBe(400);
    const decades = inputOf('1990-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
    expect(await ask(operator, 'electricityCharge', decades)).toMatchObject({
      status: 400,
      code: 400_103,
      msg: 'The window is too long: at most 10 years',
    });
    const century = inputOf('1900-01-01T00:00:00Z', '2100-01-01T00:00:00Z');
    expect(await ask(operator, 'energyLabelTotals', century)).toMatchObject({ status: 400, code: 400_103 });
    const years = inputOf('2016-06-01T00:00:00Z', '2026-05-01T00:00:00Z');
    expect((await ask(operator, 'electricityCharge', years)).status).toBe(200);
  });

  it('is refused for a variable that is no meter, and for two currencies', async () => {
    const wrong = await ask(operator, 'electricityCharge', {
      body: {
        stationSn: STATION,
        sns: ['M1-power'],
        from: '2026-03-01T00:00:00Z',
        to: '2026-03-02T00:00:00Z',
      },
    });
    expect(wrong.code).toBe(40080);
    const row = await operator.call('electricityPriceAdd', {
      body: {
        stationSn: STATION,
        chargeType: 'energy',
        currency: 'CNY',
        effectiveFrom: '2027-01-01',
        price: 1,
      },
    });
    const window = { from: '2026-12-30T00:00:00Z', to: '2027-01-03T00:00:00Z' };
    const mixed = await ask(operator, 'electricityCharge', { body: { stationSn: STATION, ...window } });
    expect(mixed.code).toBe(40082);
    await operator.call('stationChargeConfigDelete', { path: { id: row.id } });
  });

  it('is returned for months, days and hours of a station without a meter of this role', async () => {
    const path = { stationSn: STATION };
    const months = await operator.call('electricityMonths', { path, query: { year: '2026' } });
    expect(months).toMatchObject({ meters: 0, energy: null, cost: null });
    expect(months.time_keys).toHaveLength(12);
    const days = await operator.call('electricityDays', { path, query: { month: '2026-02' } });
    expect(days.time_keys).toHaveLength(28);
    const degrees = await operator.call('electricityDegrees', { path, query: { month: '2026-03' } });
    expect(degrees.datas).toHaveLength(31);
    const load = await operator.call('electricityLoad', { path, query: { date: '2026-03-29' } });
    expect(load).toMatchObject({ unit: 'kW' });
    expect(load.datas).toHaveLength(23);
  });
});

describe('prices', () => {
  it('are returned for the whole day', async () => {
    const { currency, windows } = await operator.call('electricityPriceConfig', {
      query: { stationSn: STATION, date: '2026-03-15' },
    });
    expect(currency).toBe('EUR');
    expect(windows.map(({ from, band, price }) => [from, band, price])).toEqual([
      ['2026-03-14T23:00:00.000Z', 'valley', '0.1'],
      ['2026-03-15T05:30:00.000Z', 'peak', '0.3'],
      ['2026-03-15T21:30:00.000Z', 'valley', '0.1'],
    ]);
  });

  it.each([
    [
      'overlap',
      [
        ['00:00', '08:00'],
        ['07:30', '12:00'],
      ],
    ],
    [
      'overlap over midnight',
      [
        ['22:00', '06:00'],
        ['05:00', '07:00'],
      ],
    ],
    ['are empty', [['08:00', '08:00']]],
    ['pass the end of the day', [['20:00', '24:30']]],
  ])('are refused where periods %s', async (_what, spans) => {
    const periods = spans.map(([start, end]) => ({ start: start!, end: end!, band: 'peak', price: 1 }));
    const body = {
      stationSn: STATION,
      chargeType: 'feedIn',
      currency: 'EUR',
      effectiveFrom: '2026-01-01',
      periods,
    };
    const answer = await ask(operator, 'electricityPriceAdd', { body });
    expect(answer.code).toBe(40081);
  });

  it('leave as a table', async () => {
    const answer = await operator.request('electricityPriceExport', { query: { stationSn: STATION } });
    expect(await answer.text()).toContain('2026-03-16,08:00,20:00,');
  });
});

describe('labels', () => {
  const window = { from: '2026-03-14T23:00:00Z', to: '2026-03-16T23:00:00Z' };
  let typeId = 0;
  const label = (name: string, more: object = {}) =>
    operator.call('energyLabelCreate', {
      body: { name, stationSn: STATION, energyTypeId: typeId, labelType: 'area', ...more },
    });

  it('add up their meters, or the labels below them, in the unit of the type', async () => {
    const types = await operator.call('energyTypePage', {});
    typeId = types.records.find(({ code }) => code === 'electricity')!.id;
    await ingestPoints(
      server,
      ['2026-03-15T08:00:00Z', '2026-03-16T08:00:00Z'].map((time, index) => {
        return { tenantId: operator.tenantId, sn: 'M1-sub', ts: at(time), value: 0.01 * (index + 1) };
      }),
    );
    const site = await label('Site', { sort: 1 });
    const hall = await label('Hall', { parentId: site.id, variables: ['M1-import'], sort: 1 });
    const office = await label('Office', { parentId: site.id, variables: ['M1-sub'], sort: 2 });
    const totals = await operator.call('energyLabelTotals', { body: { stationSn: STATION, ...window } });
    expect(totals.energyType).toMatchObject({ code: 'electricity', unit: 'kWh' });
    expect(totals.total).toBe(222);
    expect(totals.labels.map(({ name, level, value }) => [name, level, value])).toEqual([
      ['Site', 0, 222],
      ['Hall', 1, 192],
      ['Office', 1, 30],
    ]);
    const question = { stationSn: STATION, ...window, labels: [hall.id, office.id] };
    const shares = await operator.call('energyLabelShares', { body: question });
    expect(shares.labels.map(({ share }) => share?.toFixed(4))).toEqual(['0.8649', '0.1351']);
    // The price periods also split the consumption of labels. A parent label includes those below it.
    const bands = async (id: number) =>
      (
        await operator.call('electricityCharge', { body: { stationSn: STATION, labels: [id], ...window } })
      ).bands.map(({ band, energy }) => [band, energy]);
    expect(await bands(hall.id)).toEqual([
      ['peak', 112],
      ['valley', 32],
      ['single', 48],
    ]);
    expect(await bands(site.id)).toEqual([
      ['peak', 142],
      ['valley', 32],
      ['single', 48],
    ]);
    await expect(bands(987_654)).rejects.toMatchObject({ status: 404 });
    const trend = await operator.call('energyLabelTrend', { body: { ...question, bucket: 'day' } });
    expect(trend.labels.map(({ datas }) => datas)).toEqual([
      [96, 96],
      [10, 20],
    ]);
    const branch = await operator.call('energyLabelBranch', {
      body: { stationSn: STATION, ...window, labels: [site.id], bucket: 'day' },
    });
    expect(branch.labels.map(({ name, datas }) => [name, datas])).toEqual([
      ['Site', [106, 116]],
      ['Hall', [96, 96]],
      ['Office', [10, 20]],
    ]);
    const [tree] = await operator.call('energyLabelTree', { path: { id: typeId } });
    expect(tree?.children.map(({ name }) => name)).toEqual(['Hall', 'Office']);
    const linked = await operator.call('energyLabelVariables', { path: { id: office.id } });
    expect(linked).toEqual([{ sn: 'M1-sub', name: 'sub', deviceSn: 'M1', unit: 'MWh' }]);
    const dimensions = await operator.call('energyDimensionTree', { query: { stationSn: STATION } });
    expect(dimensions.map(({ value, labels }) => [value, labels.length])).toEqual([
      ['area', 1],
      ['process', 0],
      ['department', 0],
      ['equipment', 0],
    ]);
  });

  it('refuse meters of another unit and parents of another place', async () => {
    const base = { name: 'x', stationSn: STATION, energyTypeId: typeId, labelType: 'area' };
    const water = await ask(operator, 'energyLabelCreate', { body: { ...base, variables: ['M1-water'] } });
    expect(water.code).toBe(40080);
    const { records } = await operator.call('energyLabelPage', {});
    const site = records.find(({ name }) => name === 'Site')!;
    const child = records.find(({ name }) => name === 'Hall')!;
    const elsewhere = await ask(operator, 'energyLabelCreate', {
      body: { ...base, labelType: 'process', parentId: site.id },
    });
    expect(elsewhere.code).toBe(40083);
    const below = await ask(operator, 'energyLabelUpdate', {
      body: { id: site.id, version: site.version, parentId: child.id },
    });
    expect(below.code).toBe(40083);
    const moved = await ask(operator, 'energyLabelUpdate', {
      body: { id: site.id, version: site.version, labelType: 'process' },
    });
    expect(moved.code).toBe(40985);
  });

  it('enable and disable the alarm rules of their meters (C742)', async () => {
    const [device] = (await operator.call('devicePage', { query: { search: 'M1' } })).records;
    const rule = (code: string) =>
      operator.call('alarmGeneraterCreate', {
        body: {
          ...{
            name: code,
            kind: 'threshold',
            stationSn: STATION,
            deviceSn: device!.sn,
            variableSn: `M1-${code}`,
          },
          ...{ operator: '>', threshold: 1e6, level: 'major', enabled: true },
        },
      });
    const [meter, other] = [await rule('import'), await rule('power')];
    const trees = await operator.call('energyLabelTotals', { body: { stationSn: STATION, ...window } });
    const site = trees.labels.find(({ name }) => name === 'Site')!;
    const change = (type: 'open' | 'close') =>
      operator.call('energyLabelAlarmSwitcher', { query: { id: site.id, type } });
    expect(await change('close')).toEqual({ alarmEnable: false, changed: 1 });
    expect(await change('close')).toEqual({ alarmEnable: false, changed: 0 });
    const enabled = async (id: number) =>
      (await operator.call('alarmGeneraterGet', { path: { id } })).enabled;
    expect([await enabled(meter.id), await enabled(other.id)]).toEqual([false, true]);
    expect(await change('open')).toEqual({ alarmEnable: true, changed: 1 });
    expect(
      (await ask(stranger, 'energyLabelAlarmSwitcher', { query: { id: site.id, type: 'open' } })).status,
    ).toBe(404);
  });
});

describe('social contribution', () => {
  it('uses the factors of the tenant', async () => {
    await changeRows(server, 'device_variable', { sn: 'M1-import' }, { energy_role: 'pv' });
    const path = { stationSn: STATION };
    const query = { from: '2026-03-14T23:00:00Z', to: '2026-03-16T23:00:00Z' };
    const official = await operator.call('socialContribution', { path, query });
    // 192 kWh × 0.5306 = 101.8752 kg, × 0.1229 = 23.5968 kg; 101.8752 / 60 trees
    expect(official.energy).toBe(192);
    expect(official.figures.map(({ value }) => value?.toFixed(4))).toEqual(['101.8752', '23.5968', '1.6979']);
    const { records } = await operator.call('contributionFactorPage', {});
    const co2 = records.find(({ kind }) => kind === 'co2')!;
    await operator.call('contributionFactorUpdate', {
      body: { id: co2.id, version: co2.version, value: 0.5, source: 'Contract', year: 2026 },
    });
    const own = await operator.call('socialContribution', { path, query });
    expect(own.figures[0]).toEqual({ kind: 'co2', value: 96, factor: 0.5, source: 'Contract', year: 2026 });
  });
});

it('is hidden from another tenant', async () => {
  const window = { from: '2026-03-14T23:00:00Z', to: '2026-03-16T23:00:00Z' };
  const body = { stationSn: STATION, ...window };
  const answers = await Promise.all([
    ask(stranger, 'electricityCharge', { body }),
    ask(stranger, 'electricityChargeTrend', { body: { ...body, bucket: 'day' } }),
    ask(stranger, 'energyLabelTotals', { body }),
    ask(stranger, 'energyLabelTrend', { body: { ...body, bucket: 'day' } }),
    ask(stranger, 'electricityDays', { path: { stationSn: STATION } }),
    ask(stranger, 'electricityPriceConfig', { query: { stationSn: STATION } }),
    ask(stranger, 'electricityPriceExport', { query: { stationSn: STATION } }),
    ask(stranger, 'socialContribution', { path: { stationSn: STATION }, query: window }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
});
