/** Factory tests that pass (S7) and that go wrong (S8). The tests set the clock. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ask, bearer } from '../../../support/calls/ask.ts';
import type { Client } from '../../../support/calls/client.ts';
import { listenEvents } from '../../../support/calls/inside.ts';
import { serveOperators } from '../../../support/calls/operators.ts';
import { runSql } from '../../../support/calls/world.ts';
import {
  confirmTest,
  type FactoryBench,
  moveTest,
  planTest,
  startFactoryBench,
} from '../../../support/devices/factoryBench.ts';
import { strategyBody } from '../../../support/devices/storage.ts';
import { tableCells } from '../../../support/records/excel.ts';
import { readPdf } from '../../../support/records/papers.ts';
import { joinTenant, until } from '../../../support/telemetry/site.ts';

const { server, operator } = serveOperators();

let colleague: Client;
let bench: FactoryBench;
let made = 0;
beforeAll(async () => {
  colleague = await joinTenant(server, operator.tenantId, ['*']);
});
afterEach(() => bench?.close());

const factory = () => ({ server, tenantId: operator.tenantId, engineer: operator, colleague });

/** Makes a cabinet at the bench with a confirmed test. */
async function makeBench(limits: object = {}): Promise<FactoryBench> {
  made += 1;
  bench = await startFactoryBench(factory(), `FTB${made}`, limits);
  await confirmTest(factory(), bench.testId);
  return bench;
}

const start = () => operator.call('factoryTestStart', { query: { id: bench.testId } });
const readRun = () => operator.call('chargeDischargeRecordGet', { path: { id: bench.runId } });
const cycles = async (count: number, isAlive = true) => {
  for (let done = 0; done < count; done++) await bench.cycle(isAlive);
};

async function cyclesUntilStep(step: string): Promise<void> {
  for (let done = 0; done < 300; done++) {
    await cycles(4);
    if ((await readRun()).step === step) return;
  }
  throw new Error(`the run does not come to ${step}`);
}

