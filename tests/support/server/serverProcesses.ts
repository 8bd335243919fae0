/** Several server processes of a test over one database. The test can kill each of them. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { databaseUrl } from './postgres/databases.ts';
import { type ServerProcess, spawnServer } from './process.ts';
import { type Client, dataFolder, login } from './server.ts';

export interface RunningProcess {
  process: ServerProcess;
  client: Client;
  url: string;
}

export interface ServerProcesses {
  /** Starts a process, and signs in there. */
  start(name: string): Promise<RunningProcess>;
  kill(running: Pick<RunningProcess, 'process'>): Promise<void>;
  /** Returns the address of the database. */
  databaseUrl(): string;
}

/** `env` contains settings for all of the processes. */
export function serveProcesses(env: Readonly<Record<string, string>> = {}): ServerProcesses {
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  const running: ServerProcess[] = [];

  beforeAll(async () => {
    folder = await dataFolder();
  });

  afterAll(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await folder?.remove();
  });

  return {
    databaseUrl: () => databaseUrl(folder.path),
    async start(name) {
      const own = join(folder.path, name);
      await mkdir(own);
      const process = spawnServer(own, { env: { ...env, DATABASE_URL: databaseUrl(folder.path) } });
      running.push(process);
      const address = await process.ready();
      return { process, client: await login({ url: address }), url: address };
    },
    async kill({ process }) {
      process.child.kill('SIGKILL');
      await process.ended;
    },
  };
}
