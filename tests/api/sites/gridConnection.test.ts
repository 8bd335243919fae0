/** R082: converters leave the grid and return to it in two steps, if their interlocks permit it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import type { Client } from '../../support/calls/client.ts';
import { runSql } from '../../support/calls/world.ts';
import { simulateConverter } from '../../support/devices/simulatedConverter.ts';
import { sharedServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, send } from '../../support/telemetry/site.ts';

let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client;
const devices: Record<string, { sn: string; token?: string | null }> = {};
let orders: ReturnType<typeof simulateConverter>;

const GRID = { voltageA: 401, voltageB: 400, voltageC: 399, frequency: 50.02 };

const sendValues = async (values: { soc?: number; gridMode?: number; power?: number } = {}) => {
  await send(server.url, devices['GC-METER']!, { power: 80, ...GRID });
  await send(server.url, devices['GC-BAT']!, { soc: values.soc ?? 70 });
  await send(server.url, devices['GC-PCS']!, { power: values.power ?? 20, gridMode: values.gridMode ?? 1 });
};

beforeAll(async () => {
  server = await sharedServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  await operator.call('stationCreate', {
    body: { sn: 'GC', name: 'Island', timeZone: 'Asia/Shanghai', voltageClass: '380 V', ratedPower: 200 },
  });
  const kinds = { 'GC-METER': 'meter', 'GC-BAT': 'battery', 'GC-PCS': 'pcs' } as const;
  const codes = [
    ['GC-METER', 'power', 'kW'],
    ...Object.keys(GRID).map((code) => ['GC-METER', code, code === 'frequency' ? 'Hz' : 'V'] as const),
    ['GC-BAT', 'soc', '%'],
    ['GC-PCS', 'power', 'kW'],
    ['GC-PCS', 'gridMode', ''],
  ] as const;
  for (const [sn, type] of Object.entries(kinds))
    devices[sn] = await operator.call('deviceCreate', { body: { sn, name: sn, stationSn: 'GC', type } });
  for (const [deviceSn, code, unit] of codes)
    await operator.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn, code, name: code, unit, dataType: 'number', kind: 'gauge', decimals: 2 },
        ...(code === 'gridMode' ? { writable: true } : {}),
      },
    });
  orders = simulateConverter(server, operator.tenantId, 'GC');
});
afterAll(async () => {
  orders?.close();
  await server?.stop();
});

const look = async (client: Client = operator) =>
  client.call('gridConnection', { query: { stationSn: 'GC' } });
const prepare = async (target: 'onGrid' | 'offGrid', client: Client = operator) =>
  client.call('gridSwitchPrepare', { body: { deviceSn: 'GC-PCS', target } });
const execute = (id: number, client: Client = operator) => ask(client, 'gridSwitchExecute', { path: { id } });

async function acknowledged(id: number) {
  const find = async () => (await look()).history.find((one) => one.id === id)!;
  await expect.poll(async () => (await find()).state).not.toBe('requested');
  return find();
}

describe('a converter', () => {
  it('shows its mode and the interlocks of both directions', async () => {
    await sendValues();
    const { converters, history } = await look();
    expect(converters).toMatchObject([{ deviceSn: 'GC-PCS', isOnline: true, mode: 'onGrid' }]);
    expect(history).toEqual([]);
    const checks = converters[0]!.targets.find(({ target }) => target === 'offGrid')!.checks;
    expect(checks.map(({ name, verdict, value }) => [name, verdict, value])).toEqual([
      ['online', 'ok', null],
      ['mode', 'ok', null],
      ['alarms', 'ok', 0],
      ['strategy', 'ok', null],
      ['soc', 'ok', 70],
      ['load', 'ok', 100],
    ]);
  });

  it('leaves the grid in two steps, and returns', async () => {
    const { id, state, preparedBy } = await prepare('offGrid');
    expect(state).toBe('prepared');
    expect(orders.of(operator.tenantId, 'GC', Date.now()).islanded).not.toBe(true);
    expect((await execute(id)).status).toBe(200);
    expect(await acknowledged(id)).toMatchObject({ state: 'acknowledged', preparedBy, target: 'offGrid' });
    expect(orders.of(operator.tenantId, 'GC', Date.now()).islanded).toBe(true);
    // A prepared change cannot be executed twice.
    expect((await execute(id)).status).toBe(409);
    await sendValues({ gridMode: 0 });
    const back = await prepare('onGrid');
    expect(back.checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
    expect((await execute(back.id)).status).toBe(200);
    await acknowledged(back.id);
    expect(orders.of(operator.tenantId, 'GC', Date.now()).islanded).toBe(false);
    const audit = await runSql<{ diff: Record<string, unknown> }>(
      server,
      `select diff from audit_log where entity = 'device' and diff ? 'control/gridMode' order by id`,
    );
    expect(audit.slice(-2).map(({ diff }) => diff['control/gridMode'])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('is blocked by an interlock that is no longer met, and nothing is sent', async () => {
    await sendValues();
    const sent = () => runSql(server, `select id from control_command where variable_sn = 'GC-PCS-gridMode'`);
    const before = await sent();
    const { id, checks } = await prepare('offGrid');
    expect(checks.every(({ verdict }) => verdict === 'ok')).toBe(true);
    await sendValues({ soc: 12 });
    expect(await execute(id)).toMatchObject({
      status: 409,
      msg: 'Interlocks not satisfied: State of charge',
    });
    const [found] = (await look()).history;
    expect(found).toMatchObject({ id, state: 'blocked' });
    expect(await sent()).toEqual(before);
    expect((await execute(id)).status).toBe(409);
  });

  it('must be prepared again after two minutes', async () => {
    await sendValues();
    const { id } = await prepare('offGrid');
    await runSql(
      server,
      `update grid_switch set prepared_at = now() - interval '121 seconds' where id = ${id}`,
    );
    expect((await look()).history[0]).toMatchObject({ id, state: 'lapsed' });
    expect((await execute(id)).status).toBe(409);
  });

  it('is changed only by the user who prepared it, with the permission to control', async () => {
    const { id } = await prepare('offGrid');
    const other = await joinTenant(server, operator.tenantId, [
      'station:get',
      'device:control',
      'device:list',
    ]);
    expect((await execute(id, other)).status).toBe(404);
    const reader = await joinTenant(server, operator.tenantId, ['station:get', 'device:list']);
    expect((await look(reader)).converters).toHaveLength(1);
    await expect(prepare('offGrid', reader)).rejects.toMatchObject({ status: 403 });
    await expect(prepare('offGrid', stranger)).rejects.toMatchObject({ status: 404 });
    await expect(look(stranger)).rejects.toMatchObject({ status: 404 });
    expect((await execute(id, stranger)).status).toBe(404);
    const body = { deviceSn: 'GC-BAT', target: 'offGrid' } as const;
    expect(await ask(operator, 'gridSwitchPrepare', { body })).toMatchObject({
      status: 409,
      errors: [{ field: '/deviceSn' }],
    });
  });
});
