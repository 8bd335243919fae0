import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { CommandError } from '../connectors/http/command.ts';
import { type Connection, isConnectionLost, openClient } from '../platform/db/connect/connect.ts';
import { clusterConnection } from '../platform/db/embedded/cluster.ts';
import { startEmbedded } from '../platform/db/embedded/index.ts';
import { createLogger } from '../platform/log.ts';

interface Source {
  client: pg.Client;
  close(): Promise<void>;
}

async function assertCluster(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres');
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => error.code,
  );
  if (version === 'EACCES')
    throw new CommandError(
      `${cluster} may not be read; run this as the user that runs the server, or as root`,
    );
  if (version === 'ENOENT') throw new CommandError(`there is no database in ${dataDir} (WATTDECK_DATA_DIR)`);
}

/** Finds the database of this data folder. A stopped database is started, and stopped again by `close`. */
export async function findSource(
  dataDir: string,
): Promise<{ connection: Connection; close(): Promise<void> }> {
  await assertCluster(dataDir);
  const connection = await clusterConnection(dataDir);
  const running = openClient(connection);
  running.on('error', () => {});
  try {
    await running.connect();
    return { connection, close: async () => {} };
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  } finally {
    await running.end().catch(() => {});
  }
  const database = await startEmbedded(dataDir, createLogger('error'), () => {});
  return { connection: database.connection, close: () => database.stop() };
}

export async function openSource(dataDir: string): Promise<Source> {
  const source = await findSource(dataDir);
  const client = openClient(source.connection);
  client.on('error', () => {});
  const close = async (): Promise<void> => {
    await client.end().catch(() => {});
    await source.close();
  };
  await client.connect().catch(async (error) => {
    await close();
    throw error;
  });
  return { client, close };
}
