/** Sends numbered messages to an external broker, and finds those that the platform has stored. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import pg from 'pg';
import { checkPlaces, type Site, STATION, sourceOf } from './ledger.ts';

/** Milliseconds after which a message that is not stored counts as lost. */
export const STORED_MS = 30_000;
const SNS = [`${STATION}-M-v0`, `${STATION}-M-w0`] as const;

async function queryStored<T>(database: pg.ClientConfig, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** Counts the messages whose two values are both stored. */
const countStored = (database: pg.ClientConfig, site: Site, from: number): Promise<number> =>
  queryStored(database, async (client) => {
    const [first, second] = [await sourceOf(client, site, SNS[0]), await sourceOf(client, site, SNS[1])];
    const { rows } = await client.query<{ n: number }>(
      `select count(distinct p.value)::int as n from ${first} p join ${second} o on o.ts = p.ts and o.value = -p.value`,
      [new Date(site.base + from * 1000).toISOString(), new Date().toISOString()],
    );
    return rows[0]?.n ?? 0;
  });

export interface Traffic {
  /** Resolves when the broker has accepted the message. From then on it must deliver it. */
  publish(): Promise<unknown>;
  /** Returns the number of the next message. */
  sent(): number;
  /** Counts the stored messages from this number on. */
  stored(from: number): Promise<number>;
  /** Waits for all messages. Returns the missing ones. */
  all_stored(from: number): Promise<string[]>;
}

export function makeTraffic(device: MqttClient, site: Site, database: pg.ClientConfig): Traffic {
  let next = 0;
  const stored = (from: number): Promise<number> => countStored(database, site, from);
  return {
    publish() {
      const value = next++;
      const message = { ts: site.base + value * 1000, values: { v0: value, w0: -value } };
      return device.publishAsync(`v1/devices/${site.token}/telemetry`, JSON.stringify(message), { qos: 1 });
    },
    sent: () => next,
    stored,
    async all_stored(from) {
      const due = next - from;
      const until = performance.now() + STORED_MS;
      for (;;) {
        const found = await stored(from);
        if (found === due)
          return queryStored(database, async (client) => [
            ...(await checkPlaces(client, site, SNS[0], next)),
            ...(await checkPlaces(client, site, SNS[1], next)),
          ]);
        if (performance.now() > until)
          return [`${due} messages were acknowledged by the broker, ${found} are stored`];
        await sleep(100);
      }
    },
  };
}
