import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../../startError.ts';

/** The server that has locked a data folder. The description distinguishes it from a later process with the same id. */
interface LockOwner {
  pid: number;
  /** The system's start time of the process. Together with the boot id it identifies the process uniquely. */
  started: string;
  boot: string;
  token: string;
}

const LOCK_FILE = 'server.lock';
const ATTEMPTS = 5;
/**
 * Field 22 of /proc/PID/stat. The name in field 2 may contain spaces, so fields are counted after its closing bracket.
 */
const START_FIELD = 19;

async function processStarted(pid: number): Promise<string> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[START_FIELD] ?? '';
}

const bootId = (): Promise<string> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => '',
  );

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isHolderAlive(holder: LockOwner): Promise<boolean> {
  if (holder.boot !== (await bootId())) return false;
  return isProcessAlive(holder.pid) && holder.started === (await processStarted(holder.pid));
}

function readHolder(text: string): LockOwner | null {
  try {
    return JSON.parse(text) as LockOwner;
  } catch {
    return null;
  }
}

/** Servers in one process (tests) share a process id, so their locks are distinguished by name. */
const lockedFolders = new Set<string>();

/**
 * Removes the lock of a dead process. Two starting servers may find the same dead process. A server that removed the
 * new lock of the other server restores it.
 */
async function removeStale(path: string, seen: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== seen) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

/** Locks the folder. Throws StartError if another process has locked it. Returns a function that releases the lock. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, LOCK_FILE);
  const claim: LockOwner = {
    pid: process.pid,
    started: await processStarted(process.pid),
    boot: await bootId(),
    token: randomUUID(),
  };
  const text = JSON.stringify(claim);
  // Written under another name and then linked, so that no process reads a partial lock.
  const fresh = `${path}.${claim.token}`;
  await writeFile(fresh, text, { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const isLocked = await link(fresh, path).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      if (isLocked) {
        lockedFolders.add(claim.token);
        return async () => {
          lockedFolders.delete(claim.token);
          if ((await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true });
        };
      }
      const seen = await readFile(path, 'utf8').catch(() => '');
      const holder = readHolder(seen);
      const alive =
        holder &&
        (holder.pid === process.pid ? lockedFolders.has(holder.token) : await isHolderAlive(holder));
      if (holder && alive) {
        throw new StartError(`the data folder ${folder} is in use by another server (process ${holder.pid})`);
      }
      await removeStale(path, seen);
    }
    throw new StartError(`the data folder ${folder} cannot be locked`);
  } finally {
    await rm(fresh, { force: true });
  }
}
