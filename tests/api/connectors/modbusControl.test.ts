/** A command writes a register once and reads it back, or is refused with the reason (C018). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { type ModbusDevice, setModbusHosts, startModbusDevice } from '../../support/devices/modbusDevice.ts';
import { holding, makeChannel, makeModel, makeUnit } from '../../support/devices/modbusSite.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite, until } from '../../support/telemetry/site.ts';

const UNIT = 11;
const HANGING = [20, 21, 22];

let device: ModbusDevice;
let server: TestServer;
let operator: Client & { tenantId: number };
let modelId: number;

/** Returns the writes that the device received. */
const writes = () => device.asked.filter((one) => Number(one.split(' ')[0]) > 4);

/** Sends a command and waits for its outcome. */
async function set(code: string, value: number | boolean) {
  const { id } = await operator.call('controlRequest', { body: { sn: `MBC-U-${code}`, value } });
  const find = async () =>
    (await operator.call('controlStatus', { query: { deviceSn: 'MBC-U' } })).find((one) => one.id === id)!;
  return until(find, ({ state }) => state !== 'requested');
}

beforeAll(async () => {
  device = await startModbusDevice();
  server = await startServer();
  operator = await makeOperator(server);
  setModbusHosts(server, `${operator.tenantId}=127.0.0.1`);
  await makeSite(operator, 'MBC');
  await makeChannel(operator, 'MBC-CH', device.port);
  const model = await makeModel(operator, 'Converter', [
    holding('setpoint', 0, { encoding: 's16', scale: 0.1, writable: true }),
    holding('limit', 10, { encoding: 'f32', byteOrder: 'cdab', writable: true }),
    holding('run', 4, { area: 'coil', dataType: 'boolean', writable: true }),
    holding('fixed', 20),
    holding('flag', 30, { encoding: 'bit', bit: 3, dataType: 'boolean', writable: true }),
    holding('input', 5, { area: 'input', writable: true }),
  ]);
  modelId = model.id;
  await makeUnit(operator, 'MBC-U', { stationSn: 'MBC', modelId, channelSn: 'MBC-CH', modbusUnit: UNIT });
  // Only a device that has reported can be controlled.
  await until(
    () => operator.call('realtimeDataByVariable', { query: { sns: 'MBC-U-input' } }),
    ([reading]) => reading?.data === 0,
  );
});
beforeEach(() => {
  device.asked.length = 0;
  Object.assign(device.unit(UNIT), { mode: 'answers', unknown: new Set() });
});
afterAll(async () => {
  await server?.stop();
  await device?.stop();
});

it('writes a register in the unit of its variable, and confirms after reading it back', async () => {
  expect(await set('setpoint', -12.3)).toMatchObject({ state: 'acknowledged' });
  expect(device.unit(UNIT).holding.readInt16BE(0)).toBe(-123);
  expect(writes()).toEqual([`6 ${UNIT} 0 1`]);
  expect(await set('limit', 49.5)).toMatchObject({ state: 'acknowledged' });
  const words = device.unit(UNIT).holding.subarray(20, 24);
  expect(Buffer.concat([words.subarray(2), words.subarray(0, 2)]).readFloatBE()).toBe(49.5);
  expect(writes().at(-1)).toBe(`16 ${UNIT} 10 2`);
});

it('writes a coil, with the function for several if the function for one is unsupported', async () => {
  expect(await set('run', true)).toMatchObject({ state: 'acknowledged' });
  expect(device.unit(UNIT).coils[4]).toBe(1);
  device.unit(UNIT).unknown = new Set([5, 6]);
  expect(await set('run', false)).toMatchObject({ state: 'acknowledged' });
  expect(device.unit(UNIT).coils[4]).toBe(0);
  expect(await set('setpoint', 5)).toMatchObject({ state: 'acknowledged' });
  expect(writes()).toEqual([
    ...[`5 ${UNIT} 4 1`, `5 ${UNIT} 4 1`, `15 ${UNIT} 4 1`, `6 ${UNIT} 0 1`, `16 ${UNIT} 0 1`],
  ]);
});

