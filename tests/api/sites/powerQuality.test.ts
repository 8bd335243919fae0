/**
 * Power quality: limits of a station, current values, and months that are evaluated by ten-minute means
 * (C713–C715, C754–C757).
 */
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { ingestPoints } from '../../support/calls/inside.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, send } from '../../support/telemetry/site.ts';

const SLOT = 600_000;
const OCTOBER = Date.parse('2026-10-01T00:00:00+08:00');
const SLOTS = 31 * 144;
/** Index from which on the analyser was silent for some days. */
const SILENT_FROM = 4_000;

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
let stationId: number;
let device: { sn: string; token?: string | null };

const sn = (code: string) => `PQS-A-${code}`;
const QUANTITIES = [
  ['voltageA', 'V'],
  ['voltageB', 'V'],
  ['voltageC', 'V'],
  ['frequency', 'Hz'],
  ['thdUA', '%'],
  ['uAh5', '%'],
  ['currentA', 'A'],
] as const;

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  const station = await operator.call('stationCreate', {
    body: { sn: 'PQS', name: 'Quality', timeZone: 'Asia/Shanghai', voltageClass: '380 V' },
  });
  stationId = station.id;
  device = await operator.call('deviceCreate', {
    body: { sn: 'PQS-A', name: 'Analyser', stationSn: 'PQS', type: 'meter' },
  });
  for (const [code, unit] of QUANTITIES)
    await operator.call('deviceVariableCreate', {
      body: { deviceSn: 'PQS-A', code, name: code, unit, dataType: 'number', kind: 'gauge', decimals: 3 },
    });
  const { tenantId } = operator;
  const points = Array.from({ length: SILENT_FROM }, (_, slot) => {
    const ts = OCTOBER + slot * SLOT + SLOT / 2;
    // 6 % of the means exceed 5 %, which is the limit of a network of 380 V.
    const thd = slot % 100 < 6 ? 5.5 : 2;
    return [
      ['voltageA', 402],
      ['voltageB', 398],
      ['voltageC', 400],
      ['frequency', 50.1],
      ['thdUA', thd],
      ['uAh5', 3.5],
    ].map(([code, value]) => ({ tenantId, sn: sn(String(code)), ts, value: Number(value) }));
  }).flat();
  await ingestPoints(server, points);
});
afterAll(() => server?.stop());

const month = async (client: Client = operator) => {
  const report = await client.call('qualityMonth', { query: { stationSn: 'PQS', month: '2026-10' } });
  const rowOf = (quantity: string, phase = '') =>
    report.rows.find((row) => row.quantity === quantity && row.phase === phase);
  return { report, rowOf };
};

describe('the limits of a station', () => {
  const limit = async (name: string) => {
    const setting = await operator.call('qualityThresholdGetSetting', { path: { id: stationId } });
    return { setting, one: setting.limits.find((each) => each.name === name) };
  };

  it('follow the standard for its voltage, each with its source', async () => {
    const { setting, one } = await limit('thdU');
    expect(setting).toMatchObject({ standard: 'GB', nominalVoltage: 380, saved: false });
    expect(one).toMatchObject({ high: 5, low: null, source: expect.stringContaining('GB/T 14549-1993') });
    expect((await limit('voltage')).one).toMatchObject({ low: -7, high: 7 });
  });

  it('can be set by the tenant, until they are reset', async () => {
    const saved = await operator.call('qualityThresholdSave', { body: { stationSn: 'PQS', thdU: 6 } });
    expect(saved).toMatchObject({ stationSn: 'PQS', thdU: 6 });
    expect((await limit('thdU')).one).toMatchObject({ high: 6 });
    expect((await month()).rowOf('thdU', 'A')).toMatchObject({ high: 6, compliance: 100, verdict: 'near' });
    const path = { id: saved.id };
    expect(await operator.call('qualityThresholdGet', { path })).toMatchObject({ thdU: 6 });
    expect((await operator.call('qualityThresholdPage', {})).total).toBe(1);
    const changed = { id: saved.id, version: saved.version, flicker: 0.8 };
    expect(await operator.call('qualityThresholdUpdate', { body: changed })).toMatchObject({ flicker: 0.8 });
    const twice = await ask(operator, 'qualityThresholdSave', { body: { stationSn: 'PQS', thdU: 7 } });
    expect(twice.status).toBe(409);
    const bad = await ask(operator, 'qualityThresholdSave', { body: { stationSn: 'PQS', thdU: 101 } });
    expect(bad).toMatchObject({ status: 400, errors: [{ field: '/thdU' }] });
    const reset = await operator.call('qualityThresholdReset', { path: { id: stationId } });
    expect(reset).toMatchObject({ saved: false });
    expect((await limit('thdU')).one).toMatchObject({ high: 5 });
    const again = await operator.call('qualityThresholdCreate', { body: { stationSn: 'PQS' } });
    await operator.call('qualityThresholdDelete', { path: { id: again.id } });
    const other = await ask(stranger, 'qualityThresholdReset', { path: { id: stationId } });
    expect(other.status).toBe(404);
  });
});

