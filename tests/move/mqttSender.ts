/** A device that sends by MQTT and keeps unacknowledged messages. */
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { checkPlaces, readRaw, type Site, STATION } from '../faults/ledger.ts';
import type { Client } from '../support/calls/client.ts';

/** Sent together. The second value is the negated first one. */
const CODES = ['mqtt', 'negated'] as const;
const PERIOD_MS = 10;
/** Milliseconds between its times and those of the ledger's senders. */
const APART_MS = 500;

export interface MqttSender {
  /** Resolves with the number of messages once all are acknowledged. */
  end(): Promise<number>;
}

/** Sends messages to the platform's own listener one by one, each after the previous one is acknowledged. */
export async function beginMqtt(client: Client, site: Site, port: number): Promise<MqttSender> {
  for (const code of CODES)
    await client.call('deviceVariableCreate', {
      body: { deviceSn: `${STATION}-M`, code, name: code, unit: '', dataType: 'number', kind: 'gauge' },
    });
  const device = await connectAsync(`mqtt://127.0.0.1:${port}`, {
    username: site.token,
    reconnectPeriod: 200,
  });
  device.on('error', () => {});
  let over = false;
  let sent = 0;
  const sending = (async () => {
    for (; !over; sent++) {
      const message = { ts: site.base + sent * 1000 + APART_MS, values: { mqtt: sent, negated: -sent } };
      await device.publishAsync('v1/devices/me/telemetry', JSON.stringify(message), { qos: 1 });
      await sleep(PERIOD_MS);
    }
  })();
  sending.catch(() => {});
  return {
    async end() {
      over = true;
      await sending;
      await device.endAsync();
      return sent;
    },
  };
}

/** Returns differences between the acknowledged messages and the stored points, as sentences. */
export async function compareMqtt(database: pg.ClientConfig, site: Site, sent: number): Promise<string[]> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const wrong: string[] = [];
    for (const [at, code] of CODES.entries()) {
      const sn = `${STATION}-M-${code}`;
      const due = ((at === 0 ? 1 : -1) * (sent * (sent - 1))) / 2;
      const { n, sum } = await readRaw(client, site, sn);
      if (n !== sent || sum !== due)
        wrong.push(`${sn}: ${sent} MQTT messages were acknowledged, ${n} are stored with sum ${sum}`);
      wrong.push(...(await checkPlaces(client, site, sn, sent)));
    }
    return wrong;
  } finally {
    await client.end();
  }
}
