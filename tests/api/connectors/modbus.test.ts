/** Devices are read by Modbus TCP, with the registers of their models. A faulty device delays no other. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Channel } from '../../../generated/types.ts';
import type { Client } from '../../support/calls/client.ts';
import { storedPoints } from '../../support/calls/world.ts';
import { type ModbusDevice, setModbusHosts, startModbusDevice } from '../../support/devices/modbusDevice.ts';
import { holding, makeChannel, makeModel, makeUnit } from '../../support/devices/modbusSite.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, until } from '../../support/telemetry/site.ts';

let device: ModbusDevice;
let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client & { tenantId: number };
let main: Channel;

const latest = async (sn: string, client: Client = operator): Promise<number | string | null> =>
  (await client.call('realtimeDataByVariable', { query: { sns: sn } }))[0]?.data ?? null;
const becomes = async (sn: string, value: number): Promise<void> =>
  expect(
    await until(
      () => latest(sn),
      (found) => found === value,
    ),
    sn,
  ).toBe(value);
const channelOf = (id: number, client: Client = operator) => client.call('channelGet', { path: { id } });
const faultBecomes = async (id: number, fault: Channel['fault'] | null, unit: number | null = null) =>
  expect(
    await until(
      () => channelOf(id),
      (found) => (found.fault ?? null) === fault && (found.faultUnit ?? null) === unit,
    ),
  ).toMatchObject({ fault, faultUnit: unit });
/** Reads the points of a variable with their quality, newest first. */
const points = async (sn: string): Promise<{ value: number; quality: number }[]> =>
  (await storedPoints(server, sn)).reverse().map(({ value, quality }) => ({ value, quality }));
const word = (unit: number, at: number, value: number): void =>
  void device.unit(unit).holding.writeUInt16BE(value, at * 2);
const requestsOf = (unit: number) => device.asked.filter((one) => one.split(' ')[1] === String(unit));

beforeAll(async () => {
  device = await startModbusDevice();
  server = await startServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  setModbusHosts(server, `${operator.tenantId}=127.0.0.1`);
  await makeSite(operator, 'MB');
  await makeSite(stranger, 'MBS');
  main = await makeChannel(operator, 'MB-MAIN', device.port);
});
beforeEach(() => {
  device.asked.length = 0;
  device.isSplit = false;
  for (let unit = 1; unit < 10; unit += 1) device.unit(unit).mode = 'answers';
});
afterAll(async () => {
  await server?.stop();
  await device?.stop();
});

let count = 0;
/** Adds a unit with these registers to the main channel. */
async function addUnit(
  modbusUnit: number,
  registers: Parameters<typeof makeModel>[2],
  channelSn = 'MB-MAIN',
) {
  count += 1;
  const sn = `MB-U${modbusUnit}-${count}`;
  const { id: modelId } = await makeModel(operator, `Model ${count}`, registers);
  const made = await makeUnit(operator, sn, { stationSn: 'MB', modelId, channelSn, modbusUnit });
  return { sn, modelId, device: made };
}

it('reads registers of all areas by the map of the model, with factors, orders and bits', async () => {
  const { holding: words, input, coils, discrete } = device.unit(1);
  words.writeInt16BE(-25, 10 * 2);
  words.writeUInt16BE(0x8001, 11 * 2);
  input.writeUInt32BE(0x0000_ffff, 100 * 2);
  words.writeFloatBE(50.5, 12 * 2);
  coils[3] = 1;
  discrete[7] = 1;
  const { sn } = await addUnit(1, [
    holding('temperature', 10, { encoding: 's16', scale: 0.1 }),
    holding('run', 11, { encoding: 'bit', bit: 15, dataType: 'boolean' }),
    holding('idle', 11, { encoding: 'bit', bit: 1, dataType: 'boolean' }),
    holding('frequency', 12, { encoding: 'f32' }),
    holding('energy', 100, { area: 'input', encoding: 'u32', byteOrder: 'cdab' }),
    holding('closed', 3, { area: 'coil', dataType: 'boolean', encoding: undefined }),
    holding('door', 7, { area: 'discrete', dataType: 'boolean' }),
  ]);
  device.isSplit = true;
  await becomes(`${sn}-temperature`, -2.5);
  const values = { run: 1, idle: 0, frequency: 50.5, energy: 0xffff_0000, closed: 1, door: 1 };
  for (const [code, value] of Object.entries(values)) await becomes(`${sn}-${code}`, value);
  // Registers that are close to each other are read together.
  expect(new Set(requestsOf(1))).toEqual(new Set(['3 1 10 4', '4 1 100 2', '1 1 3 1', '2 1 7 1']));
  const online = await until(
    () => channelOf(main.id),
    ({ state, lastRead }) => state === 'online' && Boolean(lastRead),
  );
  expect(online).toMatchObject({ state: 'online', fault: null, lastRead: expect.any(String) });
  expect(device.open()).toBe(1);
});