it('reports the value of a register with steps, and computes its steps as decimals', async () => {
  const answerTo = async (value: number) => {
    const { state, answer } = await set('setpoint', value);
    return [state, JSON.parse(answer!)];
  };
  expect(await answerTo(12.34)).toEqual(['acknowledged', { success: true, written: 12.3 }]);
  expect(device.unit(UNIT).holding.readInt16BE(0)).toBe(123);
  // 0.15 ÷ 0.1 is less than 1.5 in floats.
  expect(await answerTo(0.15)).toEqual(['acknowledged', { success: true, written: 0.2 }]);
  expect(await answerTo(12.3)).toEqual(['acknowledged', { success: true }]);
  const { answer } = await set('limit', 49.51);
  expect(JSON.parse(answer!)).toEqual({ success: true });
});

it('accepts 1 and 0 for a coil, and no other value', async () => {
  expect(await set('run', 1)).toMatchObject({ state: 'acknowledged', value: true });
  expect(device.unit(UNIT).coils[4]).toBe(1);
  expect(await set('run', 0)).toMatchObject({ state: 'acknowledged', value: false });
  expect(device.unit(UNIT).coils[4]).toBe(0);
  await expect(set('run', 2)).rejects.toMatchObject({ status: 400 });
});

it('writes to a working unit, even if other units are on the same line', async () => {
  for (const modbusUnit of HANGING) {
    device.unit(modbusUnit).mode = 'silent';
    const place = { stationSn: 'MBC', modelId, channelSn: 'MBC-CH', modbusUnit };
    await makeUnit(operator, `MBC-${modbusUnit}`, place);
  }
  await until(async () => device.asked.some((one) => one.split(' ')[1] === String(HANGING[0])), Boolean);
  expect(await set('setpoint', 33)).toMatchObject({ state: 'acknowledged' });
  expect(writes()).toEqual([`6 ${UNIT} 0 1`]);
});

it('reports a value that did not persist, and writes it once', async () => {
  device.unit(UNIT).mode = 'stuck';
  const command = await set('setpoint', 77);
  expect(command).toMatchObject({ state: 'rejected' });
  expect(command.answer).toContain('differs from the value written');
  expect(writes()).toHaveLength(1);
});

it('reports that a device refused or did not answer, and never retries automatically', async () => {
  device.unit(UNIT).mode = { exception: 4 };
  expect((await set('setpoint', 8)).answer).toContain('refused');
  device.unit(UNIT).mode = 'silent';
  const command = await set('setpoint', 9);
  expect(command).toMatchObject({ state: 'rejected' });
  expect(command.answer).toContain('is unknown');
  device.unit(UNIT).mode = 'answers';
  await until(
    async () => device.asked.filter((one) => one.startsWith(`3 ${UNIT}`)).length,
    (reads) => reads > 4,
  );
  expect(writes()).toEqual([`6 ${UNIT} 0 1`, `6 ${UNIT} 0 1`]);
});

it('refuses registers that are read-only in the model, or values that do not fit', async () => {
  const { records } = await operator.call('deviceVariablePage', { query: { search: 'MBC-U-fixed' } });
  const [variable] = records;
  // The model decides whether the register is writable, whatever the setting of the variable is.
  await operator.call('deviceVariableUpdate', {
    body: { id: variable!.id, version: variable!.version, writable: true },
  });
  expect((await set('fixed', 1)).answer).toContain('does not allow writing this register');
  expect((await set('input', 1)).answer).toContain('only be read');
  expect((await set('flag', true)).answer).toContain('single bit');
  expect((await set('setpoint', 5000)).answer).toContain('out of range for the encoding');
  expect(writes()).toEqual([]);
});

it('is refused for read-only users', async () => {
  const watcher = await joinTenant(server, operator.tenantId, [
    'device:list',
    'device:get',
    'deviceVariable:list',
  ]);
  await expect(
    watcher.call('controlRequest', { body: { sn: 'MBC-U-setpoint', value: 1 } }),
  ).rejects.toMatchObject({ status: 403 });
  expect(writes()).toEqual([]);
});
