/**
 * Distributes telemetry over the nodes of a Citus cluster by tenant. All other tables remain on its coordinator.
 * PostgreSQL and Citus do the distribution, so the statements of telemetry are the same without a cluster.
 */
import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { StartError } from '../../startError.ts';
import { openClient, type Target } from '../connect/connect.ts';

/**
 * A name in the list of migrations. Programs without this file do not know the name and therefore refuse the database.
 */
export const DISTRIBUTED = 'telemetry distributed by tenant';

/** The tables with points and figures computed from points. The other tables are placed like the first one. */
export const SPREAD_TABLES = [
  'latest',
  'text_point',
  'rollup_hour',
  'rollup_day',
  'rollup_month',
  'hours_day',
  'points_day',
  'points',
  'point_row',
  'point_shape',
  'mean_day',
];
/** Functions that statements of telemetry call on any node. */
export const NODE_FUNCTIONS = [
  'counter_step(float8, float8, float8)',
  'hold_step(timestamptz, timestamptz, float8)',
  'pack_points(int4[], float8[], int2[])',
];

/**
 * Prefix of the few statements that cover all tenants on all nodes, for the maintenance of storage. All other
 * statements contain one tenant.
 */
export const OF_ALL_TENANTS = '/* of all tenants */ ';

type Client = Pick<pg.ClientBase, 'query'>;

const isAnswered = async (client: Client, question: string, ...values: unknown[]): Promise<boolean> =>
  (await client.query<{ yes: boolean }>(`select ${question} as yes`, values)).rows[0]?.yes === true;

export const isCluster = (client: Client): Promise<boolean> =>
  isAnswered(client, `exists (select from pg_extension where extname = 'citus')`);

/** Throws on a worker. The program must be connected to the coordinator, because business tables are created there. */
export async function refuseWorker(client: Client): Promise<void> {
  if ((await isCluster(client)) && !(await isAnswered(client, 'citus_is_coordinator()')))
    throw new StartError('DATABASE_URL names a worker of the cluster; name its coordinator');
}

async function listMissing(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as t(name, no)
      where not exists (select from pg_dist_partition where logicalrelid = to_regclass(name)) order by no`,
    [SPREAD_TABLES],
  );
  return rows.map(({ name }) => name);
}

async function listPartitions(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select coalesce(i.inhrelid, c.oid)::regclass::text as name
       from pg_class as c left join pg_inherits as i on i.inhparent = c.oid
      where c.oid = to_regclass($1) and (c.relkind = 'r' or i.inhrelid is not null) order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
}

/** Distributes a table with its partitions. Its content is copied to the nodes and then deleted here. */
async function distributeTable(client: pg.Client, table: string, log: Logger): Promise<void> {
  const parts = await listPartitions(client, table);
  const began = performance.now();
  const seconds = (): number => Math.round((performance.now() - began) / 1000);
  let copied = 0;
  const note = ({ message = '' }: { message?: string }): void => {
    if (!message.startsWith('Copying data from local table')) return;
    copied += 1;
    log.info('points are copied to the nodes', { table, part: copied, of: parts.length, seconds: seconds() });
  };
  client.on('notice', note);
  try {
    const beside = table === SPREAD_TABLES[0] ? 'none' : SPREAD_TABLES[0];
    await client.query(`select create_distributed_table($1, 'tenant_id', colocate_with => $2)`, [
      table,
      beside,
    ]);
    // The local copies are already hidden and only use disk space.
    for (const part of parts) {
      await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [part]);
    }
  } finally {
    client.off('notice', note);
  }
  log.info('table distributed over the nodes', { table, seconds: seconds() });
}

/**
 * Distributes undistributed tables, one at a time. The next start continues an interrupted run. Other starting servers
 * wait, as for migrations.
 */
async function distributeTables(client: pg.Client, log: Logger): Promise<void> {
  const missing = await listMissing(client);
  if (missing.length === 0) return;
  await client.query(`insert into schema_migration (name, checksum) values ($1, '') on conflict do nothing`, [
    DISTRIBUTED,
  ]);
  for (const name of NODE_FUNCTIONS) await client.query('select create_distributed_function($1)', [name]);
  for (const table of missing) await distributeTable(client, table, log);
}

/** `lockKey` is the lock of servers that change the schema. */
export async function distributeTelemetry(target: Target, lockKey: number, log: Logger): Promise<void> {
  const client = openClient(target);
  client.on('error', () => {});
  await client.connect();
  try {
    if (!(await isCluster(client))) return;
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await distributeTables(client, log);
  } finally {
    await client.end();
  }
}
