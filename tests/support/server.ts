import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../server/app.ts';
import { type Config, loadConfig } from '../../server/config.ts';
import { type Client, createClient } from './client.ts';

export { ApiFailure, type Client } from './client.ts';

export interface TestServer {
  url: string;
  admin: { username: string; password: string };
  mqttPort: number;
  config: Config;
  app: App;
  stop(): Promise<void>;
}

export interface TestOptions {
  /** Demo tenants, people and stations; off unless asked for. */
  demo?: boolean;
  env?: Readonly<Record<string, string>>;
}

export const ADMIN = { username: 'admin', password: 'admin-password' };

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
    ...env,
  };
}

/** A folder below /tmp that is gone after the test. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'wattdeck-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** A whole server with its own embedded PostgreSQL, in this process. */
export async function startServer(options: TestOptions = {}): Promise<TestServer> {
  const folder = await dataFolder();
  const config = loadConfig(testEnv(folder.path, options));
  try {
    const app = await createApp(config);
    return {
      url: app.url,
      admin: ADMIN,
      mqttPort: app.mqttPort ?? 0,
      config,
      app,
      async stop() {
        await app.close();
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
): Promise<Client> {
  const client = createClient(server.url);
  await client.signIn(username, password);
  return client;
}
