import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { CommandError } from '../connectors/http/command.ts';
import type { Config } from '../platform/config.ts';
import { pickAccount } from '../platform/db/embedded/account.ts';
import { KEY_FILE } from '../platform/secrets/keyFile.ts';
import { checkCopy } from './check.ts';
import { copyCluster } from './cluster.ts';
import { MANIFEST_FILE, type Manifest, readInstallation, readVersion, writeManifest } from './manifest.ts';
import { beginStep } from './progress.ts';
import { openSource } from './source.ts';
import { copyFile, copyTree, type Entry, hashFile, listTree, makeFolder, measureTree } from './tree.ts';

/**
 * Matches files that the backup leaves out: files of the running server, files copied by other means, and remains of a
 * restore.
 */
const NOT_FILES =
  /^(postgres|postgres\.log.*|server\.lock.*|local-access\.json.*|key.*|before-.*|restore\.partial|parts)$/;
const OWN = new Set(['data', KEY_FILE, MANIFEST_FILE]);

type Settings = Pick<Config, 'dataDir' | 'databaseUrl'>;
type Filled = Pick<Manifest, 'moment' | 'database' | 'missing'>;

const listFiles = (dataDir: string): Promise<Entry[]> => listTree(dataDir, (path) => NOT_FILES.test(path));

async function readNames(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new CommandError(`${folder} is no folder that can be read (${error.code})`);
  });
}

/** Creates a new folder next to the requested folder. Removes the remains of an interrupted backup. */
async function makePartial(folder: string, dataDir: string): Promise<string> {
  if (!relative(dataDir, folder).startsWith('..'))
    throw new CommandError('the backup must not lie in the data folder');
  if ((await readNames(folder)).length > 0)
    throw new CommandError(`${folder} is there already; name another`);
  const partial = join(dirname(folder), `${basename(folder)}.partial`);
  const left = await readNames(partial);
  if (left.some((name) => !OWN.has(name))) throw new CommandError(`${partial} holds something else`);
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { recursive: true, mode: 0o700 });
  return partial;
}

/** Copies the files that are missing in the target. Files never change after they are written. */
async function copyFiles(title: string, dataDir: string, target: string, signal: AbortSignal): Promise<void> {
  const there = new Set((await listTree(target)).map(({ path }) => path));
  const entries = (await listFiles(dataDir)).filter(({ path }) => !there.has(path));
  const onBytes = beginStep(title, await measureTree(dataDir, entries));
  await copyTree(dataDir, target, entries, { signal, onBytes });
}

async function fillDatabase(dataDir: string, target: string, signal: AbortSignal): Promise<Filled> {
  const [from, to] = [join(dataDir, 'postgres'), join(target, 'postgres')];
  const account = await pickAccount(from);
  const source = await openSource(dataDir);
  let moment: string;
  try {
    // Copies the files before the database, because files may be deleted while the database is copied. Copies new
    // files after the database.
    await copyFiles('Copying the files', dataDir, target, signal);
    moment = await copyCluster(source.client, from, to, { account, signal });
  } finally {
    await source.close();
  }
  await copyFiles('Copying what was added meanwhile', dataDir, target, signal);
  const { missing, ...opened } = await checkCopy(target, signal);
  const installation = (await readInstallation(to)) ?? '';
  return { moment, database: { installation, ...opened }, missing };
}

async function fillFiles(dataDir: string, target: string, signal: AbortSignal): Promise<Filled> {
  const moment = new Date().toISOString();
  await copyFiles('Copying the files', dataDir, target, signal);
  return { moment, database: null, missing: [] };
}

async function sealPartial(
  partial: string,
  filled: Filled,
  dataDir: string,
  signal: AbortSignal,
): Promise<Manifest['files']> {
  const entries = await listTree(partial);
  const onBytes = beginStep('Noting what is in it', await measureTree(partial, entries));
  const files: Manifest['files'] = [];
  for (const { path, isFolder } of entries) {
    if (isFolder) continue;
    const { size } = await stat(join(partial, path));
    files.push({ path, size, sha256: await hashFile(join(partial, path), { signal, onBytes }) });
  }
  const folders = entries.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  const finished = new Date().toISOString();
  const contents = { version: await readVersion(), finished, ...filled, folders, files };
  await writeManifest(partial, contents, dataDir);
  return files;
}

const NEEDS_OTHER = `the database of DATABASE_URL is not ours to copy: use pg_basebackup or pg_dump of that server.
  --files copies the uploaded files only; do so after the database, so that every file it names is there`;

/**
 * Copies database and files into a new folder. Throws if the folder exists. If the backup fails, the folder is not
 * created.
 */
export async function makeBackup(
  { dataDir, databaseUrl }: Settings,
  { folder, filesOnly }: { folder: string; filesOnly: boolean },
  signal: AbortSignal,
): Promise<void> {
  if (databaseUrl !== null && !filesOnly) throw new CommandError(NEEDS_OTHER);
  const target = resolve(folder);
  const partial = await makePartial(target, dataDir);
  try {
    const data = join(partial, 'data');
    await makeFolder(data);
    const filled = await (filesOnly ? fillFiles : fillDatabase)(dataDir, data, signal);
    const key = join(dataDir, KEY_FILE);
    if (!(await copyFile(key, join(partial, KEY_FILE), { signal, onBytes: () => {} })))
      await rm(join(partial, KEY_FILE), { force: true });
    const files = await sealPartial(partial, filled, dataDir, signal);
    await rm(target, { recursive: true, force: true });
    await rename(partial, target);
    for (const path of filled.missing) console.log(`Missing, as it was before or deleted meanwhile: ${path}`);
    const { database } = filled;
    const read = database ? `, ${database.rows} rows in ${database.tables} tables read` : '';
    console.log(`The backup of ${filled.moment} is in ${target}: ${files.length} files${read}.`);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}
