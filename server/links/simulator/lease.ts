import type pg from 'pg';
import type { Database } from '../../db/index.ts';

/** Any number, the same in every server: who holds it feeds the simulated sites. */
const LOCK_KEY = 7_203_051_130;
const ASK_AGAIN_MS = 15_000;

async function lease_take(db: Database): Promise<pg.PoolClient | null> {
  const client = await db.pool.connect();
  try {
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
      LOCK_KEY,
    ]);
    if (rows[0]?.held) return client;
    client.release();
    return null;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Resolves after the time, or at once when the signal says so. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });
}

/**
 * Works while this process is the one that holds the lease: of several servers on one database exactly one does.
 * With its connection it loses the lease; the work is then told to stop, and the lease is asked for again.
 */
export async function lease_work(
  db: Database,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const client = await lease_take(db);
      if (client) {
        const lost = new AbortController();
        client.once('error', () => lost.abort());
        await work(AbortSignal.any([signal, lost.signal])).finally(() => client.release(true));
      }
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await wait(ASK_AGAIN_MS, signal);
  }
}
