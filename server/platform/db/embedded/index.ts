import type { ChildProcess } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../log.ts';
import { StartError } from '../../startError.ts';
import type { Connection } from '../connect/connect.ts';
import { type Account, pickAccount } from './account.ts';
import { prepareBinaries } from './binaries.ts';
import { DATABASE, prepareCluster, SOCKET_PORT, SUPERUSER } from './cluster.ts';
import { endLeftover } from './leftover.ts';
import { lockFolder } from './lock.ts';
import {
  isChildRunning,
  type Launch,
  logReason,
  postmasterReady,
  spawnPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { makeSettings, memoryAvailable } from './settings.ts';

export interface EmbeddedDatabase {
  connection: Connection;
  /** Returns the process id of the running postmaster. Undefined if it does not run. */
  pid(): number | undefined;
  stop(): Promise<void>;
  /** Kills the database at once, for an exit that cannot wait. */
  kill(): void;
}

/** The operating system refuses socket paths of 108 bytes or more. */
const MAX_SOCKET_PATH = 100;
const ATTEMPTS = 8;
const RETRY_MS = 300;

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new StartError('no free port for the database');
  return address.port;
}

/**
 * Returns a socket in the cluster's own folder, which only its owner may enter. Returns loopback if the socket is not
 * possible.
 */
async function makeEndpoint(
  cluster: string,
  isShared: boolean,
): Promise<{ host: string; port: number; settings: Record<string, string> }> {
  const socket = join(cluster, `.s.PGSQL.${SOCKET_PORT}`);
  if (!isShared && process.platform !== 'win32' && Buffer.byteLength(socket) <= MAX_SOCKET_PATH) {
    const settings = { listen_addresses: '', unix_socket_directories: '.', unix_socket_permissions: '0700' };
    return { host: cluster, port: SOCKET_PORT, settings: { ...settings, port: String(SOCKET_PORT) } };
  }
  const port = await findFreePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  return { host: '127.0.0.1', port, settings };
}

/**
 * Starts PostgreSQL and waits until it accepts connections. Retries, because the memory of a crashed process may still
 * be in use.
 */
async function startPostmaster(launch: Launch, connection: Connection, log: Logger): Promise<ChildProcess> {
  for (let attempt = 1; ; attempt++) {
    const child = await spawnPostmaster(launch);
    const failure = new Promise<never>((_, fail) => child.once('error', fail));
    if (await Promise.race([postmasterReady(child, connection, launch.cluster), failure])) return child;
    const reason = logReason(launch.logFile);
    if (attempt >= ATTEMPTS)
      throw new StartError(`the database does not start: ${reason} (see ${launch.logFile})`);
    log.warn('the database did not start, trying again', { reason });
    await sleep(RETRY_MS * attempt);
  }
}

/**
 * Keeps one PostgreSQL running over `dataDir/postgres`. `onLost` is called if it cannot be restarted. `server` is the
 * account that connects to PostgreSQL. It is needed if it differs from the present account and from the account of
 * PostgreSQL.
 */
export async function startEmbedded(
  dataDir: string,
  log: Logger,
  onLost: (error: Error) => void,
  { server = null }: { server?: Account | null } = {},
): Promise<EmbeddedDatabase> {
  const cluster = join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true, mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`the data folder ${dataDir} cannot be made (${error.code})`);
  });
  const unlock = await lockFolder(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof StartError) throw error;
    throw new StartError(`the data folder ${dataDir} cannot be written (${error.code})`);
  });
  try {
    const account = await pickAccount(cluster, server);
    const binaries = await prepareBinaries(account);
    const { password } = await prepareCluster(dataDir, cluster, binaries, account);
    await endLeftover(cluster, join(cluster, `.s.PGSQL.${SOCKET_PORT}`), log);
    const { host, port, settings } = await makeEndpoint(cluster, server !== null);
    const launch: Launch = {
      program: binaries.postgres,
      cluster,
      logFile: join(dataDir, 'postgres.log'),
      account,
      settings: { ...makeSettings(memoryAvailable()), ...settings },
    };
    const connection: Connection = { host, port, user: SUPERUSER, password, database: DATABASE };
    return await supervise(launch, connection, log, onLost, unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function supervise(
  launch: Launch,
  connection: Connection,
  log: Logger,
  onLost: (error: Error) => void,
  unlock: () => Promise<void>,
): Promise<EmbeddedDatabase> {
  let child = await startPostmaster(launch, connection, log);
  let stopping = false;
  let restarting: Promise<void> | null = null;

  const watch = (): void => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.error('the database ended by itself, starting it again', { code, signal });
      restarting = startPostmaster(launch, connection, log).then(async (next) => {
        child = next;
        restarting = null;
        if (stopping) await stopPostmaster(child);
        else watch();
      });
      restarting.catch(onLost);
    });
  };
  watch();

  return {
    connection,
    pid: () => child.pid,
    async stop() {
      stopping = true;
      await restarting?.catch(() => {});
      await stopPostmaster(child);
      await unlock();
    },
    kill() {
      stopping = true;
      if (isChildRunning(child)) child.kill('SIGQUIT');
    },
  };
}