describe('a test', () => {
  it('runs its steps, passes with its figures, and has a certificate', async () => {
    await makeBench();
    expect(await start()).toMatchObject({ status: 'running' });
    // A repeated call returns the state without an event.
    const { stop, events } = listenEvents(server);
    expect(await start()).toMatchObject({ status: 'running' });
    stop();
    expect(events.filter((event) => 'entity' in event && event.entity === 'factoryTestRecord')).toEqual([]);
    await bench.runUntil('passed');
    expect(bench.heard).toEqual([-200, 0, 200, 0, -200, 0]);
    const test = await bench.test();
    expect(test).toMatchObject({ testResult: 'passed', failures: [], pauseReason: null });
    const run = await readRun();
    expect(run).toMatchObject({ testStatus: 'passed', step: 'evaluation', socStart: 30 });
    expect(run.parts!.map(({ step }) => step)).toEqual([
      ...['charge', 'restCharged', 'discharge', 'restDischarged', 'recharge', 'evaluation'],
    ]);
    const { figures } = test as { figures: Record<string, number> };
    expect(figures.energyShare).toBeGreaterThan(98);
    expect(figures.energyShare).toBeLessThanOrEqual(100);
    expect(figures.efficiency).toBeCloseTo(92.16, 0);
    expect(figures).toMatchObject({ temperatureMin: 26, temperatureMax: 30, temperatureSpread: 4 });
    expect(figures.voltageSpread).toBeCloseTo(20, 0);
    expect(figures.auxiliaryEnergy).toBeGreaterThan(5);
    const { id, name, sn } = test as { id: number; name: string; sn: string };
    const answer = await operator.request('exportFactoryTestRecord', { query: { id, name, sn } });
    const paperText = JSON.stringify(await readPdf(Buffer.from(await answer.arrayBuffer())));
    expect(paperText).toContain(sn);
    expect(paperText).toContain(String(Math.floor(figures.efficiency!)));
    const drawn = [
      '试验曲线',
      '功率 (kW)',
      'SOC (%)',
      '单体最高电压 (V)',
      '补电至运输电量',
      '静置单体压差：20 mV',
    ];
    for (const one of drawn) expect(paperText).toContain(one);
    const table = await operator.request('factoryTestCurve', { query: { id } });
    const [head, ...rows] = await tableCells(Buffer.from(await table.arrayBuffer()));
    expect(head).toEqual([
      ...[expect.stringMatching(/^时间/), '步骤', '功率 (kW)', 'SOC (%)'],
      ...['单体最高电压 (V)', '单体最低电压 (V)'],
    ]);
    // The bench reports every 28 seconds, and each report is a row.
    const [from, to] = [run.parts![0]!.from!, run.parts!.at(-1)!.to!].map((moment) => Date.parse(moment));
    expect(rows.length).toBeGreaterThan((to! - from!) / 28_000 - 5);
    expect(rows.some(([, step, power]) => step === '放电' && Number(power) === 200)).toBe(true);
    // A reader who may not read the variables gets no curve.
    const reader = await joinTenant(server, operator.tenantId, [
      'factoryTestRecord:list',
      'factoryTestRecord:get',
    ]);
    const bare = await reader.request('exportFactoryTestRecord', { query: { id, name, sn } });
    const without = JSON.stringify(await readPdf(Buffer.from(await bare.arrayBuffer())));
    expect(without).toContain(sn);
    expect(without).not.toContain('试验曲线');
    expect((await ask(reader, 'factoryTestCurve', { query: { id } })).status).toBe(409);
    const { records } = await operator.call('noticePage', { query: { size: 50 } });
    expect(records.some(({ text }) => JSON.stringify(text).includes('passed'))).toBe(true);
  });

  it('does not start before two users have confirmed it, nor with a cookie alone', async () => {
    made += 1;
    bench = await startFactoryBench(factory(), `FTB${made}`);
    const query = { id: bench.testId };
    const early = await ask(operator, 'factoryTestStart', { query });
    expect(early).toMatchObject({ status: 409, msg: expect.stringContaining('two users') });
    const run = { query: { id: bench.runId } };
    for (const operation of ['chargeDischargeTestStart', 'chargeDischargeStart'] as const)
      expect((await ask(operator, operation, run)).status).toBe(409);
    const bare = await ask(operator, 'factoryTestStart', { query, headers: bearer(null) });
    expect(bare.status).toBe(401);
    expect(await bench.test()).toMatchObject({ status: 'waiting' });
  });

  it('does not start without devices, or with a converter that a strategy controls', async () => {
    await makeBench();
    const { deviceId } = await operator.call('factoryTestRecordDetail', { path: { id: bench.testId } });
    const change = async (values: object) => {
      const { version } = await operator.call('factoryTestDeviceGet', { path: { id: deviceId } });
      await operator.call('factoryTestDeviceUpdate', { body: { id: deviceId, version, ...values } });
    };
    await change({ batterySn: null });
    const refused = await ask(operator, 'factoryTestStart', { query: { id: bench.testId } });
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('battery') });
    await change({ batterySn: bench.site.battery.sn });
    const { id } = await operator.call('strategyConfigCreate', {
      body: { ...strategyBody(bench.site), kind: 'fixedPower', power: 10, blocks: undefined },
    });
    const set = (state: string) =>
      runSql(server, 'update strategy_config set state = $1 where id = $2', state, id);
    await set('issued');
    const steered = await ask(operator, 'factoryTestStart', { query: { id: bench.testId } });
    expect(steered).toMatchObject({ status: 409, msg: expect.stringContaining('strategy') });
    await set('ended');
    expect(await start()).toMatchObject({ status: 'running' });
    const { version } = await operator.call('factoryTestDeviceGet', { path: { id: deviceId } });
    const body = { id: deviceId, version, batterySn: null };
    const later = await ask(operator, 'factoryTestDeviceUpdate', { body });
    expect(later).toMatchObject({ status: 409, errors: [{ field: '/batterySn' }] });
  });

  it('does not start at a converter where another test runs', async () => {
    await makeBench();
    await start();
    const { testId } = await planTest(operator, bench.site, {}, 'UT2');
    await confirmTest(factory(), testId);
    const refused = await ask(operator, 'factoryTestStart', { query: { id: testId } });
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('another device') });
    await operator.call('factoryTestSuspend', { query: { id: bench.testId } });
    expect((await ask(operator, 'factoryTestStart', { query: { id: testId } })).status).toBe(200);
  });

  it('is started with its run', async () => {
    await makeBench();
    const query = { id: bench.runId };
    for (let times = 0; times < 2; times++)
      expect(await operator.call('chargeDischargeTestStart', { query })).toMatchObject({
        testStatus: 'running',
      });
    expect(await bench.test()).toMatchObject({ status: 'running' });
    await bench.cycle();
    expect(bench.heard).toEqual([-200]);
  });

  it('waits while another run is carried out', async () => {
    await makeBench();
    const query = { id: bench.runId };
    for (let times = 0; times < 2; times++)
      expect(await operator.call('chargeDischargeStart', { query })).toMatchObject({
        ...{ testStatus: 'running', alone: true },
      });
    expect((await ask(operator, 'factoryTestStart', { query: { id: bench.testId } })).status).toBe(409);
    for (let done = 0; (await readRun()).testStatus === 'running' && done < 500; done++) await cycles(20);
    expect(await readRun()).toMatchObject({ testStatus: 'passed' });
    expect((await readRun()).discharged).toBeGreaterThan(196);
    expect(await bench.test()).toMatchObject({ status: 'waiting', testResult: null });
  });
});

