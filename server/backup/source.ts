import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { CommandError } from '../links/http/command.ts';
import { isConnectionLost, openClient } from '../platform/db/connect.ts';
import { clusterConnection } from '../platform/db/embedded/cluster.ts';
import { startEmbedded } from '../platform/db/embedded/index.ts';
import { createLogger } from '../platform/log.ts';

interface Source {
  client: pg.Client;
  close(): Promise<void>;
}

/** The database that runs over this data folder; one that does not run is started for as long as it takes. */
export async function openSource(dataDir: string): Promise<Source> {
  const cluster = join(dataDir, 'postgres');
  const found = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (found === 'EACCES')
    throw new CommandError(
      `${cluster} may not be read; run this as the user that runs the server, or as root`,
    );
  if (found === 'ENOENT') throw new CommandError(`there is no database in ${dataDir} (WATTDECK_DATA_DIR)`);
  const running = openClient(await clusterConnection(dataDir));
  running.on('error', () => {});
  try {
    await running.connect();
    return { client: running, close: () => running.end() };
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
  const database = await startEmbedded(dataDir, createLogger('error'), () => {});
  const client = openClient(database.connection);
  client.on('error', () => {});
  const close = async (): Promise<void> => {
    await client.end().catch(() => {});
    await database.stop();
  };
  await client.connect().catch(async (error) => {
    await close();
    throw error;
  });
  return { client, close };
}
