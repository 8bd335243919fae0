/** The nodes of a Citus cluster: which nodes are available, and through which node points are written. */
import type pg from 'pg';
import type { Logger } from '../../log.ts';
import { StartError } from '../../startError.ts';
import { isCluster } from '../tables/distribute.ts';
import { APP_ROLE } from './connect.ts';

/** A node that does not answer within this time counts as unavailable. */
const ANSWER_MS = 2_000;

interface Node {
  host: string;
  port: number;
}

type NodePools = Record<'system' | 'points', Pick<pg.Pool, 'query'>>;

export interface Away {
  /** Nodes that do not respond, as `host:port`. */
  nodes: string[];
  /** True if points can be written, except for tenants of unavailable nodes. */
  takesPoints: boolean;
}

export interface Nodes {
  /** Throws if the coordinator does not answer. */
  away(): Promise<Away>;
}

const nameOf = ({ host, port }: Node): string => `${host}:${port}`;

async function listWorkers(pool: NodePools['system']): Promise<Node[]> {
  const { rows } = await pool.query<Node>(
    'select nodename as host, nodeport as port from pg_dist_node where isactive and groupid > 0 order by nodeid',
  );
  return rows;
}

const inTime = (answer: Promise<boolean>): Promise<boolean> => {
  const late = new Promise<boolean>((done) => setTimeout(done, ANSWER_MS, false).unref());
  return Promise.race([answer.catch(() => false), late]);
};

export function createNodes({ system, points }: NodePools, ingestUrl: string | null): Nodes {
  let isSpread: boolean | null = null;

  async function answers({ host, port }: Node): Promise<boolean> {
    const { rows } = await system.query<{ here: boolean }>(
      'select citus_check_connection_to_node($1, $2) as here',
      [host, port],
    );
    return rows[0]?.here === true;
  }

  return {
    async away() {
      isSpread ??= await isCluster(system);
      if (!isSpread) return { nodes: [], takesPoints: true };
      const workers = await listWorkers(system);
      const takesPoints = ingestUrl === null || (await inTime(points.query('select').then(() => true)));
      const here = await Promise.all(workers.map((worker) => inTime(answers(worker))));
      const names = workers.map(nameOf).filter((_, at) => !here[at]);
      if (!takesPoints) names.push(new URL(ingestUrl!).host);
      return { nodes: [...new Set(names)], takesPoints };
    },
  };
}

/** Matches the errors of a node that responds but refuses the sign-in. */
const REFUSED =
  /password|authentication|not permitted to log in|pg_hba|role ".*" does not exist|permission denied/i;

/** A table with shards on all nodes. A query on the table therefore tests all nodes. */
const SPREAD = 'latest';

/**
 * Runs a query over all nodes with the role of handlers. Throws if a node refuses the role, because every statistic
 * would fail. An unavailable node may recover, so it does not prevent the start.
 */
export async function verifyNodes(app: Pick<pg.Pool, 'query'>, log: Pick<Logger, 'warn'>): Promise<void> {
  try {
    await app.query(`select count(*) from ${SPREAD} where tenant_id < 0`);
  } catch (error) {
    const { message, detail = '' } = error as Error & { detail?: string };
    const text = detail ? `${message} (${detail})` : message;
    if (!REFUSED.test(text)) return log.warn('a node of the cluster is away', { error: text });
    throw new StartError(
      `a node of the cluster does not let the role ${APP_ROLE} in: ${text}. As a superuser, in the database of every node:
  alter role ${APP_ROLE} login password '…';
  grant usage on schema public to ${APP_ROLE};
  insert into pg_dist_authinfo values (0, '${APP_ROLE}', 'password=…');`,
    );
  }
}

/** Throws unless points are written through a node of the same cluster. */
export async function verifyIngest({ pool, points }: Record<'pool' | 'points', pg.Pool>): Promise<void> {
  const list = async (from: pg.Pool): Promise<string> =>
    (await isCluster(from)) ? (await listWorkers(from)).map(nameOf).join() : 'none';
  const [own, other] = await Promise.all([list(pool), list(points)]);
  if (own === 'none' || own !== other)
    throw new StartError('WATTDECK_INGEST_URL names no node of the cluster that DATABASE_URL names');
}
