import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MqttLink, startOwnMqtt } from '../../support/calls/inside.ts';
import { needs } from '../../support/server/needs.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { seedSite } from '../../support/telemetry/telemetry.ts';

const folder = mkdtempSync(join(tmpdir(), 'wattdeck-test-'));
const cert = join(folder, 'cert.pem');
const key = join(folder, 'key.pem');

function hasOpenssl(): boolean {
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync(
      'openssl',
      ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '2', ...subject],
      {
        stdio: 'ignore',
      },
    );
    return true;
  } catch {
    return false;
  }
}

const openssl = hasOpenssl();
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('MQTT over TLS', needs(openssl, 'openssl'), () => {
  let server: TestServer;
  let link: MqttLink;

  beforeAll(async () => {
    server = await startServer();
    await seedSite(server, {
      ...{ tenantId: 1, station: 's1', zone: 'UTC', device: 'a', token: 'token-a' },
    });
    link = await startOwnMqtt(server, { mqttPort: 0, mqttsPort: 0, tls: { cert, key } });
  });
  afterAll(async () => {
    await link?.close();
    await server?.stop();
  });

  it('accepts values from clients that trust the certificate, beside the plain port', async () => {
    const ca = await readFile(cert);
    for (const url of [`mqtts://localhost:${link.tlsPort}`, `mqtt://localhost:${link.port}`]) {
      const options = { username: 'token-a', protocolVersion: 5, reconnectPeriod: 0, ca } as const;
      const device = await connectAsync(url, options, false);
      await device.publishAsync('v1/devices/me/telemetry', `{"large": "${'x'.repeat(1_000)}"}`, { qos: 1 });
      await device.publishAsync('v1/devices/me/telemetry', '{"kw": 1}', { qos: 1 });
      await device.endAsync();
    }
    const stranger = connectAsync(`mqtts://localhost:${link.tlsPort}`, {
      username: 'token-a',
      reconnectPeriod: 0,
    });
    await expect(stranger).rejects.toThrow(/self.signed/i);
  });

  it('reports problems of the files in one sentence', async () => {
    const start = (tls: { cert: string; key: string }) =>
      startOwnMqtt(server, { mqttPort: 0, mqttsPort: 0, tls });
    await expect(start({ cert: join(folder, 'none.pem'), key })).rejects.toThrow(
      /^WATTDECK_TLS_CERT: .*none\.pem cannot be read \(ENOENT\)$/,
    );
    const broken = join(folder, 'broken.pem');
    writeFileSync(broken, 'no key');
    await expect(start({ cert, key: broken })).rejects.toThrow(
      /^WATTDECK_TLS_CERT and WATTDECK_TLS_KEY are no certificate and its key/,
    );
  });
});
