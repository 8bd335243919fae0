/** Data folders of test servers, in memory where they may be, and begun with a copy of a template where that is there. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dropDatabase, makeDatabase, RUN_PREFIX } from './postgres/databases.ts';
import { testHome } from './run/runHome.ts';
import { findTemplate } from './run/templates.ts';

export interface Folder {
  path: string;
  remove(): Promise<void>;
}

/** A folder that has nothing to do with a server. */
export async function bareFolder(): Promise<Folder> {
  const path = await mkdtemp(join(testHome(), 'wattdeck-bare-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

async function makeFolder(prefix: string, from?: string): Promise<Folder> {
  const path = await mkdtemp(join(testHome(), prefix));
  await makeDatabase(path, from);
  if (from) await copyFolder(from, path);
  return {
    path,
    async remove() {
      await dropDatabase(path);
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** A folder with its database in the PostgreSQL of the run; both are gone after the test, and both copies of `from`. */
export const dataFolder = (from?: string): Promise<Folder> => makeFolder(RUN_PREFIX, from);

/** A folder whose server brings its embedded PostgreSQL. */
export const embeddedFolder = (from?: string): Promise<Folder> => makeFolder('wattdeck-embedded-', from);

/** With the owners of the files: the database may run as another user than we. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** A folder that a first start has left already, for what only later starts are tried with. */
export const startedFolder = async (): Promise<Folder> => dataFolder(await findTemplate('empty'));

/** The same with an embedded PostgreSQL. */
export const startedEmbedded = async (): Promise<Folder> => embeddedFolder(await findTemplate('embedded'));

/** A folder whose demo has its sales and all of its history already. */
export const demoFolder = async (): Promise<Folder> => dataFolder(await findTemplate('demo'));
