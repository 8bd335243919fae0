import './platform/languagePacks.ts';
import { mkdir } from 'node:fs/promises';
import { calls } from './calls/index.ts';
import { mountIntake } from './connectors/http/intake.ts';
import { mqttPorts } from './connectors/mqtt/peers/ports.ts';
import { mountAutomationCalls } from './engine/automations/call.ts';
import { mountCalendarFeeds } from './engine/calendarFeeds/open.ts';
import type { Services, StartAccount } from './engine/context.ts';
import { serveAction } from './engine/mapping/index.ts';
import { mountRecordLinks } from './engine/publicLinks/open.ts';
import { studioTables } from './engine/studio/live.ts';
import { createHttp, type Http } from './http/index.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/db/connect/open.ts';
import type { Database } from './platform/db/index.ts';
import { createLogger } from './platform/log.ts';
import { checkPorts, type Listening, portFault } from './platform/ports.ts';
import { StartError } from './platform/startError.ts';
import { checkReach, findRunAs, giveUpRoot } from './runAs.ts';
import { createServices, startSources } from './services.ts';
import { mountLinks } from './sites/boards/shareLinkAccess.ts';
import { startLinks } from './sites/channels/index.ts';

export interface App {
  url: string;
  port: number;
  /** The port of the built-in MQTT listener. Null with an external broker. */
  mqttPort: number | null;
  db: Database;
  services: Services;
  accounts: readonly StartAccount[];
  /**
   * Stops accepting requests, finishes the running ones, and then stops the sources, the services and the
   * database.
   */
  close(): Promise<void>;
  /** For an exit without waiting. Stops the database at once, which then recovers at the next start. */
  kill(): void;
}

const DRAIN_MS = 10_000;

/** Stores the started parts and stops them in reverse order. If a part fails to stop, the others are stopped anyway. */
function createStack(onError: (name: string, error: unknown) => void) {
  const parts: [string, () => Promise<void>][] = [];
  return {
    add: (name: string, stop: () => Promise<void>): void => void parts.push([name, stop]),
    async unwind(): Promise<void> {
      for (let part = parts.pop(); part; part = parts.pop()) {
        const [name, stop] = part;
        await stop().catch((error) => onError(name, error));
      }
    },
  };
}

const httpPort = ({ host, port }: Pick<Config, 'host' | 'port'>): Listening => ({
  ...{ name: 'port', host, port },
  setting: 'WATTDECK_PORT',
});

async function listenHttp(
  { app }: Http,
  { host, port, tls }: Config,
): Promise<{ url: string; port: number }> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw portFault(error as NodeJS.ErrnoException, httpPort({ host, port }));
  }
  const address = app.server.address();
  if (!address || typeof address === 'string')
    throw new StartError(`the server does not listen on ${host}:${port}`);
  const everywhere = address.address === '::' || address.address === '0.0.0.0';
  const name = everywhere
    ? '127.0.0.1'
    : address.family === 'IPv6'
      ? `[${address.address}]`
      : address.address;
  return { url: `${tls ? 'https' : 'http'}://${name}:${address.port}`, port: address.port };
}

/** Starts everything. `onLost` is called if the embedded database cannot be kept running. */
export async function createApp(config: Config, onLost: (error: Error) => void = () => {}): Promise<App> {
  const log = createLogger(config.logLevel);
  const stack = createStack((name, error) => log.error('a part did not stop', { name, error }));
  try {
    await mkdir(config.dataDir, { recursive: true, mode: 0o711 }).catch((error: NodeJS.ErrnoException) => {
      throw new StartError(`the data folder ${config.dataDir} cannot be made (${error.code})`);
    });
    const runAs = await findRunAs(config.user, config.dataDir);
    if (runAs) await checkReach(runAs, config.dataDir);
    const opened = await openDatabase(config, log, onLost, studioTables, runAs);
    stack.add('embedded database', opened.stop);
    stack.add('database', opened.db.close);
    // The first start prints its passwords only once. All ports are therefore checked first.
    await checkPorts([httpPort(config), ...mqttPorts(config)]);
    const services = await createServices({ config, db: opened.db, log }, stack.add);
    const http = await createHttp(services, { calls, serveAction }, [
      mountIntake,
      mountLinks,
      mountRecordLinks,
      mountCalendarFeeds,
      mountAutomationCalls,
    ]);
    stack.add('http', () => http.app.close());
    const sources = await startSources(services, stack.add);
    const { url, port } = await listenHttp(http, config);
    if (config.roles.has('jobs'))
      stack.add('links', startLinks(services, [port, sources.mqttPort ?? port]).close);
    stack.add('requests', () => http.drain(DRAIN_MS));
    if (runAs) giveUpRoot(runAs, config.dataDir);
    else if (process.geteuid?.() === 0) log.warn('the server runs as root; WATTDECK_USER names an account');
    let closing: Promise<void> | null = null;
    return {
      url,
      port,
      mqttPort: sources.mqttPort,
      db: opened.db,
      services,
      accounts: services.identity.startAccounts(),
      close() {
        closing ??= stack.unwind();
        return closing;
      },
      kill: opened.kill,
    };
  } catch (error) {
    await stack.unwind();
    throw error;
  }
}
