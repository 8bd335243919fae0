/** Data folders of test servers, in memory where they may be, and begun with a copy of a template where that is there. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dropDatabase, makeDatabase } from './external.ts';
import { findTemplate } from './templates.ts';

export interface Folder {
  path: string;
  remove(): Promise<void>;
}

/** A folder below /tmp that is gone after the test; a copy of `from`, where that is given. */
export async function dataFolder(home = tmpdir(), from?: string): Promise<Folder> {
  const path = await mkdtemp(join(home, 'wattdeck-test-'));
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

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 2 ** 30;

/** Tells whether there is room in memory for files that nothing has to outlive. */
export const hasMemory = async (): Promise<boolean> =>
  statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize > NEEDED_BYTES,
    () => false,
  );

/** In memory where there is room: nothing of what such a server writes has to last. */
export async function memoryFolder(from?: string): Promise<Folder> {
  return dataFolder((await hasMemory()) ? MEMORY : undefined, from);
}

/** With the owners of the files: the database may run as another user than we. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** A folder that a first start has left already, for what only later starts are tried with. */
export const startedFolder = async (): Promise<Folder> => dataFolder(undefined, await findTemplate('empty'));

/** A folder whose demo has its sales and all of its history already. */
export const demoFolder = async (): Promise<Folder> => memoryFolder(await findTemplate('demo'));
