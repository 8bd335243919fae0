import { applyDefinitions } from '../../../runtime/core/definitions/registry.ts';
import { REGISTERED_FOLDERS } from '../../../runtime/core/definitions/studioKinds.ts';
import { type App, createApp } from '../../../server/app.ts';
import { type Config, loadConfig } from '../../../server/platform/config.ts';
import { type Client, createClient } from '../calls/client.ts';
import {
  bareFolder,
  dataFolder,
  demoFolder,
  embeddedFolder,
  type Folder,
  startedEmbedded,
  startedFolder,
} from './folders.ts';
import { freePort, isPortFree } from './port.ts';
import { databaseUrl, isInRun } from './postgres/databases.ts';

export { ApiFailure, type Client } from '../calls/client.ts';
export { dataFolder, embeddedFolder, startedEmbedded, startedFolder } from './folders.ts';

export interface TestServer {
  url: string;
  admin: { username: string; password: string };
  mqttPort: number;
  config: Config;
  /** Accounts that the start prints. */
  accounts: App['accounts'];
  /** Only for shared helpers. An API test uses calls, or the helpers in tests/support. */
  app: App;
  stop(): Promise<void>;
}

export interface TestOptions {
  /** Demo tenants, people and stations; off by default. */
  demo?: boolean;
  /** Begins with an empty folder, as the first start does. */
  fresh?: boolean;
  /** Starts its embedded PostgreSQL, for tests of that database. */
  embedded?: boolean;
  env?: Readonly<Record<string, string>>;
}

export const ADMIN = { username: 'admin', password: 'the first password' };

/** Returns the settings of a test: free ports, its own data folder, and nothing from the environment of the tests. */
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
    ...(isInRun(dataDir) && { DATABASE_URL: databaseUrl(dataDir) }),
    ...env,
  };
}

let reservedPorts: readonly Promise<number>[] = [];

/**
 * Makes later servers of this process use the same two ports, so that a browser reuses what it stored for their
 * addresses.
 */
export function keepPorts(): void {
  reservedPorts = [freePort(), freePort()];
}

async function nextPort(): Promise<number> {
  for (const port of await Promise.all(reservedPorts)) if (await isPortFree(port)) return port;
  return 0;
}

/** Removes the definitions that a server has applied. They apply to the whole process, and so to the shared server. */
function forgetApplied(): void {
  for (const kind of [...REGISTERED_FOLDERS, 'operations'] as const) applyDefinitions(kind, {});
}

/** Starts a server over a folder that outlives it. `stop` ends the server and leaves the folder. */
export async function startOn(dataDir: string, options: TestOptions = {}): Promise<TestServer> {
  const env = { WATTDECK_PORT: String(await nextPort()), ...options.env };
  const config = loadConfig(testEnv(dataDir, { ...options, env }));
  const app = await createApp(config);
  const { url, mqttPort, accounts } = app;
  const stop = async (): Promise<void> => {
    await app.close();
    forgetApplied();
  };
  return { url, admin: ADMIN, mqttPort: mqttPort ?? 0, config, accounts, app, stop };
}

/**
 * Returns the folder of a server. The demo and an empty platform have different tenants, so they need different
 * folders.
 */
async function folderFor({ demo, fresh, embedded, env }: TestOptions): Promise<Folder> {
  if (env?.DATABASE_URL) return bareFolder();
  if (embedded) return fresh ? embeddedFolder() : startedEmbedded();
  if (fresh) return dataFolder();
  return demo ? demoFolder() : startedFolder();
}

/** Starts a whole server with its own database, in this process. */
export async function startServer(options: TestOptions = {}): Promise<TestServer> {
  const folder = await folderFor(options);
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

let shared: Promise<TestServer> | undefined;

/**
 * Returns the server that the test files of a worker share, one after the other. Each file creates its own tenants,
 * and does not change the platform. The server ends with the worker. Tests of settings, restarts or the platform
 * start their own server.
 */
export async function sharedServer(): Promise<TestServer> {
  shared ??= startServer();
  return { ...(await shared), stop: async () => {} };
}

/** Signs in as the browser does, by default as the administrator. */
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
