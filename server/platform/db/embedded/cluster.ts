import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../../startError.ts';
import type { Connection } from '../connect/connect.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { openPlace } from './place.ts';

export const SUPERUSER = 'wattdeck';
const PASSWORD_FILE = 'postgres-password';
export const SOCKET_PORT = 5432;
export const DATABASE = 'wattdeck';
/** The folder of an unfinished restore, in the data folder. */
export const RESTORE_FOLDER = 'restore.partial';

/** The environment that PostgreSQL needs, without variables that would change its behaviour (PGDATA, LANG …). */
export const childEnv = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export const accountOptions = (account: Account | null): { uid?: number; gid?: number } =>
  account ? { uid: account.uid, gid: account.gid } : {};

async function readPassword(dataDir: string): Promise<string | null> {
  return readFile(join(dataDir, PASSWORD_FILE), 'utf8').then(
    (text) => text.trim(),
    () => null,
  );
}

function runProgram(
  command: string,
  args: string[],
  account: Account | null,
  descriptors: number[],
): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, {
      ...accountOptions(account),
      cwd: '/',
      env: childEnv,
      stdio: ['ignore', 'pipe', 'pipe', ...descriptors],
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output.push(chunk));
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) return done();
      const text = Buffer.concat(output).toString();
      fail(
        new StartError(`the database could not be created: ${text.match(/error: (.*)/)?.[1] ?? text.trim()}`),
      );
    });
  });
}

async function createCluster(
  cluster: string,
  binaries: Binaries,
  account: Account | null,
  password: string,
): Promise<void> {
  // Created under a temporary name and renamed when complete. An interrupted creation is therefore not mistaken for a
  // cluster.
  const half = `${cluster}.new`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  const scratch = await mkdtemp(join(tmpdir(), 'wattdeck-init-'));
  const passwordFile = join(scratch, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account) {
    for (const path of [half, scratch, passwordFile]) await chown(path, account.uid, account.gid);
  }
  const place = await openPlace(half, account);
  try {
    await runProgram(
      binaries.initdb,
      [
        `--pgdata=${place.argument}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
      ],
      account,
      place.descriptors,
    );
  } finally {
    place.close();
    await rm(scratch, { recursive: true, force: true });
  }
  await rename(half, cluster);
}

/** Reads the connection to the running database of a data folder from the folder's own file. */
export async function clusterConnection(dataDir: string): Promise<Connection> {
  const host = join(dataDir, 'postgres');
  const lines = (await readFile(join(host, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const address = lines[5]?.trim();
  const password = (await readPassword(dataDir)) ?? '';
  const port = Number(lines[3]) || SOCKET_PORT;
  return { host: address || host, port, user: SUPERUSER, password, database: DATABASE };
}

/** Creates the cluster at the first start. Returns the password of the cluster's owner. */
export async function prepareCluster(
  dataDir: string,
  cluster: string,
  binaries: Binaries,
  account: Account | null,
): Promise<{ password: string; created: boolean }> {
  if (await stat(join(dataDir, RESTORE_FOLDER)).catch(() => null))
    throw new StartError(`a restore into ${dataDir} was interrupted; run it again`);
  const storedPassword = await readPassword(dataDir);
  const exists = await stat(join(cluster, 'PG_VERSION')).catch(() => null);
  if (exists) {
    if (storedPassword) return { password: storedPassword, created: false };
    throw new StartError(
      `${join(dataDir, PASSWORD_FILE)} is missing; it belongs to the database in ${cluster}`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  await writeFile(join(dataDir, PASSWORD_FILE), password, { mode: 0o600 });
  await createCluster(cluster, binaries, account, password);
  return { password, created: true };
}