it('continues with the other units if one answers exceptions, and reports the unit', async () => {
  word(2, 0, 20);
  const bad = await addUnit(2, [holding('a', 0)]);
  await becomes(`${bad.sn}-a`, 20);
  device.unit(2).mode = { exception: 4 };
  await faultBecomes(main.id, 'deviceFailure', 2);
  word(3, 0, 30);
  const good = await addUnit(3, [holding('a', 0)]);
  await becomes(`${good.sn}-a`, 30);
  // The fault is reported once, and remains a gap until the device answers again.
  await until(
    async () => requestsOf(2).length,
    (total) => total >= 3,
  );
  expect(
    (await points(`${bad.sn}-a`)).map(({ quality }) => quality).filter((quality) => quality === 2),
  ).toEqual([2]);
  expect((await points(`${bad.sn}-a`))[0]?.quality).toBe(2);
  expect(await latest(`${bad.sn}-a`)).toBe(20);
  device.unit(2).mode = 'answers';
  word(2, 0, 21);
  await becomes(`${bad.sn}-a`, 21);
  await faultBecomes(main.id, null);
});

it.each(['silent', 'garbage', 'short'] as const)(
  'goes on where a unit is %s, over a new connection',
  async (mode) => {
    const unit = { silent: 4, garbage: 5, short: 6 }[mode];
    word(unit, 0, 40);
    const bad = await addUnit(unit, [holding('a', 0), holding('b', 1)]);
    await becomes(`${bad.sn}-a`, 40);
    const before = device.connections();
    device.unit(unit).mode = mode;
    await faultBecomes(main.id, mode === 'silent' ? 'silent' : 'garbled', unit);
    word(3, 0, 300 + unit);
    await becomes(`${(await deviceOfUnit(3)).sn}-a`, 300 + unit);
    expect(device.connections()).toBeGreaterThan(before);
    expect(device.connections()).toBeGreaterThan(before);
    expect((await points(`${bad.sn}-a`)).filter(({ quality }) => quality === 2)).toHaveLength(1);
    device.unit(unit).mode = 'answers';
    word(unit, 0, 41);
    await becomes(`${bad.sn}-a`, 41);
    await faultBecomes(main.id, null);
    expect(device.open()).toBe(1);
  },
);

const deviceOfUnit = async (modbusUnit: number) =>
  (await operator.call('devicePage', { query: { size: 100 } })).records.find(
    (one) => one.modbusUnit === modbusUnit && one.sn.startsWith('MB-U'),
  )!;

it('reads the existing registers of a block, and marks an invalid float as bad', async () => {
  const { holding: words, missing } = device.unit(7);
  missing.add(5);
  words.writeUInt16BE(70, 0);
  words.writeFloatBE(Number.NaN, 8 * 2);
  const { sn } = await addUnit(7, [
    holding('a', 0),
    holding('gone', 5),
    holding('nan', 8, { encoding: 'f32' }),
  ]);
  await becomes(`${sn}-a`, 70);
  await faultBecomes(main.id, 'illegalAddress', 7);
  expect(await points(`${sn}-gone`)).toEqual([{ value: 0, quality: 2 }]);
  expect(await points(`${sn}-nan`)).toEqual([{ value: 0, quality: 2 }]);
  missing.clear();
  words.writeFloatBE(1.5, 8 * 2);
  await becomes(`${sn}-nan`, 1.5);
  await faultBecomes(main.id, null);
});

it('multiplies by a power of ten in another register, and has no value if either is missing', async () => {
  const { holding: words } = device.unit(20);
  const NONE = -32_768;
  words.writeInt16BE(2_301, 0);
  words.writeInt16BE(-1, 40 * 2);
  const { sn, modelId } = await addUnit(20, [holding('volt', 0, { encoding: 's16', scaleAddress: 40 })]);
  await becomes(`${sn}-volt`, 230.1);
  words.writeInt16BE(-2, 40 * 2);
  await becomes(`${sn}-volt`, 23.01);
  const bad = async () => (await points(`${sn}-volt`)).filter(({ quality }) => quality === 2).length;
  for (const [at, [address, value]] of (
    [
      [0, NONE],
      [40, NONE],
      [40, 11],
    ] as const
  ).entries()) {
    const before = words.readInt16BE(address * 2);
    words.writeInt16BE(value, address * 2);
    await until(bad, (count) => count === at + 1);
    // The last value remains until there is another one.
    expect(await latest(`${sn}-volt`)).toBe((2_301 + at) / 100);
    words.writeInt16BE(before, address * 2);
    words.writeInt16BE(2_301 + at + 1, 0);
    await becomes(`${sn}-volt`, (2_301 + at + 1) / 100);
  }
  // The variable takes the factor of the model, and its own factor cannot be written.
  const model = await operator.call('deviceModelGet', { path: { id: modelId } });
  expect(model.registers![0]).toMatchObject({ scaleAddress: 40, scale: 1 });
});

