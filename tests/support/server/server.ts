import { applyDefinitions } from '../../../runtime/core/definitions/registry.ts';
import { STUDIO_FOLDERS } from '../../../runtime/core/definitions/studioKinds.ts';
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
  /** With its embedded PostgreSQL: for tests of just that. */
  embedded?: boolean;
  env?: Readonly<Record<string, string>>;
}

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
    ...(isInRun(dataDir) && { DATABASE_URL: databaseUrl(dataDir) }),
    ...env,
  };
}

let keptPorts: readonly Promise<number>[] = [];

/**
 * From now on servers of this process follow each other at the same ports, one for the server that files share and one
 * for their own: a browser knows them again.
 */
export function keepPorts(): void {
  keptPorts = [freePort(), freePort()];
}

async function nextPort(): Promise<number> {
  for (const port of await Promise.all(keptPorts)) if (await isPortFree(port)) return port;
  return 0;
}

/** The definitions that a server has applied are known to its whole process, and so to the server that files share. */
function forgetApplied(): void {
  for (const kind of [...Object.values(STUDIO_FOLDERS), 'operations'] as const) applyDefinitions(kind, {});
}

/** A server over a folder that outlives it: `stop` ends the server and leaves the folder. */
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

/** The demo comes with other tenants than an empty platform: neither begins with a copy of the other. */
async function folderFor({ demo, fresh, embedded, env }: TestOptions): Promise<Folder> {
  if (env?.DATABASE_URL) return bareFolder();
  if (embedded) return fresh ? embeddedFolder() : startedEmbedded();
  if (fresh) return dataFolder();
  return demo ? demoFolder() : startedFolder();
}

/** A whole server with its own database, in this process. */
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
 * The server that the test files of a worker share, one after the other: each makes tenants of its own in it, and leaves
 * the platform as it was. It ends with the worker. Tests of settings, restarts or the platform start their own.
 */
export async function sharedServer(): Promise<TestServer> {
  shared ??= startServer();
  return { ...(await shared), stop: async () => {} };
}

/** Signs in the way the browser does; the administrator by default. */
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
