import { describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { flushHeard } from '../../support/calls/inside.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { runSql } from '../../support/calls/world.ts';
import { joinTenant, makeRule, makeSite, send, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

describe('stations', () => {
  it('are created, changed and returned with their days of operation', async () => {
    const created = await operator.call('stationCreate', {
      body: {
        sn: 'A1',
        name: '一号站',
        timeZone: 'Asia/Shanghai',
        initialTime: '2026-01-01',
        capacity: 215,
        powerSupplyType: 'double',
      },
    });
    const changed = await operator.call('stationUpdate', {
      path: { id: created.id },
      body: { id: created.id, version: created.version, address: '厦门' },
    });
    expect(changed).toMatchObject({ sn: 'A1', address: '厦门', version: 2 });
    const details = await operator.call('stationDetails', { path: { sn: 'A1' } });
    expect(details).toMatchObject({
      name: '一号站',
      capacity: 215,
      powerSupplyType: 'double',
      simulated: false,
    });
    expect(details.operatingDays).toBeGreaterThan(300);
    const supplied = await operator.call('stationUpdate', {
      path: { id: created.id },
      body: { id: created.id, version: 2, operatingDays: 7 },
    });
    expect(supplied.operatingDays).toBe(7);
    expect((await operator.call('stationDetails', { path: { sn: 'A1' } })).operatingDays).toBe(7);
  });

  it('keep their number, and refuse a stale version with the current record', async () => {
    const { station } = await makeSite(operator);
    const renamed = await ask(operator, 'stationUpdate', {
      path: { id: station.id },
      body: { id: station.id, version: 1, sn: 'other' },
    });
    expect(renamed.status).toBe(400);
    await operator.call('stationUpdate', {
      path: { id: station.id },
      body: { id: station.id, version: 1, name: 'First' },
    });
    const stale = await ask(operator, 'stationUpdate', {
      path: { id: station.id },
      body: { id: station.id, version: 1, name: 'Second' },
    });
    expect(stale).toMatchObject({ status: 409, data: { name: 'First', version: 2 } });
  });

  it('do not exist for another tenant', async () => {
    const { station, device, variable } = await makeSite(operator);
    const path = { sn: station.sn };
    expect((await ask(stranger, 'stationDetails', { path })).status).toBe(404);
    expect((await ask(stranger, 'stationStatus', { path })).status).toBe(404);
    expect((await ask(stranger, 'stationGet', { path: { id: station.id } })).status).toBe(404);
    expect((await ask(stranger, 'stationDevices', { path: { stationSn: station.sn } })).status).toBe(404);
    expect((await ask(stranger, 'stationRemove', { query: { id: station.id, sn: station.sn } })).status).toBe(
      404,
    );
    expect(
      (await ask(stranger, 'stationCopy', { body: { id: station.id, sn: 'X', name: 'X' } })).status,
    ).toBe(404);
    expect((await ask(stranger, 'deviceBySn', { path: { id: device.sn } })).status).toBe(404);
    expect((await ask(stranger, 'deviceVariableGet', { path: { id: variable.id } })).status).toBe(404);
    expect(await stranger.call('allDevices')).toEqual([]);
    expect(await stranger.call('stationsByDept')).toEqual([]);
  });

  it('are not deleted while they have devices, and require matching number and id', async () => {
    const { station, device } = await makeSite(operator);
    const query = { id: station.id, sn: station.sn };
    const refused = await ask(operator, 'stationRemove', { query });
    expect(refused).toMatchObject({
      status: 409,
      msg: 'This station still has devices (1): delete or move them first',
    });
    expect(
      (await ask(operator, 'stationRemove', { query: { ...query, id: station.id + 1000 } })).status,
    ).toBe(404);
    await operator.call('deviceDelete', { path: { id: device.id } });
    await operator.call('kanbanSave', {
      body: { stationSn: station.sn, version: 0, document: { version: 1, widgets: [], layouts: { lg: [] } } },
    });
    await operator.call('stationRemove', { query });
    expect((await ask(operator, 'stationDetails', { path: { sn: station.sn } })).status).toBe(404);
  });

  it('are copied with devices, variables and rules, each device with a new token', async () => {
    const { station, device, variable } = await makeSite(operator, 'COPYME');
    await makeRule(operator, { station, variable }, 5);
    const copied = await operator.call('stationCopy', {
      body: { id: station.id, sn: 'COPY2', name: 'Copy' },
    });
    expect(copied).toMatchObject({
      station: { sn: 'COPY2', name: 'Copy' },
      devices: 1,
      variables: 1,
      rules: 1,
    });
    const copy = await operator.call('deviceBySn', { path: { id: 'COPY2-M1' } });
    expect(copy).toMatchObject({ stationSn: 'COPY2', type: 'meter' });
    expect(copy.token).toHaveLength(20);
    expect(copy.token).not.toBe(device.token);
    const refused = await ask(operator, 'stationCopy', {
      body: { id: station.id, sn: 'COPY2', name: 'Again' },
    });
    expect(refused.status).toBe(409);
    expect((await operator.call('allDevices')).filter(({ stationSn }) => stationSn === 'COPY2')).toHaveLength(
      1,
    );
  });

  it('have normal communication only while every device reports', async () => {
    const { station, device } = await makeSite(operator);
    const path = { sn: station.sn };
    expect(await operator.call('stationStatus', { path })).toMatchObject({
      communicationStatus: 0,
      unclosedAlarmAmount: 0,
    });
    await send(server.url, device, { power: 3 });
    const status = await until(
      () => operator.call('stationStatus', { path }),
      (answer) => answer.communicationStatus === 1,
    );
    expect(status.communicationStatusDetail).toMatchObject([{ deviceSn: device.sn, status: 1 }]);
    expect((await operator.call('stationDetailsWithStatus', { path })).status.communicationStatus).toBe(1);
  });

  it('ignore devices that send nothing themselves; a gateway is online by what it sends', async () => {
    const { station, device } = await makeSite(operator);
    const add = (no: string, more: { gateway?: boolean } = {}) =>
      operator.call('deviceCreate', {
        body: { sn: `${station.sn}-${no}`, name: no, stationSn: station.sn, type: 'other', ...more },
      });
    const gateway = await add('G', { gateway: true });
    await add('passive');
    const summed = await add('summed');
    await operator.call('deviceVariableCreate', {
      body: {
        deviceSn: summed.sn,
        code: 'double',
        name: 'Double',
        dataType: 'number',
        kind: 'gauge',
        formula: `[${station.sn}-M1-power] * 2`,
      },
    });
    const state = async () => {
      await flushHeard(server);
      const status = await operator.call('stationStatus', { path: { sn: station.sn } });
      const online = status.communicationStatusDetail.map((one) => [one.deviceName, one.status]);
      return [status.communicationStatus, online.sort()];
    };
    await send(server.url, device, { power: 1 });
    expect(await state()).toEqual([
      0,
      [
        ['G', 0],
        ['Meter', 1],
      ],
    ]);
    const sent = Date.now();
    await send(server.url, gateway, { [device.name]: { power: 2 } }, 'gateway/telemetry');
    expect(await state()).toEqual([
      1,
      [
        ['G', 1],
        ['Meter', 1],
      ],
    ]);
    const { stations } = await operator.call('stationOverview');
    expect(stations.find(({ sn }) => sn === station.sn)?.communicationStatus).toBe(1);
    const readLastReceived = async () => {
      const body = { stationSn: station.sn };
      const devices = await operator.call('devicesRealtime', { body });
      return new Map(devices.map(({ deviceName, lastTime }) => [deviceName, lastTime]));
    };
    const before = await readLastReceived();
    expect([before.get('passive'), before.get('summed')]).toEqual([null, null]);
    expect(Date.parse(before.get('G')!)).toBeGreaterThanOrEqual(sent);
    // Simulates that another process receives the next points.
    await runSql(
      server,
      `update latest set received_at = received_at + interval '1 hour'
        where variable_id = (select id from device_variable where sn = $1)`,
      `${station.sn}-M1-power`,
    );
    const after = await readLastReceived();
    expect(Date.parse(after.get('Meter')!) - Date.parse(before.get('Meter')!)).toBe(3_600_000);
  });

  it('count open tasks', async () => {
    const { station } = await makeSite(operator);
    const open = async () =>
      (await operator.call('stationStatus', { path: { sn: station.sn } })).unclosedTaskAmount;
    expect(await open()).toBe(0);
    const body = { name: 'Replace the fan', stationSn: station.sn, level: 'minor', status: 1 } as const;
    const { id, version } = await operator.call('alarmTaskCreate', { body });
    expect(await open()).toBe(1);
    await operator.call('recordTransition', {
      path: { entity: 'alarmTask', id },
      body: { name: 'close', version, form: { remark: 'done' } },
    });
    expect(await open()).toBe(0);
  });

  it('store capacities, and the tariffs in force on a day', async () => {
    const { station } = await makeSite(operator);
    const stationSn = station.sn;
    for (const [effectiveFrom, price] of [
      ['2026-01-01', 0.6],
      ['2026-06-01', 0.7],
    ] as const) {
      await operator.call('stationChargeConfigCreate', {
        body: { stationSn, chargeType: 'energy', effectiveFrom, currency: 'CNY', price },
      });
    }
    await operator.call('stationChargeConfigCreate', {
      body: {
        stationSn,
        chargeType: 'feedIn',
        effectiveFrom: '2026-01-01',
        currency: 'CNY',
        periods: [{ start: '00:00', end: '08:00', band: 'valley', price: 0.3 }],
      },
    });
    const path = { sn: stationSn };
    const may = await operator.call('stationCharge', {
      path,
      query: { queryTime: '2026-05-31 23:59:59.000' },
    });
    expect(may.map(({ chargeType, price }) => [chargeType, price])).toEqual([
      ['energy', 0.6],
      ['feedIn', null],
    ]);
    const june = await operator.call('stationCharge', {
      path,
      query: { queryTime: '2026-06-01', chargeType: 'energy' },
    });
    expect(june.map(({ price }) => price)).toEqual([0.7]);
    expect(await operator.call('stationChargeConfigs', { query: { stationSn } })).toHaveLength(3);
    const capacity = await operator.call('stationCapacityCreate', {
      body: { stationSn, name: '一期', capacity: 215, effectiveFrom: '2026-01-01' },
    });
    expect(await operator.call('stationCapacities', { path: { id: stationSn } })).toMatchObject([
      { name: '一期', capacity: 215 },
    ]);
    await operator.call('stationCapacityDelete', { path: { id: capacity.id } });
    expect(await operator.call('stationCapacities', { path: { id: stationSn } })).toEqual([]);
  });

  it('need the permission of each call', async () => {
    const { station } = await makeSite(operator);
    const reader = await joinTenant(server, operator.tenantId, ['station:get']);
    await reader.call('stationDetails', { path: { sn: station.sn } });
    expect(
      (await ask(reader, 'stationCreate', { body: { sn: 'N', name: 'N', timeZone: 'UTC' } })).status,
    ).toBe(403);
    expect((await ask(reader, 'stationRemove', { query: { id: station.id, sn: station.sn } })).status).toBe(
      403,
    );
  });
});

describe('a deleted variable or device', () => {
  it('also deletes rules whose formula names it, at any place', async () => {
    const site = await makeSite(operator);
    const { device, variable } = site;
    const more = await operator.call('deviceVariableCreate', {
      body: {
        ...{ deviceSn: device.sn, code: 'second', name: 'Second', unit: 'kW' },
        ...{ dataType: 'number', kind: 'gauge' },
      },
    });
    const formula = `[${variable.sn}] > [${more.sn}]`;
    const rule = await makeRule(operator, site, 0, { kind: 'expression', formula, variableSn: null });
    const other = await makeRule(operator, site, 0, {
      ...{ kind: 'expression', formula: `[${variable.sn}] > 5`, variableSn: null },
    });
    await operator.call('deviceVariableDelete', { path: { id: more.id } });
    const names = async () => {
      const { records } = await operator.call('alarmGeneraterPage', { query: {} });
      return records.map(({ id }) => id).filter((id) => id === rule.id || id === other.id);
    };
    expect(await names()).toEqual([other.id]);
    await operator.call('deviceDelete', { path: { id: device.id } });
    expect(await names()).toEqual([]);
  });
});
