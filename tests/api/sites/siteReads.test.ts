/** The calls of pages about a station and its devices: variables and their curves, gateways, energy types and keys. */
import { describe, expect, it } from 'vitest';
import { ask } from '../../support/calls/ask.ts';
import { serveOperators } from '../../support/calls/operators.ts';
import { makeSite, type Site, send, until } from '../../support/telemetry/site.ts';

const { server, operator, stranger } = serveOperators();

const POWER = { code: 'power', name: 'Power', unit: 'kW', dataType: 'number', kind: 'gauge' };

const addText = ({ device }: Site) =>
  operator.call('deviceVariableCreate', {
    body: { deviceSn: device.sn, code: 'mode', name: 'Mode', dataType: 'text', kind: 'gauge' },
  });

describe('variables', () => {
  it('are returned by device, for the requested devices', async () => {
    const [first, second] = [await makeSite(operator), await makeSite(operator)];
    await addText(second);
    const query = { deviceSns: `${second.device.sn},${first.device.sn},nobody` };
    const devices = await operator.call('deviceVariablesOfDevices', { query });
    expect(devices.map(({ deviceSn, variables }) => [deviceSn, variables.map(({ code }) => code)])).toEqual(
      expect.arrayContaining([
        [first.device.sn, ['power']],
        [second.device.sn, expect.arrayContaining(['mode', 'power'])],
      ]),
    );
    expect(devices).toHaveLength(2);
    expect(await stranger.call('deviceVariablesOfDevices', { query })).toEqual([]);
  });

  it('are returned once for every key of the tenant', async () => {
    for (const site of [await makeSite(operator), await makeSite(operator)]) await addText(site);
    const keys = await operator.call('variableMaps');
    expect(keys.filter(({ code }) => code === 'power')).toEqual([POWER]);
    expect(keys.filter(({ code }) => code === 'mode')).toMatchObject([{ name: 'Mode', dataType: 'text' }]);
    expect(await stranger.call('variableMaps')).toEqual([]);
  });

  it('have one of three types, each with its name in both languages', async () => {
    expect(await operator.call('variableDataTypes')).toMatchObject([
      { value: 'number', title: { zh: '数值', en: 'Number' } },
      { value: 'boolean', title: { zh: '开关量', en: 'Boolean' } },
      { value: 'text', title: { zh: '文本', en: 'Text' } },
    ]);
  });

  it('are returned with values, for the requested devices or station', async () => {
    const { station, device, variable } = await makeSite(operator);
    await send(server.url, device, { power: 42.5 });
    for (const body of [{ deviceSns: [device.sn!] }, { stationSn: station.sn }]) {
      const [first, ...others] = await operator.call('devicesWithValues', { body });
      expect(others).toEqual([]);
      expect(first).toMatchObject({ deviceSn: device.sn, deviceName: 'Meter', stationSn: station.sn });
      expect(first?.variables).toMatchObject([{ sn: variable.sn, data: 42.5, unit: 'kW', stale: false }]);
    }
    expect(await stranger.call('devicesWithValues', { body: { deviceSns: [device.sn!] } })).toEqual([]);
  });

  it('have a curve over a window, including its ends', async () => {
    const { device, variable } = await makeSite(operator);
    const from = Date.now() - 600_000;
    const points = [1, 2, 3].map((value) => ({ ts: from + value * 60_000, values: { power: value } }));
    await send(server.url, device, points);
    const window = (startTime: number, endTime: number) => ({
      query: {
        sns: variable.sn!,
        startTime: new Date(startTime).toISOString(),
        endTime: new Date(endTime).toISOString(),
      },
    });
    const [course] = await operator.call('trendValues', window(from, from + 600_000));
    expect(course).toMatchObject({ sn: variable.sn, unit: 'kW' });
    expect(course?.points).toEqual(points.map(({ ts, values }) => [ts, values.power]));
    const [part] = await operator.call('trendValues', window(from, from + 121_000));
    expect(part?.points.map(([, value]) => value)).toEqual([1, 2]);
  });

  it('have the same curve alone and beside others with many points', async () => {
    const { device, variable } = await makeSite(operator);
    const { sn: other } = await operator.call('deviceVariableCreate', {
      body: { deviceSn: device.sn, code: 'level', name: 'Level', dataType: 'number', kind: 'gauge' },
    });
    const [day, count] = [86_400_000, 12_000];
    const from = Math.floor(Date.now() / day) * day - day;
    for (let start = 0; start < count; start += 1_000) {
      const points = Array.from({ length: 1_000 }, (_, index) => {
        const at = start + index;
        return { ts: from + at * 5_000, values: { power: at % 700, level: at % 90 } };
      });
      expect((await send(server.url, device, points)).status).toBe(200);
    }
    const window = { startTime: new Date(from).toISOString(), endTime: new Date(from + day).toISOString() };
    // The number of points is taken from the hourly roll-ups, which this call creates first.
    const sns = `${variable.sn},${other}`;
    await operator.call('accuSummarized', { query: { sns, calcmethod: 'SUM', ...window } });
    const courses = await operator.call('trendValues', { query: { sns, ...window } });
    const alone = await Promise.all(
      [variable.sn!, other!].map((sn) => operator.call('trendValues', { query: { sns: sn, ...window } })),
    );
    expect(courses).toEqual(alone.flat());
    expect(courses.map(({ points }) => points.length > 100)).toEqual([true, true]);
  });
});

