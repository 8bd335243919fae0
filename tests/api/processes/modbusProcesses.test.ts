/** Only one of several processes reads a channel. Another one continues when it is killed. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ModbusDevice, startModbusDevice } from '../../support/devices/modbusDevice.ts';
import { holding, makeChannel, makeModel, makeUnit } from '../../support/devices/modbusSite.ts';
import type { Client } from '../../support/server/server.ts';
import { serveProcesses } from '../../support/server/serverProcesses.ts';
import { makeSite, until } from '../../support/telemetry/site.ts';

/** The platform's own tenant, of which the test is the administrator. */
const HOSTS = { WATTDECK_MODBUS_HOSTS: '1=127.0.0.1' };

const { start, kill } = serveProcesses(HOSTS);
let device: ModbusDevice;

beforeAll(async () => {
  device = await startModbusDevice();
});
afterAll(() => device?.stop());

async function valueBecomes(client: Client, value: number): Promise<void> {
  device.unit(1).holding.writeUInt16BE(value, 0);
  const [reading] = await until(
    () => client.call('realtimeDataByVariable', { query: { sns: 'MBP-U-a' } }),
    ([found]) => found?.data === value,
  );
  expect(reading?.data).toBe(value);
}

it('reads a channel in one process, and in another one after the first was killed', async () => {
  const first = await start('first');
  await makeSite(first.client, 'MBP');
  await makeChannel(first.client, 'MBP-CH', device.port);
  const { id: modelId } = await makeModel(first.client, 'Meter', [holding('a', 0)]);
  await makeUnit(first.client, 'MBP-U', { stationSn: 'MBP', modelId, channelSn: 'MBP-CH', modbusUnit: 1 });
  await valueBecomes(first.client, 5);
  const second = await start('second');
  await valueBecomes(second.client, 6);
  await valueBecomes(second.client, 7);
  expect([device.open(), device.connections()]).toEqual([1, 1]);
  await kill(first);
  await valueBecomes(second.client, 8);
  expect([device.open(), device.connections()]).toEqual([1, 2]);
});
