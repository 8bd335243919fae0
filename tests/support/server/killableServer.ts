/** A server that the tests of a file kill and restart over the same folder. */
import { afterEach } from 'vitest';
import { type ServerProcess, spawnServer } from './process.ts';
import { type Client, login, startedFolder } from './server.ts';

export interface KillableServer {
  /** Starts with a new folder, and signs in. */
  fresh(): Promise<Client>;
  /** Starts over the existing folder, and signs in. */
  start(): Promise<Client>;
  /** Sends a signal, and resolves with how the server ended. */
  kill(signal: NodeJS.Signals): Promise<number | string>;
  dataDir(): string;
}

/** Makes each test begin and end without a server and a folder. `make` creates the folder. */
export function killableServer(make = startedFolder): KillableServer {
  let dataDir = '';
  let server: ServerProcess | null = null;
  let remove = async (): Promise<void> => {};

  async function kill(signal: NodeJS.Signals): Promise<number | string> {
    if (!server) throw new Error('no server was started');
    server.child.kill(signal);
    return server.ended;
  }
  async function start(): Promise<Client> {
    server = spawnServer(dataDir);
    return login({ url: await server.ready() });
  }
  afterEach(async () => {
    if (server) await kill('SIGTERM');
    server = null;
    await remove();
  });
  return {
    start,
    kill,
    dataDir: () => dataDir,
    async fresh() {
      ({ path: dataDir, remove } = await make());
      return start();
    },
  };
}
