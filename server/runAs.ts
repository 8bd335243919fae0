/** Switches from root to another account after everything that requires root is open (`WATTDECK_USER`). */
import { chmodSync, chownSync, lstatSync, readdirSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Account,
  findNamedAccount,
  isFolderReachable,
  pickAccount,
} from './platform/db/embedded/account.ts';
import { StartError } from './platform/startError.ts';

const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
/** Entries of the data folder that belong to root or to the database's account. */
const ROOTS = new Set(['postgres', 'postgres-password', 'postgres.log', 'server.lock']);

declare global {
  namespace NodeJS {
    interface Process {
      /** Node has this function, but its types do not. */
      initgroups?(user: string, group: number): void;
    }
  }
}

export interface RunAs extends Account {
  name: string;
}

/**
 * Returns the account that the server switches to. Null to continue with the current account. Throws StartError if the
 * switch is not possible. Only root may switch. The target must be neither root nor the database's account, which could
 * then read the key.
 */
export async function findRunAs(name: string | null, dataDir: string): Promise<RunAs | null> {
  if (name === null) return null;
  const account = findNamedAccount(await readFile('/etc/passwd', 'utf8').catch(() => ''), name);
  if (!account) throw new StartError(`WATTDECK_USER: there is no account "${name}" but root's own`);
  if (process.geteuid?.() === account.uid) return null;
  if (process.geteuid?.() !== 0) throw new StartError('WATTDECK_USER needs a start as root');
  const owner = await pickAccount(join(dataDir, 'postgres'), account);
  if (owner?.uid === account.uid)
    throw new StartError(`WATTDECK_USER must not be the account of the database, "${name}"`);
  return { ...account, name };
}

/** Throws StartError unless the account may read the program and reach its data. The account will own the data. */
export async function checkReach(runAs: RunAs, dataDir: string): Promise<void> {
  for (const folder of [PROGRAM, dirname(dataDir)]) {
    if (!(await isFolderReachable(await realpath(folder), runAs)))
      throw new StartError(`WATTDECK_USER: "${runAs.name}" may not enter ${folder}`);
  }
}

/**
 * Changes the owner of a path and of everything below. A file with a second hard link may belong to another
 * user, so its owner is not changed.
 */
function handOver(path: string, { uid, gid }: Account): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink() || (entry.isFile() && entry.nlink > 1)) return;
  if (entry.isDirectory()) for (const name of readdirSync(path)) handOver(join(path, name), { uid, gid });
  if (entry.uid === 0) chownSync(path, uid, gid);
}

/**
 * The account may add files to the folder and delete its own files. The sticky bit prevents it from replacing root's
 * files by links.
 */
const FOLDER_MODE = 0o1771;

/** Gives the data to the account and switches to it in one step, so that root creates no files in between. */
export function giveUpRoot(runAs: RunAs, dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    if (!ROOTS.has(name) && lstatSync(path).uid === 0) handOver(path, runAs);
  }
  chownSync(dataDir, 0, runAs.gid);
  chmodSync(dataDir, FOLDER_MODE);
  process.initgroups?.(runAs.name, runAs.gid);
  process.setgid?.(runAs.gid);
  process.setuid?.(runAs.uid);
}
