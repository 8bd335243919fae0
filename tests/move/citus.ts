import pg from 'pg';
import { type Scenario, Skipped } from '../faults/scenario.ts';
import { tryMove } from './moving.ts';

/**
 * Variable with the address of a cluster's coordinator, for a user who may create databases. The scenario creates an
 * empty one.
 */
export const COORDINATOR = 'WATTDECK_TEST_COORDINATOR';
const NAME = 'wattdeck_moved';
/** Nodes connect to each other with the role of the query. */
const LOGIN = `do $$ begin
  if not exists (select from pg_roles where rolname = 'wattdeck_app') then create role wattdeck_app; end if;
  alter role wattdeck_app login;
end $$`;

export interface ClusterDatabase {
  url: string;
  /** Runs a statement in the database. */
  query<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  remove(): Promise<void>;
}

async function run<R extends pg.QueryResultRow>(url: string, text: string, values?: unknown[]): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

interface Worker {
  host: string;
  port: number;
}

/**
 * Creates a database for the scenario on every node of the named cluster. `idle` is the number of workers that do not
 * belong to it yet.
 */
export async function makeClusterDatabase({ idle = 0 } = {}): Promise<ClusterDatabase & { idle: Worker[] }> {
  const coordinator = process.env[COORDINATOR];
  if (!coordinator) throw new Skipped(`${COORDINATOR} names no cluster`);
  const workers = await run<Worker>(
    coordinator,
    'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by nodeid',
  );
  const { hostname, port } = new URL(coordinator);
  const urlOf = (node: Worker, name: string): string =>
    Object.assign(new URL(coordinator), {
      hostname: node.host,
      port: String(node.port),
      pathname: `/${name}`,
    }).href;
  const head = { host: hostname, port: Number(port) };
  const remove = async (): Promise<void> => {
    for (const node of [head, ...workers])
      await run(urlOf(node, 'postgres'), `drop database if exists ${NAME} with (force)`);
  };
  await remove();
  for (const node of [head, ...workers]) {
    await run(urlOf(node, 'postgres'), LOGIN);
    await run(urlOf(node, 'postgres'), `create database ${NAME}`);
    await run(urlOf(node, NAME), 'create extension citus');
  }
  const url = urlOf(head, NAME);
  await run(url, 'select citus_set_coordinator_host($1, $2)', [head.host, head.port]);
  const used = workers.slice(0, workers.length - idle);
  for (const node of used) await run(url, 'select citus_add_node($1, $2)', [node.host, node.port]);
  return {
    url,
    query: (text, values) => run(url, text, values),
    remove,
    idle: workers.slice(used.length),
  };
}

export default {
  title: 'the embedded database is moved to a cluster while devices send',
  async run() {
    const database = await makeClusterDatabase();
    try {
      return await tryMove(database.url);
    } finally {
      await database.remove();
    }
  },
} satisfies Scenario;
