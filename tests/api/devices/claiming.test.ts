import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { listenMqtt } from '../../support/devices/listenMqtt.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const ME = 'v1/devices/me';
let server: TestServer;
let admin: Client;

beforeAll(async () => {
  server = await startServer();
  const site = { tenantId: 1, station: 's1', zone: 'UTC' };
  await seedSite(server, { ...site, device: 'a', token: 'token-a' });
  admin = await login(server);
});

afterAll(() => server?.stop());

const connect = (username: string, version: 4 | 5) => listenMqtt(server.mqttPort, username, version);

const idOf = async (sn: string) => (await admin.call('deviceBySn', { path: { id: sn } })).id;

describe('claiming and provisioning', () => {
  const provision = async (body: object) =>
    (
      await fetch(`${server.url}/api/v1/provision`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json();

  it('returns a token to a device with the key of a station, over HTTP and MQTT, if a key exists', async () => {
    const request = { deviceName: 'made-1', provisionDeviceKey: 'x', provisionDeviceSecret: 'y' };
    expect(await provision(request)).toMatchObject({ status: 'NOT_FOUND' });
    const { key, secret } = await admin.call('stationProvisioningRenew', { path: { stationSn: 's1' } });
    const keys = { provisionDeviceKey: key, provisionDeviceSecret: secret };
    expect(await provision({ ...request, ...keys, provisionDeviceSecret: 'wrong' })).toMatchObject({
      status: 'NOT_FOUND',
    });
    const made = (await provision({ ...request, ...keys })) as { status: string; credentialsValue: string };
    expect(made).toEqual({
      status: 'SUCCESS',
      credentialsType: 'ACCESS_TOKEN',
      credentialsValue: expect.any(String),
    });
    expect(await provision({ ...request, ...keys })).toMatchObject({ status: 'FAILURE' });
    const own = await connect(made.credentialsValue, 5);
    await own.client.publishAsync(`${ME}/telemetry`, '{"kw": 1}', { qos: 1 });
    await own.client.endAsync();
    for (const version of [4, 5] as const) {
      const applicant = await connect('provision', version);
      await applicant.client.subscribeAsync('/provision/response', { qos: 1 });
      const answer = await applicant.ask(
        '/provision/request',
        { deviceName: `made by mqtt ${version}`, ...keys },
        '/provision/response',
      );
      expect(answer).toMatchObject({ status: 'SUCCESS' });
      const closed = new Promise<void>((done) => applicant.client.once('close', () => done()));
      applicant.client.publish(`${ME}/telemetry`, '{"kw": 1}');
      await closed;
    }
    await admin.call('stationProvisioningRemove', { path: { stationSn: 's1' } });
    expect(await provision({ deviceName: 'late', ...keys })).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('assigns a device without an owner to the user who enters its secret', async () => {
    const { key, secret } = await admin.call('stationProvisioningRenew', { path: { stationSn: 's1' } });
    const { credentialsValue } = (await provision({
      ...{ deviceName: 'mine', provisionDeviceKey: key, provisionDeviceSecret: secret },
    })) as { credentialsValue: string };
    const claim = (secretKey: string) => admin.call('deviceClaim', { body: { name: 'mine', secretKey } });
    await expect(claim('')).rejects.toMatchObject({ status: 404 });
    const device = await connect(credentialsValue, 5);
    await device.client.publishAsync(`${ME}/claim`, '{"secretKey": "s3", "durationMs": 60000}', { qos: 1 });
    await expect(claim('s4')).rejects.toMatchObject({ status: 404 });
    expect(await claim('s3')).toEqual({ id: await idOf('mine') });
    await device.client.publishAsync(`${ME}/claim`, '{"secretKey": "s3"}', { qos: 1 });
    await expect(claim('s3')).rejects.toMatchObject({ status: 409 });
    await device.client.publishAsync(`${ME}/claim`, '{"secretKey": "s3"}', { qos: 1 });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(claim('no')).rejects.toMatchObject({ status: 404 });
    await expect(claim('s3')).rejects.toMatchObject({ status: 404 });
    await device.client.endAsync();
  });
});
