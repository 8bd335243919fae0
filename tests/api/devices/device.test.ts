import { connectAsync } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { auditOf } from '../../support/calls/world.ts';
import { joinTenant, makeRule, makeSite, send, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

function csv(text: string | Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.append('file', new Blob([text], { type: 'text/csv' }), 'rows.csv');
  return form;
}

describe('devices', () => {
  it('have a token that only users who may change devices can see', async () => {
    const { device } = await makeSite(operator);
    expect(device.token).toHaveLength(20);
    const reader = await joinTenant(server, operator.tenantId, ['device:get', 'device:list']);
    const seen = await reader.call('deviceBySn', { path: { id: device.sn } });
    expect(seen.sn).toBe(device.sn);
    expect(seen.token ?? null).toBeNull();
    const page = await reader.call('devicePage', { query: { size: 200 } });
    expect(page.records.every(({ token }) => (token ?? null) === null)).toBe(true);
    expect((await ask(reader, 'deviceTokenRenew', { path: { id: device.id } })).status).toBe(403);
  });

  it('accept the new token only after the renewal', async () => {
    const { device } = await makeSite(operator);
    expect((await send(server.url, device, { power: 1 })).status).toBe(200);
    const renewed = await operator.call('deviceTokenRenew', { path: { id: device.id } });
    expect(renewed.token).not.toBe(device.token);
    expect((await send(server.url, renewed, { power: 2 })).status).toBe(200);
    expect((await send(server.url, device, { power: 3 })).ok).toBe(false);
  });

  it('are deleted with their variables and rules', async () => {
    const { station, device, variable } = await makeSite(operator);
    const rule = await makeRule(operator, { station, variable }, 1);
    await operator.call('deviceDelete', { path: { id: device.id } });
    expect((await ask(operator, 'deviceVariableGet', { path: { id: variable.id } })).status).toBe(404);
    expect((await ask(operator, 'alarmGeneraterDelete', { path: { id: rule.id } })).status).toBe(404);
    expect(await operator.call('stationDevices', { path: { stationSn: station.sn } })).toEqual([]);
  });

  it('are imported from a file with headings in either language, all or none', async () => {
    const { station } = await makeSite(operator);
    const good = `设备编号,设备名称,站点,Device type,启用\n${station.sn}-P,逆变器,${station.sn},光伏逆变器,是\n${station.sn}-Q,"Load, west",${station.sn},load,no\n`;
    expect(await operator.call('deviceImport', { form: csv(good), query: { dryRun: true } })).toEqual({
      total: 2,
      imported: 0,
      errors: [],
    });
    expect(await operator.call('deviceImport', { form: csv(good) })).toEqual({
      total: 2,
      imported: 2,
      errors: [],
    });
    expect(await operator.call('deviceBySn', { path: { id: `${station.sn}-P` } })).toMatchObject({
      name: '逆变器',
      type: 'inverter',
      enabled: true,
    });
    expect(await operator.call('deviceBySn', { path: { id: `${station.sn}-Q` } })).toMatchObject({
      name: 'Load, west',
      enabled: false,
    });
    const bad = `sn,name,stationSn,type,offlineAfter\n${station.sn}-P,Twice,${station.sn},meter,300\nN 1,,${station.sn},meter,soon\nN2,Ok,NOWHERE,spaceship,300\n`;
    const form = csv(bad);
    const report = await operator.call('deviceImport', { form, headers: { 'accept-language': 'en' } });
    expect(report).toMatchObject({ total: 3, imported: 0 });
    expect(report.errors.map(({ row, column }) => `${row} ${column}`).sort()).toEqual(
      ['2 sn', '3 name', '3 offlineAfter', '3 sn', '4 stationSn', '4 type'].sort(),
    );
    expect(report.errors.find(({ row }) => row === 2)?.reason).toBe('Already exists');
    expect(await operator.call('stationDevices', { path: { stationSn: station.sn } })).toHaveLength(3);
    const unknown = await operator.call('deviceImport', {
      form: csv('sn,colour\nX,red\n'),
      headers: { 'accept-language': 'en' },
    });
    expect(unknown.errors).toContainEqual({ row: 1, column: 'colour', reason: 'This column is not known' });
  });

  it('get variables from a file, with a generated number if none is given', async () => {
    const { device } = await makeSite(operator);
    const rows = `deviceSn,code,name,unit,dataType,kind,energyRole\n${device.sn},e,Energy,kWh,number,counter,pv\n${device.sn},on,Running,,开关量,gauge,\n`;
    expect(await operator.call('deviceVariableImport', { form: csv(rows) })).toMatchObject({ imported: 2 });
    const page = await operator.call('deviceVariablePage', {
      query: {
        filter: JSON.stringify({ and: [{ field: 'deviceSn', op: 'eq', value: device.sn }] }),
        sort: 'code',
      },
    });
    expect(page.records.map(({ sn, dataType }) => [sn, dataType])).toEqual([
      [`${device.sn}-e`, 'number'],
      [`${device.sn}-on`, 'boolean'],
      [`${device.sn}-power`, 'number'],
    ]);
    const again = await operator.call('deviceVariableImport', { form: csv(rows) });
    expect(again.imported).toBe(0);
    expect(new Set(again.errors.map(({ row }) => row))).toEqual(new Set([2, 3]));
  });

  it('of another tenant cannot be referenced', async () => {
    const { station, device, variable } = await makeSite(operator);
    const theirs = { sn: 'T1', name: 'T', stationSn: station.sn, type: 'meter' };
    expect((await ask(stranger, 'deviceCreate', { body: theirs })).status).toBe(400);
    const stranded = { deviceSn: device.sn, code: 'x', name: 'x', dataType: 'number', kind: 'gauge' };
    expect((await ask(stranger, 'deviceVariableCreate', { body: stranded })).status).toBe(400);
    expect((await ask(stranger, 'controlRequest', { body: { sn: variable.sn!, value: 1 } })).status).toBe(
      404,
    );
    expect((await ask(stranger, 'deviceTokenRenew', { path: { id: device.id } })).status).toBe(404);
    expect((await ask(stranger, 'controlVariables', { query: { stationSn: station.sn } })).status).toBe(404);
  });
});

describe('control', () => {
  async function cooled() {
    const { station } = await makeSite(operator);
    const device = await operator.call('deviceCreate', {
      body: { sn: `${station.sn}-AC`, name: 'Air', stationSn: station.sn, type: 'airConditioner' },
    });
    for (const [code, dataType] of [
      ['power', 'boolean'],
      ['setpoint', 'number'],
      ['temperature', 'number'],
    ] as const) {
      await operator.call('deviceVariableCreate', {
        body: {
          deviceSn: device.sn,
          code,
          name: code,
          dataType,
          kind: 'gauge',
          minValue: 16,
          maxValue: 30,
          writable: code !== 'temperature',
        },
      });
    }
    return { station, device };
  }

  it('is refused while the device is offline, for read-only variables, and for invalid values', async () => {
    const { device } = await cooled();
    expect((await ask(operator, 'airConditionerOpen', { body: { deviceSn: device.sn } })).status).toBe(409);
    await send(server.url, device, { temperature: 25 });
    const set = (code: string, value: unknown) =>
      ask(operator, 'controlRequest', { body: { sn: `${device.sn}-${code}`, value } });
    expect((await set('temperature', 20)).status).toBe(400);
    expect((await set('setpoint', 31)).status).toBe(400);
    expect((await set('setpoint', true)).status).toBe(400);
    expect((await set('power', 2)).status).toBe(400);
    expect((await set('setpoint', 22)).data).toMatchObject({
      state: 'requested',
      value: 22,
      answeredAt: null,
    });
  });

  it('is sent to a device that is connected by MQTT, and acknowledged by its answer', async () => {
    const { station, device } = await cooled();
    await send(server.url, device, { temperature: 25 });
    const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
      username: device.token ?? '',
    });
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const received = new Promise<{ topic: string; payload: unknown }>((resolve) =>
      client.once('message', (topic, payload) =>
        resolve({ topic, payload: JSON.parse(payload.toString()) as unknown }),
      ),
    );
    const command = await operator.call('airConditionerClose', { body: { deviceSn: device.sn } });
    const { topic, payload } = await received;
    expect(topic).toBe(`v1/devices/me/rpc/request/${command.id}`);
    expect(payload).toEqual({ method: 'setValue', params: { power: false } });
    await client.publishAsync(`v1/devices/me/rpc/response/${command.id}`, '{"success":true}', { qos: 1 });
    const readState = () =>
      operator.call('controlStatus', { query: { stationSn: station.sn, id: command.id } });
    const [done] = await until(readState, ([one]) => one?.state !== 'requested');
    expect(done).toMatchObject({
      state: 'acknowledged',
      answer: '{"success":true}',
      variableSn: `${device.sn}-power`,
      value: false,
    });
    expect(await operator.call('controlVariables', { query: { deviceSn: device.sn } })).toMatchObject([
      { code: 'power', online: true },
      { code: 'setpoint', online: true },
    ]);
    await client.endAsync();
  });

  it('is logged with the previous value, and requires its own permission', async () => {
    const { station, device } = await cooled();
    await send(server.url, device, { setpoint: 24 });
    const sn = `${device.sn}-setpoint`;
    await operator.call('controlRequest', { body: { sn, value: 21 } });
    expect((await auditOf(server, 'device', device.id)).at(-1)?.diff).toEqual({
      'control/setpoint': [24, 21],
    });
    const rights = ['station:*', 'device:get', 'device:list', 'device:update'];
    const reader = await joinTenant(server, operator.tenantId, rights);
    expect((await ask(reader, 'controlRequest', { body: { sn, value: 22 } })).status).toBe(403);
    expect(await reader.call('controlStatus', { query: { stationSn: station.sn } })).toHaveLength(1);
  });

  it("returns the names of a variable's values", async () => {
    const { device } = await cooled();
    const [variable] = await operator.call('controlVariables', { query: { deviceSn: device.sn } });
    expect(variable).toMatchObject({ code: 'power', states: null, minValue: 16, maxValue: 30 });
    const states = [
      { value: 0, name: 'open' },
      { value: 1, name: 'closed' },
    ];
    const page = await operator.call('deviceVariablePage', { query: { search: `${device.sn}-power` } });
    const { id, version } = page.records[0]!;
    await operator.call('deviceVariableUpdate', { body: { id, version, states } });
    const [named] = await operator.call('controlVariables', { query: { deviceSn: device.sn } });
    expect(named?.states).toEqual(states);
  });

  it('accepts only the named values of a variable', async () => {
    const { device } = await cooled();
    await send(server.url, device, { setpoint: 24 });
    const page = await operator.call('deviceVariablePage', { query: { search: `${device.sn}-setpoint` } });
    const { id, version, sn } = page.records[0]!;
    const states = [
      { value: 18, name: 'cold' },
      { value: 26, name: 'warm' },
    ];
    await operator.call('deviceVariableUpdate', { body: { id, version, states } });
    const set = (value: number) => ask(operator, 'controlRequest', { body: { sn: sn!, value } });
    expect((await set(20)).status).toBe(400);
    expect((await set(26)).data).toMatchObject({ state: 'requested', value: 26 });
  });

  it('returns the last command of a variable, however many later ones others have', async () => {
    const { station, device } = await cooled();
    await send(server.url, device, { setpoint: 24 });
    const [power, setpoint] = [`${device.sn}-power`, `${device.sn}-setpoint`];
    const first = await operator.call('controlRequest', { body: { sn: power, value: true } });
    for (let value = 0; value < 55; value++)
      await operator.call('controlRequest', { body: { sn: setpoint, value: 16 + (value % 10) } });
    const status = (query: object) =>
      operator.call('controlStatus', { query: { stationSn: station.sn, ...query } });
    expect(await status({})).toHaveLength(50);
    expect(await status({ newest: true })).toMatchObject([{ variableSn: setpoint }, { id: first.id }]);
    expect(await status({ newest: true, variableSns: power })).toMatchObject([{ id: first.id }]);
    const one = await operator.call('controlVariables', {
      query: { stationSn: station.sn, variableSns: setpoint },
    });
    expect(one.map(({ sn }) => sn)).toEqual([setpoint]);
  });
});
