import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from '../../startError.ts';

/** The user that runs PostgreSQL if the server runs as root. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Tried in this order. `nobody` exists on every Linux. initdb requires a user that the system finds by name. */
const ACCOUNTS = ['wattdeck', 'postgres', 'nobody'];

/** Returns the account of this name, unless it is root's. */
export function findNamedAccount(passwd: string, name: string): Account | null {
  const line = passwd.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : null;
}

/**
 * Returns an account that PostgreSQL can run as. `other` is the account that the server switches to, which is
 * not used. Null if there is none.
 */
export function findAccount(passwd: string, other: Account | null = null): Account | null {
  for (const name of ACCOUNTS) {
    const account = findNamedAccount(passwd, name);
    if (account && account.uid !== other?.uid) return account;
  }
  return null;
}

/**
 * Returns the account that runs PostgreSQL. Null if PostgreSQL uses the server's own account. An existing cluster keeps
 * its owner.
 */
export async function pickAccount(cluster: string, other: Account | null = null): Promise<Account | null> {
  if (process.platform === 'win32' || process.geteuid?.() !== 0) return null;
  const owner = await stat(cluster).catch(() => null);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount(await readFile('/etc/passwd', 'utf8').catch(() => ''), other);
  if (!account) {
    throw new StartError(`PostgreSQL does not run as root: add a system user, one of ${ACCOUNTS.join(', ')}`);
  }
  return account;
}

/** Returns whether this account can enter the folder and all its parents. */
export async function isFolderReachable(folder: string, account: Account | null): Promise<boolean> {
  if (!account) return true;
  for (let path = folder; ; path = dirname(path)) {
    const { uid, gid, mode } = await stat(path);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
