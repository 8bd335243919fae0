import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CommandError } from '../connectors/http/command.ts';
import type { Config } from '../platform/config.ts';
import { pickAccount } from '../platform/db/embedded/account.ts';
import { RESTORE_FOLDER, SOCKET_PORT } from '../platform/db/embedded/cluster.ts';
import { endLeftover } from '../platform/db/embedded/leftover.ts';
import { lockFolder } from '../platform/db/embedded/lock.ts';
import { createLogger } from '../platform/log.ts';
import { KEY_FILE } from '../platform/secrets/keyFile.ts';

import { checkSignature, type Manifest, readInstallation, readManifest } from './manifest.ts';
import { beginStep } from './progress.ts';
import { copyFile, makeFolder, workThrough } from './tree.ts';

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;

/** Matches file names that are ignored when a folder is checked for being empty. */
const NOTHING = /^(server\.lock.*|restore\.partial|before-.*|lost\+found)$/;

async function checkTarget(
  { dataDir, databaseUrl }: Settings,
  { database }: Manifest,
  replace: boolean,
): Promise<string[]> {
  if (database && databaseUrl !== null)
    throw new CommandError(
      'the backup holds an embedded database; it cannot be brought back with DATABASE_URL set',
    );
  if (!database && databaseUrl === null)
    throw new CommandError(
      'the backup holds files only, of a platform whose database is elsewhere (DATABASE_URL)',
    );
  const there = (await readdir(dataDir)).filter((name) => !NOTHING.test(name));
  // Operators who store the key elsewhere copy it into the data folder before the restore.
  const isEmpty = there.every((name) => name === KEY_FILE);
  if (!isEmpty && !replace)
    throw new CommandError(`${dataDir} is not empty; --replace puts what is in it aside`);
  const installation = await readInstallation(join(dataDir, 'postgres'));
  if (database && installation !== null && installation !== database.installation)
    throw new CommandError(
      `${dataDir} belongs to another installation than the backup; move it away first if that is meant`,
    );
  return isEmpty ? [] : there;
}

/** Copies the files of the manifest and verifies every byte. */
async function copyData(
  folder: string,
  half: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  const total = manifest.files.reduce((sum, { size }) => sum + size, 0);
  const onBytes = beginStep('Bringing the data back', total);
  const owner = await pickAccount(join(half, 'postgres'));
  const isCluster = (path: string): boolean => /^data\/postgres(\/|$)/.test(path);
  const place = (path: string): string => join(half, path === KEY_FILE ? path : path.slice('data/'.length));
  for (const path of manifest.folders)
    if (path !== 'data') await makeFolder(place(path), isCluster(path) ? owner : null);
  await workThrough(manifest.files, async ({ path, sha256 }) => {
    const hash = createHash('sha256');
    const account = isCluster(path) ? owner : null;
    const isCopied = await copyFile(join(folder, path), place(path), { signal, onBytes, account }, hash);
    if (!isCopied && path === KEY_FILE) {
      await rm(place(path), { force: true });
      console.log(
        `The key is not in ${folder}: without it in the data folder the next start makes a new one, and second factors and webhook secrets no longer open.`,
      );
    } else if (!isCopied || hash.digest('hex') !== sha256) {
      throw new CommandError(`the backup is damaged: ${path} is ${isCopied ? 'not what it was' : 'missing'}`);
    }
  });
}

/**
 * Replaces the old data, and returns the folder to which it was moved. Null without old data. The server
 * refuses to start while the partial folder exists. It never uses a mixture of old and restored data.
 */
async function swapData(dataDir: string, half: string, old: readonly string[]): Promise<string | null> {
  const aside = join(dataDir, `before-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  if (old.length > 0) await mkdir(aside, { mode: 0o700 });
  for (const name of old) await rename(join(dataDir, name), join(aside, name));
  for (const name of await readdir(half)) await rename(join(half, name), join(dataDir, name));
  await rm(half, { recursive: true });
  return old.length > 0 ? aside : null;
}

/** Restores a backup into the data folder, which no server may be using. The old data is moved aside, not deleted. */
export async function restoreBackup(
  settings: Settings,
  { folder: path, replace, unsigned }: { folder: string; replace: boolean; unsigned: boolean },
  signal: AbortSignal,
): Promise<void> {
  const folder = resolve(path);
  const { dataDir } = settings;
  const manifest = await readManifest(folder);
  console.log(`Backup of ${manifest.moment}, made by version ${manifest.version}`);
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  const unlock = await lockFolder(dataDir);
  const half = join(dataDir, RESTORE_FOLDER);
  try {
    const cluster = join(dataDir, 'postgres');
    const old = await checkTarget(settings, manifest, replace);
    if (!unsigned) await checkSignature(manifest, [dataDir, folder]);
    await rm(half, { recursive: true, force: true });
    await makeFolder(half);
    try {
      await copyData(folder, half, manifest, signal);
    } catch (error) {
      await rm(half, { recursive: true, force: true });
      throw error;
    }
    await endLeftover(cluster, join(cluster, `.s.PGSQL.${SOCKET_PORT}`), createLogger('warn'));
    const aside = await swapData(dataDir, half, old);
    await chmod(dataDir, 0o711);
    console.log(`The data of ${manifest.moment} is back in ${dataDir}.`);
    if (aside) console.log(`What was there before is in ${aside}; delete it when you no longer need it.`);
  } finally {
    await unlock();
  }
}
