import { createHash, type Hash } from 'node:crypto';
import { chown, type FileHandle, mkdir, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../platform/db/embedded/account.ts';

const CHUNK_BYTES = 1 << 18;
const AT_ONCE = 16;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

export interface Copying {
  signal: AbortSignal;
  /** Called with the number of bytes copied since the last call. */
  onBytes(count: number): void;
  /** The owner of the written files, by default the owner of this process. */
  account?: Account | null;
}

export async function giveTo(path: string, account: Account | null | undefined): Promise<void> {
  if (account) await chown(path, account.uid, account.gid);
}

export async function makeFolder(path: string, account?: Account | null): Promise<void> {
  await mkdir(path, { recursive: true, mode: FOLDER_MODE });
  await giveTo(path, account);
}

/** Reads a file in chunks through one buffer that is no larger than the file. Passes on the chunks in order. */
async function readThrough(
  file: FileHandle,
  { signal, onBytes }: Copying,
  onChunk: (chunk: Buffer) => unknown,
): Promise<void> {
  const { size } = await file.stat();
  const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(1, size)));
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await file.read(buffer);
    if (bytesRead === 0) return;
    await onChunk(buffer.subarray(0, bytesRead));
    onBytes(bytesRead);
  }
}

/**
 * Copies one file and syncs it to the disk. Returns false if the file was deleted before it was read. Computes its
 * hash on request.
 */
export async function copyFile(from: string, to: string, copying: Copying, hash?: Hash): Promise<boolean> {
  const source = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!source) return false;
  try {
    const target = await open(to, 'w', FILE_MODE);
    try {
      await readThrough(source, copying, async (chunk) => {
        hash?.update(chunk);
        await target.writeFile(chunk);
      });
      await target.sync();
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
  await giveTo(to, copying.account);
  return true;
}

export interface Entry {
  /** Path below the root, with slashes. */
  path: string;
  isFolder: boolean;
}

/** Returns everything below a folder. Folders precede their content. Files deleted during the call are left out. */
export async function listTree(
  root: string,
  skip: (path: string) => boolean = () => false,
  below = '',
): Promise<Entry[]> {
  const dirents = await readdir(join(root, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  const entries: Entry[] = [];
  for (const entry of dirents.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (skip(path) || !(entry.isDirectory() || entry.isFile())) continue;
    entries.push({ path, isFolder: entry.isDirectory() });
    if (entry.isDirectory()) entries.push(...(await listTree(root, skip, path)));
  }
  return entries;
}

/** Returns the total size in bytes of the files among the entries. */
export async function measureTree(root: string, entries: readonly Entry[]): Promise<number> {
  let bytes = 0;
  for (const { path, isFolder } of entries)
    if (!isFolder) bytes += (await stat(join(root, path)).catch(() => ({ size: 0 }))).size;
  return bytes;
}

/**
 * Processes several items in parallel, because each item waits for a disk sync. When this throws, no item is still
 * being processed.
 */
export async function workThrough<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items].reverse();
  const workOff = async (): Promise<void> => {
    try {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, workOff));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
}

export async function copyTree(
  from: string,
  to: string,
  entries: readonly Entry[],
  copying: Copying,
): Promise<void> {
  for (const { path } of entries.filter(({ isFolder }) => isFolder))
    await makeFolder(join(to, path), copying.account);
  await workThrough(
    entries.filter(({ isFolder }) => !isFolder),
    async ({ path }) => void (await copyFile(join(from, path), join(to, path), copying)),
  );
}

export async function hashFile(path: string, copying: Copying): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    await readThrough(file, copying, (chunk) => hash.update(chunk));
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}
