/**
 * A cluster of a coordinator and two workers, with servers on it. There is a tenant on each worker, for which devices
 * send.
 */
import { createDatabase } from '../../server/platform/db/index.ts';
import { createLogger } from '../../server/platform/log.ts';
import { makePerson, openTenant, PASSWORD } from '../support/people/people.ts';
import { findCitus, makeCluster, type SiteCluster } from '../support/server/postgres/citus.ts';
import type { SitePostgres } from '../support/server/postgres/postgres.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { type Fleet, startFleet } from './fleet.ts';
import {
  acknowledgedAgain,
  beginLedger,
  compareLedger,
  type Ledger,
  ledgerText,
  makeSite,
  type Site,
} from './ledger.ts';
import { Breach, Skipped, throwBreach } from './scenario.ts';

const FIRST_TENANT = 1001;

export interface ClusterSite {
  /** The node that stores its telemetry. */
  worker: SitePostgres;
  ledger: Ledger;
}

export interface ClusterSites {
  cluster: SiteCluster;
  fleet: Fleet;
  /** The site on the first worker, then the one on the second. */
  sites: readonly [ClusterSite, ClusterSite];
}

interface Options {
  /** Options of `makeCluster`. */
  cluster?: NonNullable<Parameters<typeof makeCluster>[1]>;
  /** Settings of each server, by its name. */
  servers?: (cluster: SiteCluster) => Promise<Record<string, Record<string, string>>>;
}

const ONE_SERVER = async ({ url }: SiteCluster) => ({ server: { DATABASE_URL: url } });

/** Creates a tenant with its telemetry on this worker, counted from 1, and a user with all its permissions. */
async function makeTenantOn(db: ReturnType<typeof createDatabase>, group: number, from: number) {
  for (let id = from; ; id += 1) {
    const { rows } = await db.pool.query<{ group: number }>(
      `select groupid as group from pg_dist_placement
        where shardid = get_shard_id_for_distribution_column('latest', $1::int4)`,
      [id],
    );
    if (rows[0]?.group !== group) continue;
    const inside = { app: { db } };
    await openTenant(inside, { id, name: `租户 ${id}`, nameEn: `Tenant ${id}` });
    const { username } = await makePerson(inside, [id], { role: 'administrator' });
    return { id, person: { username, password: PASSWORD } };
  }
}

/**
 * Runs an action that breaks the cluster while telemetry and alarms arrive for both tenants, and compares at the end.
 * `act` returns its result in a sentence.
 */
export async function runOnCluster(
  act: (parts: ClusterSites) => Promise<string>,
  { cluster: made = {}, servers = ONE_SERVER }: Options = {},
): Promise<string> {
  const found = findCitus();
  if (typeof found === 'string') throw new Skipped(found);
  const cluster = await makeCluster(found, made);
  const folder = await dataFolder();
  let fleet: Fleet | null = null;
  try {
    fleet = await startFleet(folder.path, await servers(cluster));
    const { addresses } = fleet;
    const url = addresses()[0]!;
    const db = createDatabase({ url: cluster.url }, createLogger('silent'));
    const begun: (ClusterSite & {
      site: Site;
      person: { username: string; password: string };
      end(): Promise<void>;
    })[] = [];
    try {
      let from = FIRST_TENANT;
      for (const [index, worker] of cluster.nodes.slice(1).entries()) {
        const { id, person } = await makeTenantOn(db, index + 1, from);
        from = id + 1;
        const site = await makeSite(await login({ url }, person.username, person.password));
        begun.push({ worker, site, person, ...beginLedger(addresses, site) });
      }
    } finally {
      await db.close();
    }
    for (const { ledger } of begun) await acknowledgedAgain(ledger);
    const [first, second] = begun;
    if (!first || !second) throw new Breach('the cluster has no two workers');
    const outcome = await act({ cluster, fleet, sites: [first, second] });
    for (const { end } of begun) await end();
    const wrong: string[] = [];
    for (const { site, ledger, person } of begun)
      wrong.push(
        ...(await compareLedger(addresses()[0]!, { connectionString: cluster.url }, site, ledger, person)),
      );
    if (fleet.restarts() > 0) wrong.push(`servers ended ${fleet.restarts()} times`);
    throwBreach(wrong);
    return `${outcome}; ${begun.map(({ ledger }) => ledgerText(ledger)).join(', and ')}`;
  } finally {
    await fleet?.close();
    await cluster.remove();
    await folder.remove();
  }
}

export interface Readiness {
  code: number;
  status: string;
  away: string[];
}

/** Returns the state of the nodes that a server reports. */
export async function askReady(fleet: Fleet, name?: string): Promise<Readiness> {
  const [url] = name ? fleet.addresses(name) : fleet.addresses();
  const response = await fetch(`${url}/readyz`);
  return { code: response.status, ...((await response.json()) as Omit<Readiness, 'code'>) };
}
