/** Counts the messages that the server sends to PostgreSQL and waits for. Each costs a round trip. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WAIT_MS } from '../server/patience.ts';

let sent = 0;

/** Number of attempts. Background work also sends messages, so the smallest count is the one of the request. */
const TRIES = 5;
const QUIET_MS = 100;

/** Notifications of other processes do not count. They are sent after the answer, for many writes together. */
const isIgnored = ([query]: readonly unknown[]): boolean =>
  typeof query === 'string' && query.includes('pg_notify');

function countQueries(): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    if (!isIgnored(args)) sent += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

/**
 * Waits until no message was sent for a moment. Work of previous tests in the same process has then ended.
 */
async function settle(): Promise<void> {
  const end = Date.now() + WAIT_MS;
  let before: number;
  do {
    before = sent;
    await sleep(QUIET_MS);
  } while (sent !== before && Date.now() < end);
}

/** Counts the messages of one request, including `begin` and `commit`. Each call of `run` sends one such request. */
export async function countMessages(run: () => Promise<unknown>): Promise<number> {
  const stop = countQueries();
  try {
    const counts: number[] = [];
    for (let tried = 0; tried < TRIES; tried += 1) {
      await settle();
      const before = sent;
      await run();
      counts.push(sent - before);
    }
    return Math.min(...counts);
  } finally {
    stop();
  }
}
