/** Data folders of test servers. They are in memory if possible. They begin as a copy of a template if there is one. */
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

/** Creates a folder that no server uses. */
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

/**
 * Creates a folder, with its database in the PostgreSQL of the run. Both are copies of `from`, and are removed after
 * the test.
 */
export const dataFolder = (from?: string): Promise<Folder> => makeFolder(RUN_PREFIX, from);

/** Creates a folder whose server starts its embedded PostgreSQL. */
export const embeddedFolder = (from?: string): Promise<Folder> => makeFolder('wattdeck-embedded-', from);

/** Preserves the owners of the files, because the database may run as another user than the test. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** Creates a folder after a first start, for tests of later starts. */
export const startedFolder = async (): Promise<Folder> => dataFolder(await findTemplate('empty'));

/** Creates such a folder for an embedded PostgreSQL. */
export const startedEmbedded = async (): Promise<Folder> => embeddedFolder(await findTemplate('embedded'));

/** Creates a folder whose demo already has its sales and all of its history. */
export const demoFolder = async (): Promise<Folder> => dataFolder(await findTemplate('demo'));
