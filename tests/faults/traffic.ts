/** Messages to a broker that is none of ours, numbered, and which of them are stored. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { MqttClient } from 'mqtt';
import pg from 'pg';
import { pointsBetween } from '../../server/sites/telemetry/read/pointsSql.ts';
import { type Site, STATION } from './ledger.ts';

/** A message that is not stored within this time, in ms, never will be. */
export const STORED_MS = 30_000;
const SN = `${STATION}-M-v0`;

async function countStored(database: pg.ClientConfig, { base }: Site, from: number): Promise<number> {
  const client = new pg.Client(database);
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(distinct p.value)::int as n
         from device_variable v, ${pointsBetween({ tenant: 'v.tenant_id', variable: 'v.id::int4', lower: '$2', upper: '$3' })} p
        where v.sn = $1`,
      [SN, new Date(base + from * 1000).toISOString(), new Date().toISOString()],
    );
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

export interface Traffic {
  /** Resolves when the broker has taken it over: from then on it owes it to us. */
  publish(): Promise<unknown>;
  /** The number of the next message. */
  sent(): number;
  /** Counts those from this number on that are stored. */
  stored(from: number): Promise<number>;
  /** Waits for all of them; says what is missing. */
  all_stored(from: number): Promise<string[]>;
}

export function makeTraffic(device: MqttClient, site: Site, database: pg.ClientConfig): Traffic {
  let next = 0;
  const stored = (from: number): Promise<number> => countStored(database, site, from);
  return {
    publish() {
      const value = next++;
      const message = { ts: site.base + value * 1000, values: { v0: value } };
      return device.publishAsync(`v1/devices/${site.token}/telemetry`, JSON.stringify(message), { qos: 1 });
    },
    sent: () => next,
    stored,
    async all_stored(from) {
      const due = next - from;
      const until = performance.now() + STORED_MS;
      for (;;) {
        const found = await stored(from);
        if (found === due) return [];
        if (performance.now() > until)
          return [`${due} messages were acknowledged by the broker, ${found} are stored`];
        await sleep(100);
      }
    },
  };
}
