import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { commandOf, storedPoints } from '../../support/calls/world.ts';
import { needs } from '../../support/server/needs.ts';
import { login, startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const SCRIPT = join(import.meta.dirname, '../../support/devices/thingsboardSdk.py');

function isInstalled(): boolean {
  try {
    execFileSync('python3', ['-c', 'import tb_device_mqtt, tb_gateway_mqtt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const installed = isInstalled();

describe("ThingsBoard's Python SDK", needs(installed, 'tb-mqtt-client for python3 (pip install)'), () => {
  let server: TestServer;
  let admin: Client;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startServer();
    const site = { tenantId: 1, station: 's1', zone: 'UTC' };
    for (const device of ['a', 'behind', 'gw'])
      await seedSite(server, {
        ...site,
        device,
        token: `token-${device}`,
        variables: [{ code: 'kw', writable: true }],
        gateway: device === 'gw',
      });
    admin = await login(server);
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server?.stop();
  });

  function run(...args: string[]) {
    const [kind = '', ...rest] = args;
    const child = spawn('python3', [SCRIPT, kind, String(server.mqttPort), ...rest], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(child);
    const events: [string, unknown][] = [];
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line.startsWith('[')) events.push(JSON.parse(line) as [string, unknown]);
    });
    return {
      async told(event: string): Promise<unknown> {
        await expect.poll(() => events.some(([name]) => name === event)).toBe(true);
        const [found] = events.splice(
          events.findIndex(([name]) => name === event),
          1,
        );
        return found![1];
      },
      async end(): Promise<void> {
        const ended = new Promise((done) => child.once('exit', done));
        child.stdin!.end();
        await ended;
      },
    };
  }

  const idOf = async (sn: string) => (await admin.call('deviceBySn', { path: { id: sn } })).id;
  const setRate = async (sn: string, value: number) =>
    admin.call('deviceAttributeSet', {
      path: { id: await idOf(sn) },
      body: { scope: 'shared', key: 'rate', value },
    });
  const stateOf = async (id: number) => (await commandOf(server, id)).state;

  /** Sends a current value, which a command requires, and then the command. */
  async function command(sn: string): Promise<number> {
    await fetch(`${server.url}/api/v1/token-${sn}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"kw": 1}',
    });
    return (await admin.call('controlRequest', { body: { sn: `${sn}-kw`, value: 7 } })).id;
  }

  it('works unchanged as a device', async () => {
    await setRate('a', 1);
    const device = run('device', 'token-a');
    expect(await device.told('connected')).toBe(true);
    expect(await device.told('limits')).toBeGreaterThan(500_000);
    for (const step of ['telemetry', 'reported', 'claim']) expect(await device.told(step)).toBe(0);
    expect(await device.told('attributes')).toEqual({ client: { model: 'DHT-22' }, shared: { rate: 1 } });
    expect(await device.told('time')).toEqual(expect.any(Number));
    expect(await storedPoints(server, 'a-kw')).toMatchObject([{ value: 41.9 }]);
    await setRate('a', 2);
    expect(await device.told('changed')).toEqual({ rate: 2 });
    const id = await command('a');
    expect(await device.told('command')).toEqual({ method: 'setValue', params: { kw: 7 } });
    await expect.poll(() => stateOf(id)).toBe('acknowledged');
    await device.end();
  });

  it('works unchanged as a gateway', async () => {
    await setRate('behind', 1);
    const gateway = run('gateway', 'token-gw');
    expect(await gateway.told('connected')).toBe(true);
    for (const step of ['connect', 'telemetry', 'reported']) expect(await gateway.told(step)).toBe(0);
    expect(await gateway.told('attributes')).toMatchObject({ device: 'behind', values: { rate: 1 } });
    await setRate('behind', 2);
    expect(await gateway.told('changed')).toEqual({ device: 'behind', data: { rate: 2 } });
    const id = await command('behind');
    expect(await gateway.told('command')).toMatchObject({ device: 'behind', data: { method: 'setValue' } });
    await expect.poll(() => stateOf(id)).toBe('acknowledged');
    await gateway.end();
  });

  it('gets its own token', async () => {
    const { key, secret } = await admin.call('stationProvisioningRenew', { path: { stationSn: 's1' } });
    const found = await run('provision', key, secret).told('provisioned');
    const { records } = await admin.call('devicePage', { query: { size: 100 } });
    const { sn = '' } = records.find(({ name }) => name === 'made by the SDK') ?? {};
    const { token } = await admin.call('deviceBySn', { path: { id: sn } });
    expect(found).toMatchObject({ status: 'SUCCESS', credentialsValue: token });
  });
});
