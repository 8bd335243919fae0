/**
 * The process that remains root when the server switches its account (`WATTDECK_USER`). It starts and stops the
 * embedded database, which runs as a third account. It accepts only these two commands, and only from the server that
 * forked it.
 */
import type { LogLevel } from '../../config.ts';
import { createLogger } from '../../log.ts';
import { StartError } from '../../startError.ts';
import { sendToParent } from '../../worker/sendToParent.ts';
import type { Connection } from '../connect/connect.ts';
import type { Account } from './account.ts';
import { startEmbedded } from './index.ts';

export interface KeeperOrder {
  dataDir: string;
  logLevel: LogLevel;
  /** The account under which the server continues. */
  server: Account;
}

export type KeeperNews =
  | { kind: 'started'; connection: Connection; pid: number | undefined }
  | { kind: 'failed'; message: string; isStartError: boolean }
  | { kind: 'lost'; message: string };

const report = (news: KeeperNews): void => sendToParent(news);

async function runDatabase({ dataDir, logLevel, server }: KeeperOrder): Promise<void> {
  const lost = (error: Error): void => report({ kind: 'lost', message: error.message });
  const starting = startEmbedded(dataDir, createLogger(logLevel), lost, { server });
  // The server has ended, normally or by a crash. Its database is then stopped too.
  process.once('disconnect', () => {
    starting
      .then((database) => database.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  });
  const database = await starting;
  report({ kind: 'started', connection: database.connection, pid: database.pid() });
}

// Ctrl-C reaches every process of the terminal. The server decides when the database stops.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.once('message', (order: KeeperOrder) => {
  runDatabase(order).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    report({ kind: 'failed', message, isStartError: error instanceof StartError });
    process.disconnect();
  });
});
