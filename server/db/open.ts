import type { Config } from '../config.ts';
import { StartError } from '../config.ts';
import type { Logger } from '../log.ts';
import { appRole_verify, connection_isLost, error_code, type Target } from './connect.ts';
import type { Account } from './embedded/account.ts';
import { embedded_start } from './embedded/index.ts';
import { startKept } from './embedded/kept.ts';
import { createDatabase, type Database } from './index.ts';
import { database_migrate } from './migrate.ts';
import type { TablesWanted } from './tables.ts';

interface OpenedDatabase {
  db: Database;
  /** Stops the embedded database; nothing to do for another one. */
  stop(): Promise<void>;
  kill(): void;
}

/** Wrong user, wrong password, no such database: all said by the server itself. */
const REFUSED = new Set(['28P01', '28000', '3D000', '53300']);

function start_error(error: unknown, databaseUrl: string | null): unknown {
  if (error instanceof StartError) return error;
  const where = databaseUrl ? new URL(databaseUrl).host || 'DATABASE_URL' : 'the embedded database';
  const reason = error_code(error) || (error instanceof Error ? error.message : String(error));
  if (REFUSED.has(error_code(error)))
    return new StartError(`the database refuses us: ${(error as Error).message}`);
  if (connection_isLost(error))
    return new StartError(`the database at ${where} cannot be reached (${reason})`);
  return error;
}

/** The database as the settings say, its schema up to date. `runAs`: the account that the server goes on as. */
export async function database_open(
  config: Config,
  log: Logger,
  onLost: (error: Error) => void,
  tables_wanted: TablesWanted,
  runAs: Account | null,
): Promise<OpenedDatabase> {
  const { dataDir, logLevel } = config;
  const startEmbedded = () =>
    runAs ? startKept({ dataDir, logLevel, server: runAs }, onLost) : embedded_start(dataDir, log, onLost);
  const embedded = config.databaseUrl ? null : await startEmbedded();
  const target: Target = embedded ? embedded.connection : { url: config.databaseUrl ?? '' };
  try {
    await database_migrate(target, tables_wanted, log);
    const db = createDatabase(target, log);
    try {
      await appRole_verify(db.app);
    } catch (error) {
      await db.close();
      throw error;
    }
    return { db, stop: async () => embedded?.stop(), kill: () => embedded?.kill() };
  } catch (error) {
    await embedded?.stop();
    throw start_error(error, config.databaseUrl);
  }
}
