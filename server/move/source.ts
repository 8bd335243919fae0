/** The database FROM: reads its writes during the copy, and blocks writes at the switch. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { CommandError } from '../connectors/http/command.ts';
import { errorCode } from '../platform/db/connect/connect.ts';
import { type Change, createDecoder } from './pgoutput.ts';
import { type MovedTable, nameList } from './tables.ts';
import { closeWrites } from './target.ts';

/** Name of the publication and of the replication slot. */
const NAME = 'wattdeck_move';
/** Maximum number of changes in a part. A transaction is never split, even if it is larger. */
const PIECE = 50_000;
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const LOCK_WAIT_S = 3;
const ENDED_MS = 20;

/** Throws unless the source supports logical replication. */
export async function checkSource(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ level: string; may: boolean }>(
    `select current_setting('wal_level') as level, rolsuper or rolreplication as may from pg_roles where rolname = current_user`,
  );
  if (rows[0]?.level !== 'logical')
    throw new CommandError(
      'FROM does not write down what a move follows: set wal_level = logical there and start it again (the embedded database: start the server of this version once)',
    );
  if (!rows[0].may)
    throw new CommandError('the user of FROM may not follow changes: alter role … replication');
}

/** Returns true if the database was moved away, or a move to this database is unfinished. */
export async function isClosed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_db_role_setting join pg_database d on d.oid = setdatabase and setrole = 0
      where d.datname = current_database() and 'default_transaction_read_only=on' = any (setconfig)`,
  );
  return rows.length > 0;
}

export async function dropPublication(client: pg.Client): Promise<void> {
  await client.query(`drop publication if exists ${NAME}`);
}

export interface Follower {
  /** Name of a snapshot that precedes the first change. The snapshot is valid until the first query. */
  snapshot: string;
  /** After `flush`, `read` returns all earlier commits, including commits that were not on disk yet. */
  flush(): Promise<void>;
  /**
   * Returns the changes committed since the last call, in the order of their commits. Empty if there are no more
   * changes.
   */
  read(): Promise<Change[]>;
}

/**
 * Starts recording the changes of these tables. Recording ends with the `replication` connection, even after a crash.
 */
export async function followChanges(
  client: pg.Client,
  replication: pg.Client,
  tables: readonly MovedTable[],
): Promise<Follower> {
  await dropPublication(client);
  await client.query(
    `create publication ${NAME} for table ${nameList(tables.map(({ name }) => name))} with (publish_via_partition_root = true)`,
  );
  const { rows } = await replication.query<{ snapshot_name: string }>(
    `CREATE_REPLICATION_SLOT ${NAME} TEMPORARY LOGICAL pgoutput (SNAPSHOT 'export')`,
  );
  const decode = createDecoder();
  return {
    snapshot: rows[0]!.snapshot_name,
    async flush() {
      await client.query(`select pg_logical_emit_message(true, '${NAME}', '')`);
    },
    async read() {
      const { rows } = await replication.query<{ data: Buffer }>(
        `select data from pg_logical_slot_get_binary_changes('${NAME}', null, ${PIECE},
           'proto_version', '1', 'publication_names', '${NAME}')`,
      );
      return rows.flatMap(({ data }) => decode(data) ?? []);
    },
  };
}

/** Blocks writes. Returns false, without blocking, if another writer exceeded the lock timeout. */
export async function holdWrites(client: pg.Client, tables: readonly MovedTable[]): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_WAIT_S}s'`);
    await client.query(`lock table ${nameList(tables.map(({ name }) => name))} in exclusive mode`);
    return true;
  } catch (error) {
    await client.query('rollback');
    if (![LOCK_NOT_AVAILABLE, DEADLOCK].includes(errorCode(error))) throw error;
    return false;
  }
}

/**
 * Ends other sessions. Their clients get an error, reconnect, and may only read. `ownPids` are the connections of the
 * move.
 */
export async function endWrites(client: pg.Client, ownPids: readonly number[]): Promise<void> {
  await client.query(closeWrites);
  const { rows: moments } = await client.query<{ moment: string }>(
    'select clock_timestamp()::text as moment',
  );
  for (;;) {
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> all ($1) and backend_start < $2`,
      [ownPids, moments[0]!.moment],
    );
    if (rows.length === 0) return;
    await sleep(ENDED_MS);
  }
}