describe('a station', () => {
  it('lists the gateways that collect its data', async () => {
    const { station } = await makeSite(operator);
    const path = { id: station.id };
    expect(await operator.call('stationCollectors', { path })).toEqual([]);
    const gateway = await operator.call('deviceCreate', {
      body: {
        sn: `${station.sn}-G`,
        name: 'Collector',
        stationSn: station.sn,
        type: 'gateway',
        gateway: true,
      },
    });
    expect(await operator.call('stationCollectors', { path })).toMatchObject([
      { id: gateway.id, sn: gateway.sn, name: 'Collector', companyId: null, status: 0 },
    ]);
    await send(server.url, gateway, { Meter: { power: 1 } }, 'gateway/telemetry');
    const statuses = await until(
      () => operator.call('stationCollectors', { path }),
      ([one]) => one?.status === 1,
    );
    expect(statuses).toMatchObject([{ status: 1 }]);
    expect((await ask(stranger, 'stationCollectors', { path })).status).toBe(404);
  });

  it('lists its energy types by the labels that it has', async () => {
    const { station } = await makeSite(operator);
    const path = { id: station.id };
    expect(await operator.call('energyTypesOfStation', { path })).toEqual([]);
    const { records } = await operator.call('energyTypePage', {});
    const water = records.find(({ code }) => code === 'water')!;
    for (const name of ['Hall', 'Office'])
      await operator.call('energyLabelCreate', {
        body: { name, stationSn: station.sn, energyTypeId: water.id, labelType: 'area' },
      });
    expect(await operator.call('energyTypesOfStation', { path })).toMatchObject([
      { id: water.id, code: 'water', unit: water.unit, labels: 2 },
    ]);
    expect((await ask(stranger, 'energyTypesOfStation', { path })).status).toBe(404);
  });

  it('sorts its labels by four dimensions', async () => {
    const dimensions = await operator.call('energyDimensions', { headers: { 'accept-language': 'en' } });
    expect(dimensions.map(({ value, title }) => `${value}: ${title}`)).toEqual([
      'area: Area',
      'process: Process',
      'department: Department',
      'equipment: Equipment',
    ]);
  });

  it('has a provisioning key after its creation, whose secret is shown once', async () => {
    const { station } = await makeSite(operator);
    const path = { stationSn: station.sn! };
    expect(await operator.call('stationProvisioning', { path })).toEqual({ key: null, devices: 0 });
    const { key, secret } = await operator.call('stationProvisioningRenew', { path });
    const provisioning = await operator.call('stationProvisioning', { path });
    expect(provisioning).toEqual({ key, devices: 0 });
    expect(JSON.stringify(provisioning)).not.toContain(secret);
    expect((await ask(stranger, 'stationProvisioning', { path })).status).toBe(404);
  });

  it('uses the tiles of the own map server, if one is configured', async () => {
    expect(await operator.call('mapTiles')).toEqual({ tiles: null });
  });
});

describe('a device over HTTP', () => {
  it('reports its attributes, and requests them', async () => {
    const { device } = await makeSite(operator);
    const path = { deviceToken: device.token! };
    await operator.request('deviceAttributesReport', { path, body: { firmware: '2.1', slots: [1, 2] } });
    const readAttributes = async (query: Record<string, string> = {}) =>
      (await operator.request('deviceAttributesAsk', { path, query })).json();
    expect(await readAttributes()).toEqual({ client: { firmware: '2.1', slots: [1, 2] } });
    expect(await readAttributes({ clientKeys: 'firmware' })).toEqual({ client: { firmware: '2.1' } });
  });

  it('requests the time, and is refused other requests', async () => {
    const { device } = await makeSite(operator);
    const question = async (method: string) =>
      operator.request('deviceQuestion', { path: { deviceToken: device.token! }, body: { method } });
    const before = Date.now();
    const serverTime = (await (await question('getCurrentTime')).json()) as number;
    expect(serverTime).toBeGreaterThanOrEqual(before);
    expect(serverTime).toBeLessThanOrEqual(Date.now());
    expect(await (await question('reboot')).json()).toMatchObject({ error: expect.any(String) });
  });

  it('answers a command', async () => {
    const { station, device, variable } = await makeSite(operator);
    const { id, version } = variable;
    await operator.call('deviceVariableUpdate', { body: { id, version, writable: true } });
    await send(server.url, device, { power: 1 });
    const command = await operator.call('controlRequest', { body: { sn: variable.sn!, value: 5 } });
    await operator.request('deviceCommandAnswer', {
      path: { deviceToken: device.token!, id: command.id },
      body: { success: true },
    });
    const [answered] = await operator.call('controlStatus', { query: { stationSn: station.sn } });
    expect(answered).toMatchObject({ id: command.id, state: 'acknowledged', answer: '{"success":true}' });
  });
});
