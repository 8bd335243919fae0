/** Charging transactions are priced when they are reported. Every later change of one is detected. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { hashDeal, ingestPoints } from '../../support/calls/inside.ts';
import { at, iso, ZONE } from '../../support/devices/mobile.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator } from '../../support/telemetry/site.ts';

let server: TestServer;
let boss: Client & { tenantId: number };
let stranger: Client;

beforeAll(async () => {
  server = await sharedServer();
  boss = await makeOperator(server);
  stranger = await makeOperator(server);
  await boss.call('stationCreate', { body: { sn: 'EVC', name: 'Harbour', timeZone: ZONE } });
  for (const sn of ['EVC-1', 'EVC-2'])
    await boss.call('deviceCreate', { body: { sn, name: sn, stationSn: 'EVC', type: 'charger' } });
  await boss.call('deviceCreate', { body: { sn: 'EVC-M', name: 'Meter', stationSn: 'EVC', type: 'meter' } });
  await boss.call('deviceVariableCreate', {
    body: {
      deviceSn: 'EVC-2',
      code: 'energy',
      name: 'Energy',
      unit: 'kWh',
      dataType: 'number',
      kind: 'counter',
    },
  });
  const price = { stationSn: 'EVC', chargeType: 'charging', currency: 'CNY' } as const;
  await boss.call('electricityPriceAdd', {
    body: {
      ...{ ...price, effectiveFrom: '2026-11-01', price: 1.1 },
      periods: [{ start: '22:00', end: '08:00', band: 'valley', price: 0.6 }],
    },
  });
  await boss.call('electricityPriceAdd', { body: { ...price, effectiveFrom: '2026-11-15', price: 1.3 } });
});
afterAll(() => server?.stop());

const deal = (more: object = {}, client: Client = boss) =>
  client.call('chargeDealCreate', {
    body: {
      ...{ deviceSn: 'EVC-1', startsAt: iso(10, '21:00'), endsAt: iso(10, '23:00') },
      ...{ readingBefore: 1000, readingAfter: 1050.5, ...more },
    },
  });

describe('a charging transaction', () => {
  it('is priced by its duration if nothing else is known', async () => {
    // 25.25 × 1.10 = 27.775 → 27.78; 25.25 × 0.60 = 15.15
    const made = await deal({ plate: '苏E·88888', signature: 'OCMF|{}|{}' });
    expect(made).toMatchObject({
      ...{ stationSn: 'EVC', energy: 50.5, fee: '42.93', currency: 'CNY', previousHash: null },
      lines: [
        { energy: 25.25, price: 1.1, fee: '27.78' },
        { band: 'valley', energy: 25.25, price: 0.6, fee: '15.15' },
      ],
    });
    expect(made.number).toMatch(/^CD\d{6}-00001$/);
    expect(await boss.call('chargeDealGet', { path: { id: made.id } })).toMatchObject({ fee: '42.93' });
  });

  it("is priced by the charger's counter during its time", async () => {
    const points = [
      [at(10, '21:30'), 540],
      [at(10, '22:00'), 548],
      [at(10, '22:30'), 550],
    ].map(([ts, value]) => ({ tenantId: boss.tenantId, sn: 'EVC-2-energy', ts: ts!, value: value! }));
    await ingestPoints(server, points);
    // 48 × 1.10 = 52.80; 2 × 0.60 = 1.20
    const made = await deal({ deviceSn: 'EVC-2', readingBefore: 500, readingAfter: 550 });
    expect(made).toMatchObject({ energy: 50, fee: '54.00', lines: [{ energy: 48 }, { energy: 2 }] });
  });

  it('has the price that was in force on its day', async () => {
    const day = { startsAt: iso(16, '10:00'), endsAt: iso(16, '11:00') };
    expect(await deal({ ...day, readingBefore: 1050.5, readingAfter: 1060.5 })).toMatchObject({
      fee: '13.00',
    });
  });

  it('contains the hash of the previous one, which reveals later changes', async () => {
    const { records } = await boss.call('chargeDealPage', { query: { sort: 'startsAt' } });
    const own = records.filter(({ deviceSn }) => deviceSn === 'EVC-1').sort((a, b) => a.id - b.id);
    expect(own).toHaveLength(2);
    expect(own[1]?.previousHash).toBe(own[0]?.recordHash);
    for (const one of own) expect(hashDeal({ ...one })).toBe(one.recordHash);
    expect(hashDeal({ ...own[0], readingAfter: 1040 })).not.toBe(own[0]?.recordHash);
  });

  it('of 16 in parallel has a different predecessor each', async () => {
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, place) => {
        const minute = String(place).padStart(2, '0');
        return deal({ startsAt: iso(17, `10:${minute}`), endsAt: iso(17, '11:00') });
      }),
    );
    expect(new Set(made.map(({ previousHash }) => previousHash)).size).toBe(16);
  });

  it.each([
    ['ends before it begins', { endsAt: iso(10, '20:00') }, '/endsAt'],
    ['ends in the future', { endsAt: '2099-01-01T00:00:00Z' }, '/endsAt'],
    ['counted backwards', { readingAfter: 999 }, '/readingAfter'],
    ['is of no charger', { deviceSn: 'EVC-M' }, '/deviceSn'],
    ['says what it costs', { fee: '1.00' }, '/fee'],
    ['brings its own hash', { recordHash: 'a'.repeat(64) }, '/recordHash'],
  ])('is refused where it %s', async (_, more, field) => {
    await expect(deal({ startsAt: iso(10, '20:30'), ...more })).rejects.toMatchObject({
      status: 400,
      errors: [{ field }],
    });
  });

  it('is told once', async () => {
    await expect(deal()).rejects.toMatchObject({ status: 409 });
  });

  it('is neither deleted nor changed', async () => {
    const { records } = await boss.call('chargeDealPage', { query: { size: 1 } });
    const { id, version } = records[0]!;
    const selection = { ids: [id] };
    const body = { selection, expected: 1, values: { plate: 'X' } };
    const changed = await boss
      .call('recordBulkUpdate', { path: { entity: 'chargeDeal' }, body })
      .catch((e) => e);
    expect(changed).toMatchObject({ status: 404 });
    expect((await boss.call('chargeDealGet', { path: { id } })).version).toBe(version);
  });

  it('is visible only to users who may see the station', async () => {
    expect((await stranger.call('chargeDealPage', {})).total).toBe(0);
    const reader = await joinTenant(server, boss.tenantId, ['chargeDeal:list']);
    expect((await reader.call('chargeDealPage', {})).total).toBeGreaterThan(0);
    await expect(deal({ startsAt: iso(10, '20:00') }, reader)).rejects.toMatchObject({ status: 403 });
    const { rows } = await boss.call('recordStatistic', {
      path: { name: 'chargeDeals' },
      query: { by: 'deviceSn' },
    });
    expect(rows.find(({ key }) => key.deviceSn === 'EVC-2')?.figures).toEqual({
      deals: 1,
      energy: 50,
      fee: '54.00',
    });
  });
});
