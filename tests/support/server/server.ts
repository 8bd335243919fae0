import { type App, createApp } from '../../../server/app.ts';
import { type Config, loadConfig } from '../../../server/platform/config.ts';
import { type Client, createClient } from '../calls/client.ts';
import { databaseUrl, EXTERNAL } from './external.ts';
import { dataFolder, demoFolder, memoryFolder } from './folders.ts';
import { freePort, isPortFree } from './port.ts';
import { findTemplate } from './templates.ts';

export { ApiFailure, type Client } from '../calls/client.ts';
export { dataFolder, startedFolder } from './folders.ts';

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

let onePort: Promise<number> | undefined;

/** From now on servers of this process follow each other at one port, where it is free: a browser knows it again. */
export function stayAtOnePort(): void {
  onePort ??= freePort();
}

async function nextPort(): Promise<number> {
  const port = (await onePort) ?? 0;
  return (await isPortFree(port)) ? port : 0;
}

/** A server over a folder that outlives it: `stop` ends the server and leaves the folder. */
export async function startOn(dataDir: string, options: TestOptions = {}): Promise<TestServer> {
  const env = { WATTDECK_PORT: String(await nextPort()), ...options.env };
  const config = loadConfig(testEnv(dataDir, { ...options, env }));
  const app = await createApp(config);
  const { url, mqttPort, accounts } = app;
  return { url, admin: ADMIN, mqttPort: mqttPort ?? 0, config, accounts, app, stop: () => app.close() };
}

/** The demo comes with other tenants than an empty platform: neither begins with a copy of the other. */
async function folderFor({ demo, fresh, env }: TestOptions) {
  if (fresh) return dataFolder();
  if (demo) return demoFolder();
  return memoryFolder(env?.DATABASE_URL ? undefined : await findTemplate('empty'));
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