it('follows a changed register, unit, model and channel, and stops when one is disabled', async () => {
  word(8, 0, 80);
  word(8, 50, 81);
  word(9, 50, 90);
  const { sn, modelId, device: made } = await addUnit(8, [holding('a', 0)]);
  await becomes(`${sn}-a`, 80);
  const model = await operator.call('deviceModelGet', { path: { id: modelId } });
  await operator.call('deviceModelUpdate', {
    body: {
      ...{ id: modelId, version: model.version },
      registers: [{ ...model.registers![0]!, address: 50 }],
    },
  });
  await becomes(`${sn}-a`, 81);
  const { id, version } = await operator.call('deviceBySn', { path: { id: made.sn } });
  await operator.call('deviceUpdate', { body: { id, version, modbusUnit: 9 } });
  await becomes(`${sn}-a`, 90);
  const now = await channelOf(main.id);
  await operator.call('channelUpdate', { body: { id: now.id, version: now.version, firstRegister: 'one' } });
  await until(
    async () => requestsOf(9),
    (requests) => requests.includes('3 9 49 1'),
  );
  expect(requestsOf(9)).toContain('3 9 49 1');
  const again = await channelOf(main.id);
  await operator.call('channelUpdate', {
    body: { id: again.id, version: again.version, firstRegister: 'zero' },
  });
  await becomes(`${sn}-a`, 90);
  const on = await operator.call('deviceBySn', { path: { id: made.sn } });
  await operator.call('deviceUpdate', { body: { id, version: on.version, enabled: false } });
  word(3, 0, 333);
  await becomes(`${(await deviceOfUnit(3)).sn}-a`, 333);
  device.asked.length = 0;
  word(3, 0, 334);
  await becomes(`${(await deviceOfUnit(3)).sn}-a`, 334);
  expect(requestsOf(9)).toEqual([]);
});

it('closes a disabled channel, and reads it again when it is enabled', async () => {
  const now = await channelOf(main.id);
  await operator.call('channelUpdate', { body: { id: now.id, version: now.version, enabled: false } });
  await until(
    async () => device.open(),
    (open) => open === 0,
  );
  expect(device.open()).toBe(0);
  const off = await channelOf(main.id);
  await operator.call('channelUpdate', { body: { id: off.id, version: off.version, enabled: true } });
  word(3, 0, 335);
  await becomes(`${(await deviceOfUnit(3)).sn}-a`, 335);
});

it('reconnects to a restarted device', async () => {
  await device.stop();
  await faultBecomes(main.id, 'unreachable');
  await device.listen();
  word(3, 0, 336);
  await becomes(`${(await deviceOfUnit(3)).sn}-a`, 336);
  await faultBecomes(main.id, null);
});

it('contacts only hosts that are listed for the tenant, and reports others', async () => {
  const other = await startModbusDevice();
  const theirs = await makeChannel(stranger, 'MB-THEIRS', other.port);
  const found = await until(
    () => channelOf(theirs.id, stranger),
    ({ fault }) => fault === 'notAllowed',
  );
  expect(found).toMatchObject({ fault: 'notAllowed', faultUnit: null, state: 'unknown' });
  await expect(channelOf(main.id, stranger)).rejects.toMatchObject({ status: 404 });
  // A device that names the channel of another tenant is not read.
  const { id: modelId } = await makeModel(stranger, 'Theirs', [holding('a', 0)]);
  await expect(
    makeUnit(stranger, 'MBS-U', { stationSn: 'MBS', modelId, channelSn: 'MB-MAIN', modbusUnit: 3 }),
  ).rejects.toMatchObject({ status: 400 });
  expect(other.connections()).toBe(0);
  setModbusHosts(server, `${operator.tenantId}=127.0.0.1 ${stranger.tenantId}=127.0.0.0/8`);
  const reached = await until(
    () => channelOf(theirs.id, stranger),
    ({ fault }) => !fault,
  );
  expect(reached.fault ?? null).toBeNull();
  await stranger.call('channelDelete', { path: { id: theirs.id } });
  await until(
    async () => other.open(),
    (open) => open === 0,
  );
  expect(other.open()).toBe(0);
  await other.stop();
});

it('requires the host, and nothing that channels do not have', async () => {
  const body = { sn: 'MB-NO', name: 'No host', protocol: 'modbus' as const };
  await expect(operator.call('channelCreate', { body })).rejects.toMatchObject({
    errors: [{ field: '/host' }],
  });
  for (const wrong of [{ host: 'http://plc' }, { port: 0 }, { period: 0 }, { period: 3601 }])
    await expect(
      operator.call('channelCreate', { body: { ...body, host: '127.0.0.1', ...wrong } }),
    ).rejects.toMatchObject({ errors: [{ field: `/${Object.keys(wrong)[0]}` }] });
  const made = await operator.call('channelCreate', { body: { ...body, sn: 'MB-DEF', host: 'plc.invalid' } });
  expect(made).toMatchObject({ port: 502, period: 5, firstRegister: 'zero' });
  await operator.call('channelDelete', { path: { id: made.id } });
});

it('shows the settings of a channel to readers, and lets no unauthorised user change them', async () => {
  const watcher = await joinTenant(server, operator.tenantId, ['channel:list', 'channel:get']);
  expect(await channelOf(main.id, watcher)).toMatchObject({ host: '127.0.0.1' });
  const { version } = await channelOf(main.id);
  await expect(
    watcher.call('channelUpdate', { body: { id: main.id, version, host: 'plc.local' } }),
  ).rejects.toMatchObject({ status: 403 });
});
