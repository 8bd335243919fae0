/**
 * Tests whether monitor servers are reachable: opens and closes a connection without sending data. Private addresses
 * are skipped unless the server's operator allows them. The platform's own ports are always tested.
 */
import { connect } from 'node:net';
import { sql } from 'kysely';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Hub } from '../../platform/hub/hub.ts';
import { AddressRefused, findHost, type Place } from '../../platform/outboundAddress.ts';

const TIMEOUT_MS = 5_000;
/** Maximum number of concurrent connection tests. */
const AT_ONCE = 20;
const MAX_FAULT = 200;

interface Server {
  tenantId: number;
  id: number;
  host: string;
  port: number;
  enabled: boolean | null;
  state: string | null;
}

export interface Reach {
  state: 'reachable' | 'unreachable' | 'refused' | 'disabled';
  /** Milliseconds until the connection was open. Null without a connection. */
  ms: number | null;
  fault: string | null;
}

/** Resolves with the connection time in ms. Rejects if the connection fails. */
function openConnection({ address, family }: Place, port: number): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, family });
    const done = (settle: () => void): void => {
      socket.destroy();
      settle();
    };
    socket.setTimeout(TIMEOUT_MS, () =>
      done(() =>
        reject(new Error(`${TIMEOUT_MS / 1000} 秒内未答复 / no answer within ${TIMEOUT_MS / 1000} s`)),
      ),
    );
    socket.once('connect', () => done(() => resolve(performance.now() - began)));
    socket.once('error', (error) => done(() => reject(error)));
  });
}

type Settings = Pick<Config, 'webhookAllow'>;

const LOOPBACK: Place = { address: '127.0.0.1', family: 4 };
const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost']);

/** `ownPorts`: ports on which the platform itself listens. */
export async function tryServer(
  { host, port }: Pick<Server, 'host' | 'port'>,
  { webhookAllow }: Settings,
  ownPorts: readonly number[],
): Promise<Reach> {
  try {
    const isOwn = OWN_HOSTS.has(host.toLowerCase()) && ownPorts.includes(port);
    const place = isOwn ? LOOPBACK : await findHost(host, webhookAllow);
    return { state: 'reachable', ms: Math.round((await openConnection(place, port)) * 10) / 10, fault: null };
  } catch (error) {
    const fault = (error instanceof Error ? error.message : String(error)).slice(0, MAX_FAULT);
    return { state: error instanceof AddressRefused ? 'refused' : 'unreachable', ms: null, fault };
  }
}

async function noteReach(db: Database, { tenantId, id }: Server, { state, ms, fault }: Reach): Promise<void> {
  await db.system((trx) =>
    sql`update monitor_server set state_since = case when state is distinct from ${state}::text or state_since is null
          then now() else state_since end,
        state = ${state}::text, checked_at = now(), answer_time = ${ms}::float8, fault = ${fault}::text
      where tenant_id = ${tenantId} and id = ${id}`.execute(trx),
  );
}

interface Parts {
  db: Database;
  hub: Hub;
  config: Settings;
  ownPorts: readonly number[];
}

/** Tests all enabled servers, some at a time, and reports state changes. */
export async function sweepServers(
  { db, hub, config, ownPorts }: Parts,
  signal?: AbortSignal,
): Promise<void> {
  const { rows } = await db.system((trx) =>
    sql<Server>`select tenant_id, id, host, port::int4 as port, enabled, state from monitor_server
      order by tenant_id, id`.execute(trx),
  );
  const waiting = [...rows];
  async function work(): Promise<void> {
    for (let server = waiting.shift(); server && !signal?.aborted; server = waiting.shift()) {
      const reach: Reach =
        server.enabled === false
          ? { state: 'disabled', ms: null, fault: null }
          : await tryServer(server, config, ownPorts);
      await noteReach(db, server, reach);
      const { tenantId, id } = server;
      if (reach.state !== server.state)
        hub.publish({ type: 'entity', entity: 'monitorServer', tenantId, id: Number(id), do: 'update' });
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
