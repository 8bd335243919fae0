/** The same calls move an ONVIF camera and a simulated camera (C235, C239, C240). */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { type OnvifDevice, setOnvif, startOnvifDevice } from '../../support/devices/onvifDevice.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { joinTenant, makeOperator, makeSite } from '../../support/telemetry/site.ts';

let device: OnvifDevice;
let server: TestServer;
let operator: Client & { tenantId: number };
let stranger: Client & { tenantId: number };

const makeCamera = async (name: string, onvif: string | undefined, client: Client, stationSn: string) => {
  const stream = { protocol: 'mjpeg' as const, address: 'http://127.0.0.1:9/stream' };
  return (await client.call('ipcCreate', { body: { stationSn, name, kind: 'ptz', ...stream, onvif } })).id;
};
let camera: number;
const start = (id: number, x: 'left' | 'upRight' | 'focusNear', client: Client = operator) =>
  client.call('ptzStart', { path: { id, x } });

beforeAll(async () => {
  device = await startOnvifDevice();
  server = await startServer();
  operator = await makeOperator(server);
  stranger = await makeOperator(server);
  const { tenantId } = operator;
  setOnvif(server, `${tenantId}/yard=${device.address()} ${tenantId}/wrong=${device.address('guess')}`);
  await makeSite(operator, 'PTZ');
  camera = await makeCamera('Yard', 'yard', operator, 'PTZ');
});
beforeEach(() => {
  device.told.length = 0;
  device.mode = 'answers';
});
afterAll(async () => {
  await server?.stop();
  await device?.close();
});

it('moves until it is stopped, and stops automatically after a while', async () => {
  expect(await operator.call('guardType', { path: { id: camera } })).toMatchObject({
    ...{ ptz: true, presets: 32, lamp: false, reason: null },
  });
  expect(await start(camera, 'upRight')).toMatchObject({ moving: 'upRight', pan: 0, tilt: 0 });
  expect(await operator.call('ptzStop', { path: { id: camera, x: 'upRight' } })).toMatchObject({
    moving: null,
  });
  expect(device.told).toEqual(['ContinuousMove 0.5 0.5 PT10S', 'Stop']);
});

it('stores presets, moves to them and to its home position', async () => {
  const control = (body: {
    action: 'preset' | 'goto' | 'home' | 'moveTo' | 'light';
    value?: number;
    pan?: number;
  }) => operator.call('guardControl', { path: { id: camera }, body });
  expect(await control({ action: 'preset', value: 3 })).toMatchObject({ presets: [3] });
  await control({ action: 'preset', value: 3 });
  await control({ action: 'goto', value: 3 });
  await control({ action: 'home' });
  expect(device.told).toEqual([
    ...['preset Wattdeck 3', 'preset Wattdeck 3', 'GotoPreset T1', 'GotoHomePosition'],
  ]);
  await expect(control({ action: 'goto', value: 9 })).rejects.toMatchObject({ status: 404 });
  // Degrees do not mean the same direction on all cameras.
  await expect(control({ action: 'moveTo', pan: 5 })).rejects.toMatchObject({ status: 409 });
  await expect(control({ action: 'light', value: 1 })).rejects.toMatchObject({ status: 409 });
  await expect(start(camera, 'focusNear')).rejects.toMatchObject({ status: 409 });
});

it('is not moved by read-only users, nor by its name in another tenant', async () => {
  const watcher = await joinTenant(server, operator.tenantId, ['ipc:list', 'ipc:get', 'station:list']);
  await expect(start(camera, 'left', watcher)).rejects.toMatchObject({ status: 403 });
  await expect(start(camera, 'left', stranger)).rejects.toMatchObject({ status: 404 });
  await makeSite(stranger, 'PTZ2');
  const other = await makeCamera('Theirs', 'yard', stranger, 'PTZ2');
  await expect(start(other, 'left', stranger)).rejects.toMatchObject({ status: 409, code: 40965 });
  const unnamed = await makeCamera('Unnamed', undefined, operator, 'PTZ');
  await expect(start(unnamed, 'left')).rejects.toMatchObject({ status: 409, code: 40962 });
  for (const onvif of ['../yard', 'http://10.0.0.1', '10/yard'])
    await expect(makeCamera('Bad', onvif, operator, 'PTZ')).rejects.toMatchObject({
      ...{ status: 400, errors: [{ field: '/onvif' }] },
    });
  expect(device.told).toEqual([]);
});

it('does not move and blocks no caller if it refuses the password, is silent or answers endlessly', async () => {
  const { movingSince } = await operator.call('ipcGet', { path: { id: camera } });
  const wrong = await makeCamera('Wrong', 'wrong', operator, 'PTZ');
  await expect(start(wrong, 'left')).rejects.toMatchObject({ status: 502, code: 50262 });
  for (const mode of ['silent', 'endless'] as const) {
    device.mode = mode;
    await expect(start(camera, 'left')).rejects.toMatchObject({ status: 502 });
  }
  expect(await operator.call('ipcGet', { path: { id: camera } })).toMatchObject({ movingSince });
  expect(device.told).toEqual([]);
});
