/** Counts the messages that the server sends to PostgreSQL and waits for: each costs a round trip. */
import pg from 'pg';

let sent = 0;

/** Work in the background sends some, too: the smallest of so many counts is that of the request alone. */
const TRIES = 5;

/** Other processes are told beside the answer, and of many writes at once. */
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

/** The messages of one request, `begin` and `commit` with them; `run` makes one of its kind each time it is called. */
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