describe('a test that goes wrong', () => {
  it('is suspended at 0 kW within a cycle, and continues at its step with the energy of both parts', async () => {
    await makeBench();
    await start();
    await cyclesUntilStep('discharge');
    await cycles(60);
    const suspend = () => operator.call('factoryTestSuspend', { query: { id: bench.testId } });
    expect(await suspend()).toMatchObject({ status: 'suspended', pauseReason: 'byUser' });
    expect(await suspend()).toMatchObject({ status: 'suspended' });
    await bench.cycle();
    expect(bench.heard.at(-1)).toBe(0);
    await cycles(30);
    expect(bench.power).toBe(0);
    await start();
    await bench.cycle();
    expect(bench.heard.at(-1)).toBe(200);
    await bench.runUntil('passed');
    const { discharged, parts } = await readRun();
    expect(parts!.filter(({ step }) => step === 'discharge')).toHaveLength(2);
    expect(discharged).toBeGreaterThan(196);
  });

  it('is suspended with a reason after a gap of the server, and resumed only by a user', async () => {
    await makeBench();
    await start();
    await cyclesUntilStep('discharge');
    await cycles(20);
    await cycles(6, false);
    // The converter was stopped by its watchdog.
    expect(bench.power).toBe(0);
    await bench.cycle();
    expect(await bench.test()).toMatchObject({ status: 'suspended', pauseReason: 'interrupted' });
    await cycles(10);
    expect(bench.heard.at(-1)).toBe(0);
    expect(await bench.test()).toMatchObject({ status: 'suspended' });
    await start();
    await bench.runUntil('passed');
  });

  it('fails with the reason if the cabinet delivers 3 % less', async () => {
    await makeBench({ energyShare: 100 });
    bench.capacity = 194;
    await start();
    await bench.runUntil('failed');
    const { failures, testResult } = await operator.call('factoryTestRecordDetail', {
      path: { id: bench.testId },
    });
    expect(testResult).toBe('failed');
    expect(failures).toMatchObject([{ limit: 'energyShare', bound: 100, unit: '%' }]);
    expect(failures![0]!.value).toBeLessThan(97.1);
    expect(failures![0]!.value).toBeGreaterThan(95);
  });

  it('is suspended if a temperature exceeds its limit, with a critical alarm', async () => {
    await makeBench({ temperatureMax: 45 });
    await start();
    await cycles(10);
    bench.temperature = 46;
    await bench.cycle();
    expect(await bench.test()).toMatchObject({ status: 'suspended' });
    expect(['temperature', 'alarm']).toContain((await bench.test()).pauseReason);
    const filter = JSON.stringify({ and: [{ field: 'stationSn', op: 'eq', value: bench.site.sn }] });
    const { records } = await until(
      () => operator.call('alarmPage', { query: { filter } }),
      ({ total }) => total > 0,
    );
    expect(records).toMatchObject([
      { level: 'critical', variableSn: `${bench.site.battery.sn}-cellTemperatureMax` },
    ]);
  });

  it('is invalid if more than 1 % of its data is missing', async () => {
    await makeBench();
    await start();
    for (let times = 0; times < 3; times++) {
      await cycles(20);
      await cycles(6, false);
      await bench.cycle();
      expect(await bench.test()).toMatchObject({ status: 'suspended', pauseReason: 'interrupted' });
      await start();
    }
    await bench.runUntil('failed');
    const { failures, testResult } = await operator.call('factoryTestRecordDetail', {
      path: { id: bench.testId },
    });
    expect(testResult).toBe('invalid');
    expect(failures).toMatchObject([{ limit: 'missingShare', bound: 1 }]);
  });

  it('is terminated with a reason, sets 0 kW, and never starts again', async () => {
    await makeBench();
    await start();
    await cycles(5);
    const query = { id: bench.runId, reason: 'Smoke' };
    expect(await operator.call('chargeDischargeTerminate', { query })).toMatchObject({
      testStatus: 'terminated',
    });
    expect(await bench.test()).toMatchObject({ status: 'terminated', reason: 'Smoke' });
    await cycles(2);
    expect(bench.heard.at(-1)).toBe(0);
    expect(await readRun()).toMatchObject({ testStatus: 'terminated', setPoint: null });
    for (const [operation, id] of [
      ['factoryTestStart', bench.testId],
      ['factoryTestSuspend', bench.testId],
      ['chargeDischargeTestStart', bench.runId],
      ['chargeDischargeStart', bench.runId],
    ] as const)
      expect((await ask(operator, operation, { query: { id } })).status).toBe(409);
    const again = { query: { id: bench.testId, reason: 'Again' } };
    expect((await ask(operator, 'factoryTestTerminate', again)).status).toBe(409);
    expect((await moveTest(operator, bench.testId, 'start')).status).toBe(409);
  });
});
