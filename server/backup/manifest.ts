/** A manifest describes a backup, so that a restore can refuse a damaged or incompatible one. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../connectors/http/command.ts';
import { readMigrations } from '../platform/db/migrate.ts';
import { findSecret } from '../platform/secrets/keyFile.ts';

export const MANIFEST_FILE = 'manifest.json';
const PROGRAM = 'wattdeck';
const FORMAT = 1;
const PURPOSE = 'signature of a backup';

interface ManifestFile {
  /** Path below the backup's folder, with slashes. */
  path: string;
  size: number;
  sha256: string;
}

export interface Manifest {
  program: typeof PROGRAM;
  format: typeof FORMAT;
  version: string;
  /** All transactions committed before this moment are in the backup. ISO. */
  moment: string;
  finished: string;
  /** Null if the backup contains only files, because the database runs outside the platform. */
  database: {
    /**
     * The number that PostgreSQL gave the cluster when it was created. It identifies the installation, whatever its
     * data.
     */
    installation: string;
    /** Major version of PostgreSQL. */
    postgres: string;
    /** Names and checksums of the applied migrations. */
    migrations: Record<string, string>;
    tables: number;
    rows: number;
  } | null;
  folders: string[];
  files: ManifestFile[];
  /** Files that database records refer to, and that were missing during the copy. */
  missing: string[];
  /** A keyed hash of all other fields. Null if the data folder had no key. */
  signature: string | null;
}

export async function readVersion(): Promise<string> {
  const file = fileURLToPath(new URL('../../package.json', import.meta.url));
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version;
}

/**
 * Returns the number that PostgreSQL gave this cluster: the first eight bytes of its control file. Null without a
 * cluster.
 */
export async function readInstallation(cluster: string): Promise<string | null> {
  const file = await open(join(cluster, 'global/pg_control')).catch(() => null);
  if (!file) return null;
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.readBigUInt64LE().toString();
  } finally {
    await file.close();
  }
}

type Unsigned = Omit<Manifest, 'signature'>;

const signatureOf = (manifest: Unsigned, secret: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(manifest)).digest();

/** `keyFolder` contains the key that signs the manifest. */
export async function writeManifest(
  folder: string,
  contents: Omit<Unsigned, 'program' | 'format'>,
  keyFolder: string,
): Promise<void> {
  const manifest: Unsigned = { program: PROGRAM, format: FORMAT, ...contents };
  const secret = await findSecret(keyFolder, PURPOSE);
  const signature = secret && signatureOf(manifest, secret).toString('base64url');
  const text = JSON.stringify({ ...manifest, signature }, null, 1);
  await writeFile(join(folder, MANIFEST_FILE), text, { mode: 0o600, flush: true });
}

const isPlain = (path: unknown): boolean =>
  typeof path === 'string' && /^(data(\/|$)|key$)/.test(path) && !/(^|\/)\.{1,2}(\/|$)|\\/.test(path);

function parseManifest(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest;
    const paths = [...manifest.files.map(({ path }) => path), ...manifest.folders];
    return manifest.program === PROGRAM && paths.every(isPlain) ? manifest : null;
  } catch {
    return null;
  }
}

/**
 * Reads the manifest of a backup. Throws unless this version of the program can use the data of the folder.
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => '');
  const manifest = parseManifest(text);
  if (!manifest) throw new CommandError(`${folder} is not a backup of Wattdeck`);
  if (manifest.format !== FORMAT)
    throw new CommandError(`the backup in ${folder} is of another kind than this version reads`);
  const sqlByName = new Map((await readMigrations()).map(({ name, sql }) => [name, sql]));
  for (const [name, checksum] of Object.entries(manifest.database?.migrations ?? {})) {
    const sql = sqlByName.get(name);
    if (sql === undefined || createHash('sha256').update(sql).digest('hex') !== checksum)
      throw new CommandError(
        `the backup in ${folder} was made by another version (${manifest.version}), whose ${name} is not known here`,
      );
  }
  return manifest;
}

function isSigned({ signature, ...manifest }: Manifest, secret: Uint8Array): boolean {
  const received = Buffer.from(signature ?? '', 'base64url');
  const right = signatureOf(manifest, secret);
  return received.length === right.length && timingSafeEqual(received, right);
}

/**
 * Throws unless the manifest is signed with the installation's key. The first folder with a key decides. The data
 * folder precedes the backup, because an attacker may have put another key into the backup.
 */
export async function checkSignature(manifest: Manifest, keyFolders: readonly string[]): Promise<void> {
  for (const folder of keyFolders) {
    const secret = await findSecret(folder, PURPOSE);
    if (!secret) continue;
    if (isSigned(manifest, secret)) return;
    throw new CommandError(
      manifest.signature === null || manifest.signature === undefined
        ? 'the backup is not signed; --unsigned brings back one that an earlier version made'
        : `the backup was changed after it was made, or another key has signed it than the one in ${folder}`,
    );
  }
  console.log('The backup cannot be checked for changes: neither it nor the data folder has the key.');
}
