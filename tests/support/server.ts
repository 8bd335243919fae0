import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type App, createApp } from '../../server/app.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import { type Client, createClient } from './client.ts';
import { databaseUrl, dropDatabase, EXTERNAL, makeDatabase } from './external.ts';

export { ApiFailure, type Client } from './client.ts';

export interface TestServer {
  url: string;
  admin: { username: string; password: string };
  mqttPort: number;
  config: Config;
  /** The start prints these. */
  accounts: App['accounts'];
  /** For what tests share alone: an API test asks by calls, or by what is there in tests/support. */
  app: App;
  stop(): Promise<void>;
}

export interface TestOptions {
  /** Demo tenants, people and stations; off unless asked for. */
  demo?: boolean;
  /** Begins with an empty folder, as the first start does. */
  fresh?: boolean;
  env?: Readonly<Record<string, string>>;
}

/** Names the folder of the run that every server begins with a copy of. */
export const TEMPLATE = 'WATTDECK_TEST_TEMPLATE';

export const ADMIN = { username: 'admin', password: 'the first password' };

/** The settings of a test: free ports, an own data folder, nothing of the environment that runs the tests. */
export function testEnv(
  dataDir: string,
  { demo = false, env = {} }: TestOptions = {},
): Record<string, string> {
  return {
    WATTDECK_PORT: '0',
    WATTDECK_MQTT_PORT: '0',
    WATTDECK_DATA_DIR: dataDir,
    WATTDECK_ADMIN_PASSWORD: ADMIN.password,
    WATTDECK_DEMO: demo ? '1' : '0',
    WATTDECK_LOG: 'error',
    ...(EXTERNAL && { DATABASE_URL: databaseUrl(dataDir) }),
    ...env,
  };
}

/** A folder below /tmp that is gone after the test; a copy of `from`, where that is given. */
export async function dataFolder(
  home = tmpdir(),
  from?: string,
): Promise<{ path: string; remove(): Promise<void> }> {
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

/** In memory where there is room: nothing of what such a server writes has to last. */
export async function memoryFolder(from?: string): ReturnType<typeof dataFolder> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize > NEEDED_BYTES,
    () => false,
  );
  return dataFolder(room ? MEMORY : undefined, from);
}

/** With the owners of the files: the database may run as another user than we. */
async function copyFolder(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** A folder that a first start has left already, for what only later starts are tried with. */
export function startedFolder(): ReturnType<typeof dataFolder> {
  return dataFolder(undefined, process.env[TEMPLATE]);
}

/** A server over a folder that outlives it: `stop` ends the server and leaves the folder. */
export async function startOn(dataDir: string, options: TestOptions = {}): Promise<TestServer> {
  const config = loadConfig(testEnv(dataDir, options));
  const app = await createApp(config);
  const { url, mqttPort, accounts } = app;
  return { url, admin: ADMIN, mqttPort: mqttPort ?? 0, config, accounts, app, stop: () => app.close() };
}

/** A whole server with its own database, in this process. */
export async function startServer(options: TestOptions = {}): Promise<TestServer> {
  const template = options.fresh ? undefined : process.env[TEMPLATE];
  // The demo comes with other tenants than an empty platform, which the template is.
  const from = options.demo || options.env?.DATABASE_URL ? undefined : template;
  const folder = await (template ? memoryFolder(from) : dataFolder());
  try {
    const server = await startOn(folder.path, options);
    return {
      ...server,
      async stop() {
        await server.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

/** Signs in the way the browser does; the administrator when nobody is named. */
export async function login(
  server: Pick<TestServer, 'url'>,
  username = ADMIN.username,
  password = ADMIN.password,
  options: { described?: boolean } = {},
): Promise<Client> {
  const client = createClient(server.url, options);
  await client.signIn(username, password);
  return client;
}
