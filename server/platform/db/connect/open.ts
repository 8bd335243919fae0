import { hostUrls } from '../../addressSettings.ts';
import type { Config } from '../../config.ts';
import type { Logger } from '../../log.ts';
import { StartError } from '../../startError.ts';
import type { Account } from '../embedded/account.ts';
import { startEmbedded } from '../embedded/index.ts';
import { startKept } from '../embedded/keeperClient.ts';
import { createDatabase, type Database } from '../index.ts';
import { migrateDatabase } from '../migrate.ts';
import { isCluster } from '../tables/distribute.ts';
import type { ReadRequiredTables } from '../tables/tables.ts';
import { errorCode, isConnectionLost, READ_ONLY, type Target, verifyAppRole } from './connect.ts';
import { findPrimary } from './hosts.ts';
import { verifyIngest, verifyNodes } from './nodes.ts';

interface OpenedDatabase {
  db: Database;
  /** Stops the embedded database. Does nothing for any other database. */
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Wrong user, wrong password, no such database, too many connections. The server responds, so a retry would fail too.
 */
const REFUSED = new Set(['28P01', '28000', '3D000', '53300']);

const hostNames = (url: string): string =>
  hostUrls(url)
    .map((url) => new URL(url).host)
    .join(', ');

function startError(error: unknown, databaseUrl: string | null): unknown {
  if (error instanceof StartError) return error;
  const where = databaseUrl ? hostNames(databaseUrl) || 'DATABASE_URL' : 'the embedded database';
  const reason = errorCode(error) || (error instanceof Error ? error.message : String(error));
  if (REFUSED.has(errorCode(error)))
    return new StartError(`the database refuses us: ${(error as Error).message}`);
  if (errorCode(error) === READ_ONLY)
    return new StartError(
      `the database at ${where} takes no writes: it is a standby, it was moved away from, or a move to it has not ended (npm run move)`,
    );
  if (isConnectionLost(error))
    return new StartError(`the database at ${where} cannot be reached (${reason})`);
  return error;
}

/** Opens the configured database and updates its schema. `runAs` is the account that the server switches to. */
export async function openDatabase(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
  tablesRequired: ReadRequiredTables,
  runAs: Account | null,
): Promise<OpenedDatabase> {
  const { dataDir, logLevel } = config;
  const startOwnDatabase = () =>
    runAs ? startKept({ dataDir, logLevel, server: runAs }, onLost) : startEmbedded(dataDir, log, onLost);
  const embedded = config.databaseUrl ? null : await startOwnDatabase();
  const target: Target = embedded ? embedded.connection : { url: config.databaseUrl ?? '' };
  if (config.databaseUrl) await findPrimary(config.databaseUrl);
  try {
    await migrateDatabase(target, tablesRequired, log);
    const db = createDatabase(target, log, config);
    try {
      await verifyAppRole(db.app);
      if (await isCluster(db.pool)) await verifyNodes(db.app, log);
      if (config.ingestUrl !== null) await verifyIngest(db);
    } catch (error) {
      await db.close();
      throw error;
    }
    return { db, stop: async () => embedded?.stop(), kill: () => embedded?.kill() };
  } catch (error) {
    await embedded?.stop();
    throw startError(error, config.databaseUrl);
  }
}
