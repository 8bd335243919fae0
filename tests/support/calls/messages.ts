/** Counts the messages that the server sends to PostgreSQL and waits for. Each costs a round trip. */
import pg from 'pg';

let sent = 0;

/** Number of attempts. Background work also sends messages, so the smallest count is the one of the request. */
const TRIES = 5;

/** Notifications of other processes do not count. They are sent after the answer, for many writes together. */
const isTold = ([query]: readonly unknown[]): boolean =>
  typeof query === 'string' && query.includes('pg_notify');

function hearMessages(): () => void {
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    if (!isTold(given)) sent += 1;
    return Reflect.apply(query, this, given);
  } as typeof query;
  return () => {
    pg.Client.prototype.query = query;
  };
}

/** Counts the messages of one request, including `begin` and `commit`. Each call of `run` sends one such request. */
export async function countMessages(run: () => Promise<unknown>): Promise<number> {
  const stop = hearMessages();
  try {
    const counts: number[] = [];
    for (let tried = 0; tried < TRIES; tried += 1) {
      const before = sent;
      await run();
      counts.push(sent - before);
    }
    return Math.min(...counts);
  } finally {
    stop();
  }
}