describe('a month', () => {
  it('is evaluated by ten-minute means, with their number', async () => {
    const { report, rowOf } = await month();
    expect(report).toMatchObject({ zone: 'Asia/Shanghai', standard: 'GB', nominalVoltage: 380 });
    const unbalance = rowOf('voltageUnbalance')!;
    expect(unbalance).toMatchObject({
      samples: SILENT_FROM,
      expected: SLOTS,
      verdict: 'ok',
      compliance: 100,
    });
    expect(unbalance.mean).toBeCloseTo(0.577, 3);
    expect(rowOf('voltageDeviation', 'A')!.p95).toBeCloseTo((100 * 22) / 380, 4);
    expect(rowOf('frequencyDeviation')!.mean).toBe(0.1);
    expect(rowOf('thdU', 'A')).toMatchObject({ p95: 5.5, max: 5.5, compliance: 94, verdict: 'over' });
    expect(rowOf('harmonic', 'A')).toMatchObject({ order: 5, high: 4, verdict: 'near' });
  });

  it('includes late and corrected points, also on days with stored means', async () => {
    const before = (await month()).rowOf('thdU', 'A')!;
    await ingestPoints(server, [
      { tenantId: operator.tenantId, sn: sn('thdUA'), ts: OCTOBER + 50 * SLOT + SLOT / 2, value: 9 },
    ]);
    const after = (await month()).rowOf('thdU', 'A')!;
    expect(after).toMatchObject({ max: 9, samples: before.samples });
    expect(after.maxTime).toBe(new Date(OCTOBER + 50 * SLOT).toISOString());
  });

  it('has no verdict if less than 80 % was measured', async () => {
    const query = { stationSn: 'PQS', month: '2026-09' };
    const { rows } = await operator.call('qualityMonth', { query });
    expect(
      rows.every(({ verdict, samples, p95 }) => verdict === 'unknown' && samples === 0 && p95 === null),
    ).toBe(true);
    const file = await operator.request('qualityMonthFile', { query: { ...query, format: 'xlsx' } });
    expect(file.status).toBe(200);
  });

  it('has the lowest and the highest value of each row, in its file and in its answer', async () => {
    const query = { stationSn: 'PQS', month: '2026-10' };
    const { rows } = await operator.call('qualityMonth', { query });
    const file = await operator.request('qualityMonthFile', { query: { ...query, format: 'xlsx' } });
    const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()));
    const [heads, ...lines] = sheet!.data;
    const column = (...names: string[]) => {
      const at = heads!.findIndex((head) => names.includes(String(head)));
      return lines.map((line) => line[at]);
    };
    expect(column('最小', 'Lowest')).toEqual(rows.map(({ min }) => min));
    expect(column('最大', 'Highest')).toEqual(rows.map(({ max }) => max));
    expect(column('达标率 (%)', 'Within (%)')).toEqual(rows.map(({ compliance }) => compliance));
  });

  it('is hidden from other users, and from users who may not see its variables', async () => {
    await expect(month(stranger)).rejects.toMatchObject({ status: 404 });
    const reader = await joinTenant(server, operator.tenantId, ['station:list']);
    await expect(month(reader)).rejects.toMatchObject({ status: 403 });
    const bad = await ask(operator, 'qualityMonth', { query: { stationSn: 'PQS', month: '2026-13' } });
    expect(bad.status).toBe(400);
  });
});

describe('unbalance', () => {
  it('has its duration curve, its worst hours and the share of the time over the limit', async () => {
    const query = { stationSn: 'PQS', from: '2026-10-01 00:00:00', to: '2026-10-08 00:00:00' };
    const [voltage] = await operator.call('qualityUnbalance', { query });
    expect(voltage).toMatchObject({ quantity: 'voltageUnbalance', limit: 2, over: 0, samples: 7 * 144 });
    expect(voltage!.duration[0]!.value).toBeCloseTo(0.577, 3);
    expect(voltage!.worst).toHaveLength(10);
  });

  it('covers at most two years', async () => {
    const query = { stationSn: 'PQS', from: '2024-01-01 00:00:00', to: '2026-10-08 00:00:00' };
    const { status, msg } = await ask(operator, 'qualityUnbalance', { query });
    expect({ status, msg }).toEqual({ status: 400, msg: 'The window is too long: at most 2 years' });
  });
});

describe('now', () => {
  it('compares each current value with its limit, and no old one', async () => {
    const old = await operator.call('qualityRealtime', { body: { stationSn: 'PQS' } });
    expect(old.every(({ verdict, stale }) => stale && verdict === 'unknown')).toBe(true);
    await send(server.url, device, { voltageA: 410, frequency: 50.05, uAh5: 3.9, currentA: 80 });
    const values = await operator.call('qualityRealtime', { body: { stationSn: 'PQS' } });
    const bySn = new Map(values.map((value) => [value.sn, value]));
    expect(bySn.get(sn('voltageA'))).toMatchObject({ value: 410, low: -7, high: 7, verdict: 'over' });
    expect(bySn.get(sn('voltageA'))!.judged).toBeCloseTo((100 * 30) / 380, 4);
    expect(bySn.get(sn('frequency'))).toMatchObject({ verdict: 'ok' });
    expect(bySn.get(sn('uAh5'))).toMatchObject({ order: 5, phase: 'A', verdict: 'near' });
    expect(bySn.get(sn('currentA'))).toMatchObject({ verdict: 'unknown', judged: null });
    const all = await operator.call('qualityVariables', { query: { stationSn: 'PQS' } });
    expect(all.find((one) => one.sn === sn('uAh5'))).toMatchObject({
      group: 'harmonic',
      order: 5,
      phase: 'A',
    });
    const brief = await operator.call('qualityVariablesBrief', {
      query: { stationSn: 'PQS', group: 'voltage' },
    });
    expect(brief.map((one) => one.sn)).toEqual(['voltageA', 'voltageB', 'voltageC'].map(sn));
    const some = await operator.call('qualityRealtime', { body: { sns: [sn('frequency')] } });
    expect(some.map((one) => one.sn)).toEqual([sn('frequency')]);
  });
});
