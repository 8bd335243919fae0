import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../startError.ts';
import type { EmbeddedDatabase } from './index.ts';
import type { KeeperNews, KeeperOrder } from './keeper.ts';

const KEEPER = fileURLToPath(new URL('./keeper.ts', import.meta.url));

/** Waits for the first message of the keeper. Throws if the database has not started. */
async function awaitStart(keeper: ChildProcess): Promise<KeeperNews & { kind: 'started' }> {
  const news = await new Promise<KeeperNews>((resolve) => {
    keeper.once('message', (first: KeeperNews) => resolve(first));
    keeper.once('exit', (code) =>
      resolve({ kind: 'failed', message: `its keeper ended (${code})`, isStartError: false }),
    );
  });
  if (news.kind === 'started') return news;
  throw news.kind === 'failed' && news.isStartError
    ? new StartError(news.message)
    : new Error(`the database does not start: ${news.message}`);
}

/**
 * Starts the embedded database for a server that will give up root. A separate process keeps the right to start and
 * stop the database. `onLost` is called if the database or the keeper ends unexpectedly. Throws the errors of
 * `startEmbedded`.
 */
export async function startKept(
  order: KeeperOrder,
  onLost: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const keeper = fork(KEEPER, [], { execArgv: process.execArgv });
  keeper.send(order);
  const { connection, pid } = await awaitStart(keeper);
  let isStopping = false;
  const lose = (message: string): void => {
    if (!isStopping) onLost(new Error(message));
  };
  keeper.on('message', (news: KeeperNews) => {
    if (news.kind === 'lost') lose(news.message);
  });
  keeper.once('exit', (code) => lose(`its keeper ended (${code})`));
  const release = (): void => {
    isStopping = true;
    if (keeper.connected) keeper.disconnect();
  };
  return {
    connection,
    pid: () => pid,
    async stop() {
      const ended = keeper.exitCode === null && keeper.signalCode === null ? once(keeper, 'exit') : null;
      release();
      await ended;
    },
    kill: release,
  };
}
