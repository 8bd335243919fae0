/** Names that one process at a time holds: advisory locks of one connection, which end with it. */
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { gauge } from '../metrics.ts';
import { openClient, type Target } from './connect.ts';

export interface Lease {
  /** Fires when the lease is gone without having been given back: another process may hold it by now. */
  lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /** Resolves once no other process holds the name; null when `signal` ends the waiting before. */
  take(name: string, signal: AbortSignal): Promise<Lease | null>;
  close(): Promise<void>;
}

interface Waiting {
  name: string;
  done(lease: Lease | null): void;
}

/** How soon another process takes over from one that died. */
const ASK_MS = 2_000;
/**
 * A holder that hears nothing from the database gives up before the database does: it asks every two seconds and waits
 * ten for an answer, while the database needs some thirty to take a silent connection for dead.
 */
const ANSWER_MS = 10_000;
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

const held = gauge('wattdeck_lease_held', 'Work that this process does for all', ['name']);

/** The text whose hash is the advisory lock of a name. */
export const leaseKey = (name: string): string => `wattdeck ${name}`;

function answerWithin<T>(answer: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

export function createLeases(target: Target, log: Logger): Leases {
  let client: pg.Client | null = null;
  let waiting: Waiting[] = [];
  const holding = new Map<string, AbortController>();
  let timer: NodeJS.Timeout | null = null;
  let asking: Promise<void> | null = null;
  /** Somebody came while a question was under way. */
  let more = false;
  let closed = false;

  const drop = (gone: pg.Client): void => {
    if (client !== gone) return;
    client = null;
    for (const [name, lost] of holding) {
      log.warn('a lease was lost with its connection', { name });
      held.set({ name }, 0);
      lost.abort();
    }
    holding.clear();
    gone.end().catch(() => {});
  };

  async function connected(): Promise<pg.Client> {
    if (client) return client;
    const next = openClient(target, KEEPALIVE);
    next.on('error', () => drop(next));
    next.on('end', () => drop(next));
    await next.connect();
    client = next;
    return next;
  }

  const grant = (name: string): Lease => {
    const lost = new AbortController();
    holding.set(name, lost);
    held.set({ name }, 1);
    return {
      lost: lost.signal,
      async release() {
        if (holding.get(name) !== lost) return;
        holding.delete(name);
        held.set({ name }, 0);
        const current = client;
        await current
          ?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [leaseKey(name)])
          .catch(() => drop(current));
      },
    };
  };

  /** Asks once for all names that are wanted; with none it only shows that the connection lives. */
  async function ask(): Promise<void> {
    const names = [...new Set(waiting.map(({ name }) => name))].filter((name) => !holding.has(name));
    if (names.length === 0 && holding.size === 0) return;
    let current: pg.Client | null = null;
    try {
      current = await connected();
      const { rows } = await answerWithin(
        current.query<{ taken: boolean }>(
          `select pg_try_advisory_lock(hashtextextended(key, 0)) as taken
             from unnest($1::text[]) with ordinality as wanted(key, no) order by no`,
          [names.map(leaseKey)],
        ),
        ANSWER_MS,
      );
      if (client !== current) return;
      for (const [at, name] of names.entries()) {
        if (!rows[at]?.taken) continue;
        const lucky = waiting.find((one) => one.name === name);
        waiting = waiting.filter((one) => one !== lucky);
        const lease = grant(name);
        if (lucky) lucky.done(lease);
        else await lease.release();
      }
    } catch (error) {
      if (!closed) log.debug('leases could not be asked for', { error: String(error) });
      if (current) drop(current);
    }
  }

  function soon(ms: number): void {
    if (closed) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      more = false;
      asking ??= ask().finally(() => {
        asking = null;
        if (waiting.length > 0 || holding.size > 0) soon(more ? 0 : ASK_MS);
      });
    }, ms);
  }

  return {
    take(name, signal) {
      if (closed || signal.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const one: Waiting = {
          name,
          done(lease) {
            signal.removeEventListener('abort', leave);
            resolve(lease);
          },
        };
        const leave = (): void => {
          waiting = waiting.filter((other) => other !== one);
          one.done(null);
        };
        signal.addEventListener('abort', leave);
        waiting.push(one);
        more = true;
        if (!asking) soon(0);
      });
    },
    async close() {
      closed = true;
      if (timer) clearTimeout(timer);
      await asking;
      for (const one of waiting.splice(0)) one.done(null);
      const last = client;
      client = null;
      for (const [name, lost] of holding) {
        held.set({ name }, 0);
        lost.abort();
      }
      holding.clear();
      await last?.end().catch(() => {});
    },
  };
}
