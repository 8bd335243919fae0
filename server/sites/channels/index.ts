/** Channels and collectors. Their states are measured, never entered. */
import type { Service, Services } from '../../engine/context.ts';
import { leaseEvery } from '../../platform/timers/lease.ts';
import { sweepLinks } from './linkStates.ts';
import { sweepServers } from './reach.ts';

const LINKS_MS = 5_000;
const SERVERS_MS = 30_000;

/** `ownPorts`: ports on which the platform itself listens. */
export function startLinks(
  { db, hub, log, config }: Pick<Services, 'db' | 'hub' | 'log' | 'config'>,
  ownPorts: readonly number[],
): Service {
  const links = leaseEvery(db, log, 'link states', LINKS_MS, () => sweepLinks({ db, hub }));
  const servers = leaseEvery(db, log, 'monitor servers', SERVERS_MS, (signal) =>
    sweepServers({ db, hub, config, ownPorts }, signal),
  );
  return {
    async close() {
      await links.close();
      await servers.close();
    },
  };
}
