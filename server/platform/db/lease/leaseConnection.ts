/**
 * The connection whose advisory locks are the leases of this process. It opens on demand, and closes if the database
 * does not respond.
 */
import type pg from 'pg';
import { openClient, type Target } from '../connect/connect.ts';

export interface LeaseConnection {
  /**
   * Returns the names that this process now holds. Without names, it only tests the connection. Throws if the database
   * does not respond.
   */
  tryLocks(names: readonly string[]): Promise<string[]>;
  unlock(name: string): Promise<void>;
  /** Ends the connection without calling `onLost`. */
  close(): Promise<void>;
}

/**
 * A holder must give up a lease before the database releases the lock. The holder asks every two seconds and waits ten
 * seconds. The database drops a silent connection after about thirty seconds.
 */
const ANSWER_MS = 10_000;
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

/** Returns the text whose hash is the advisory lock of a name. */
export const leaseKey = (name: string): string => `wattdeck ${name}`;

function answerWithin<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

export function createLeaseConnection(target: Target, onLost: () => void): LeaseConnection {
  let client: pg.Client | null = null;
  /** Settles after the last query on the connection, because the driver accepts one query at a time. */
  let answered: Promise<unknown> = Promise.resolve();

  function queryInTurn<T>(query: () => Promise<T>): Promise<T> {
    const answer = answered.then(query);
    answered = answer.catch(() => {});
    return answer;
  }

  const drop = (gone: pg.Client): void => {
    if (client !== gone) return;
    client = null;
    onLost();
    gone.end().catch(() => {});
  };

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const next = openClient(target, KEEPALIVE);
    next.on('error', () => drop(next));
    next.on('end', () => drop(next));
    await next.connect();
    client = next;
    answered = Promise.resolve();
    return next;
  }

  return {
    async tryLocks(names) {
      const current = await connected();
      const question = queryInTurn(() =>
        current.query<{ taken: boolean }>(
          `select pg_try_advisory_lock(hashtextextended(key, 0)) as taken
             from unnest($1::text[]) with ordinality as wanted(key, no) order by no`,
          [names.map(leaseKey)],
        ),
      );
      try {
        const { rows } = await answerWithin(question, ANSWER_MS);
        // A dropped connection has lost its locks.
        return client === current ? names.filter((_, index) => rows[index]?.taken) : [];
      } catch (error) {
        drop(current);
        throw error;
      }
    },
    async unlock(name) {
      const current = client;
      if (!current) return;
      await queryInTurn(() =>
        current.query('select pg_advisory_unlock(hashtextextended($1, 0))', [leaseKey(name)]),
      ).catch(() => drop(current));
    },
    async close() {
      const last = client;
      client = null;
      await last?.end().catch(() => {});
    },
  };
}
