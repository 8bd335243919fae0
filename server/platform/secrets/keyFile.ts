/**
 * The key of this installation. It is in the data folder and not in the database. A copy of the database therefore
 * gives no access.
 */
import { hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../startError.ts';

export const KEY_FILE = 'key';
const KEY_BYTES = 32;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/**
 * Creates a key file. It is written under another name and linked, so that processes that start at the same
 * time use the same key.
 */
async function makeKey(path: string): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flush: true });
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(fresh, { force: true });
}

/**
 * Derives a secret of 32 bytes for one purpose. Null if the folder has no key. Throws StartError if the key is damaged.
 */
export async function findSecret(folder: string, purpose: string): Promise<Uint8Array | null> {
  const path = join(folder, KEY_FILE);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new StartError(`${path} cannot be read (${error.code})`);
  });
  if (text === null) return null;
  const key = text.trim();
  if (!FORM.test(key)) throw new StartError(`${path} is not the key of an installation any more`);
  return new Uint8Array(hkdfSync('sha256', Buffer.from(key, 'base64url'), '', purpose, KEY_BYTES));
}

/** Derives a secret, and creates the key at the first start. */
export async function readSecret(dataDir: string, purpose: string): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true });
  const found = await findSecret(dataDir, purpose);
  if (found) return found;
  await makeKey(join(dataDir, KEY_FILE));
  return (await findSecret(dataDir, purpose))!;
}
