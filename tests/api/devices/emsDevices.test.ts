/** Devices in the administration of stations (C137–C142). */
import { beforeAll, describe, expect, it } from 'vitest';
import { addAlarms } from '../../support/alarms/alarms.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { joinTenant, makeSite, type Site, send, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const ONLINE = 1;
let site: Site;

beforeAll(async () => {
  site = await makeSite(operator, 'EMS');
  await makeSite(operator, 'FAR');
  const inverter = (sn: string, body: object = {}) =>
    operator.call('deviceCreate', {
      body: { sn, name: `Inverter ${sn}`, stationSn: 'EMS', type: 'inverter', ...body },
    });
  const made = [await inverter('I1'), await inverter('I2'), await inverter('I3', { enabled: false })];
  const variable = { name: 'Power', code: 'power', unit: 'W', dataType: 'number', kind: 'gauge' } as const;
  for (const { sn } of made)
    await operator.call('deviceVariableCreate', { body: { ...variable, deviceSn: sn } });
  await send(server.url, made[0]!, { power: 5_000 });
  await send(server.url, made[1]!, { power: 0 });
});

const tree = (query: { stationSn?: string; parent?: string; current?: number; size?: number } = {}) =>
  operator.call('emsDeviceTree', { query, headers: { 'accept-language': 'en' } });

const grid = (query: { type?: string; size?: number } = {}) =>
  operator.call('emsDeviceGrid', { query: { stationSn: 'EMS', ...query } });

describe('the tree of devices', () => {
  it('is read level by level, each with the number of reporting devices', async () => {
    await until(
      () => tree(),
      (nodes) => nodes[0]?.online === 2,
    );
    expect(await tree()).toEqual([
      {
        kind: 'station',
        key: 'EMS',
        name: 'Station EMS',
        stationSn: 'EMS',
        devices: 4,
        online: 2,
        state: null,
      },
      {
        kind: 'station',
        key: 'FAR',
        name: 'Station FAR',
        stationSn: 'FAR',
        devices: 1,
        online: 0,
        state: null,
      },
    ]);
    expect(await tree({ stationSn: 'EMS' })).toMatchObject([
      { kind: 'group', key: 'meter', name: 'Meter', devices: 1, online: 0 },
      { kind: 'group', key: 'inverter', name: 'PV inverter', devices: 3, online: 2 },
    ]);
    const devices = await tree({ stationSn: 'EMS', parent: 'inverter' });
    expect(devices.map(({ key, state }) => [key, state])).toEqual([
      ['I1', 2],
      ['I2', 3],
      ['I3', 0],
    ]);
    expect(await tree({ stationSn: 'EMS', parent: 'inverter', current: 2, size: 2 })).toMatchObject([
      { key: 'I3' },
    ]);
  });

  it('contains no station of another user, and only stations of the reader', async () => {
    expect(await stranger.call('emsDeviceTree', {})).toEqual([]);
    await expect(stranger.call('emsDeviceTree', { query: { stationSn: 'EMS' } })).rejects.toMatchObject({
      status: 404,
    });
    const warden = await joinTenant(server, operator.tenantId, ['station:list', 'device:list@site']);
    expect(await warden.call('emsDeviceTree', {})).toEqual([]);
  });
});

describe('the grid of devices', () => {
  it('shows for each device its state, its main value and its open alarms', async () => {
    await send(server.url, site.device, { power: 12 });
    await addAlarms(server, operator.tenantId, site, { count: 2 });
    const { records, total } = await until(
      () => grid(),
      (answer) => answer.records.at(-1)?.status === ONLINE,
    );
    expect(total).toBe(4);
    expect(records).toMatchObject([
      { sn: 'I1', state: 2, openAlarms: 0, main: { data: 5_000, unit: 'W', name: 'Power' } },
      { sn: 'I2', state: 3, main: { data: 0 } },
      { sn: 'I3', state: 0, main: { data: null } },
      { sn: site.device.sn, state: 4, openAlarms: 2, main: { data: 12, unit: 'kW' } },
    ]);
    expect((await grid({ type: 'inverter', size: 2 })).records.map(({ sn }) => sn)).toEqual(['I1', 'I2']);
  });

  it('shows that a device is under repair, to users who may list the assets', async () => {
    const { id } = await operator.call('assetCreate', {
      body: { stationSn: 'EMS', deviceSn: 'I1', name: 'Inverter', category: 'inverter' },
    });
    await operator.call('recordTransition', {
      path: { entity: 'asset', id },
      body: { name: 'sendToRepair', version: 1, form: { repairReason: 'Fan' } },
    });
    expect((await grid({ type: 'inverter' })).records[0]).toMatchObject({ sn: 'I1', state: 5 });
    const reader = await joinTenant(server, operator.tenantId, ['station:list', 'device:list']);
    const seen = await reader.call('emsDeviceGrid', { query: { stationSn: 'EMS', type: 'inverter' } });
    expect(seen.records[0]).toMatchObject({ sn: 'I1', main: null, openAlarms: 0 });
    expect(seen.records[0]?.state).not.toBe(5);
  });
});

describe('the administration of devices', () => {
  it('lists them, exports them as a workbook, and imports this again after a dry run', async () => {
    const page = await operator.call('emsDevicePage', { query: { stationSn: 'EMS', search: 'Inverter' } });
    expect(page.records.map(({ sn }) => sn)).toEqual(['I1', 'I2', 'I3']);
    const answer = await operator.request('emsDeviceExport', { query: { stationSn: 'EMS' } });
    expect(answer.headers.get('content-type')).toContain('spreadsheet');
    const rows = Array.from(
      { length: 20 },
      (_, at) => `N${at},New ${at},${at % 10 === 9 ? 'NOWHERE' : 'EMS'},load`,
    );
    const form = () => {
      const data = new FormData();
      const text = ['Device number,Device name,Station,Device type', ...rows].join('\n');
      data.append('file', new Blob([text], { type: 'text/csv' }), 'devices.csv');
      return data;
    };
    const dry = await operator.call('emsDeviceImport', { form: form(), query: { dryRun: true } });
    expect(dry).toMatchObject({ total: 20, imported: 0 });
    expect(dry.errors.map(({ row }) => row)).toEqual([11, 21]);
    expect((await operator.call('emsDeviceImport', { form: form() })).imported).toBe(0);
    rows[9] = rows[19] = '';
    expect(await operator.call('emsDeviceImport', { form: form() })).toMatchObject({
      imported: 18,
      errors: [],
    });
    expect(await tree({ stationSn: 'EMS' })).toContainEqual(
      expect.objectContaining({ key: 'load', devices: 18 }),
    );
  });

  it('shows the channel by which the data of a device arrives', async () => {
    await operator.call('channelCreate', { body: { sn: 'CH-1', name: 'Broker', protocol: 'mqtt' } });
    const { id, version } = await operator.call('deviceBySn', { path: { id: 'I1' } });
    const parameters = { address: '10.0.0.7', unit: 3 };
    await operator.call('deviceUpdate', { body: { id, version, channelSn: 'CH-1', parameters } });
    const channelOf = (sn: string, client: typeof stranger = operator) =>
      client.call('emsDeviceChannel', { path: { sn } });
    expect(await channelOf('I1')).toMatchObject({
      ...{ deviceSn: 'I1', address: '10.0.0.7', status: ONLINE, collector: null },
      channel: { sn: 'CH-1', name: 'Broker', protocol: 'mqtt' },
    });
    expect(await channelOf('I3')).toMatchObject({ channel: null, address: null, lastMessage: null });
    await expect(channelOf('I1', stranger)).rejects.toMatchObject({ status: 404 });
  });
});
