/** Names that only one process can have at a time. They are advisory locks of one connection and end with it. */
import type { Logger } from '../../log.ts';
import { gauge } from '../../metrics.ts';
import type { Target } from '../connect/connect.ts';
import {
  isIdle,
  type LeaseBook,
  type LeaseEffect,
  type LeaseEvent,
  listLeaseNames,
  stepLeases,
  type Wish,
} from './leaseBook.ts';
import { createLeaseConnection } from './leaseConnection.ts';

export interface Lease {
  /** Aborts if the lease is lost without a release. Another process may have acquired the lease since. */
  lost: AbortSignal;
  release(): Promise<void>;
}

export interface Leases {
  /** Resolves when no other process has the name. Null if `signal` aborts the wait. */
  take(name: string, signal: AbortSignal): Promise<Lease | null>;
  close(): Promise<void>;
}

interface LeaseWish extends Wish {
  lost: AbortController;
  done(lease: Lease | null): void;
}

/**
 * Interval in ms between requests for a lease. After a crash of the holder, another process takes over within this
 * time.
 */
const POLL_MS = 2_000;

const heldGauge = gauge('wattdeck_lease_held', 'Work that this process does for all', ['name']);

/** Asks when a request arrives, then every two seconds while needed. Only one query runs at a time. */
function createQuestions(poll: () => Promise<void>, isNeeded: () => boolean) {
  let timer: NodeJS.Timeout | null = null;
  let polling: Promise<void> | null = null;
  /** True if a request arrived during a query. */
  let more = false;
  let closed = false;

  function pollIn(ms: number): void {
    if (closed) return;
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      more = false;
      polling = poll().finally(() => {
        polling = null;
        if (isNeeded()) pollIn(more ? 0 : POLL_MS);
      });
    }, ms);
  }

  return {
    soon(): void {
      more = true;
      if (!polling) pollIn(0);
    },
    /** Waits for the current query. */
    async close(): Promise<void> {
      closed = true;
      if (timer) clearTimeout(timer);
      await polling;
    },
  };
}

export function createLeases(target: Target, log: Logger): Leases {
  let book: LeaseBook<LeaseWish> = { waiting: [], holding: [] };
  let closed = false;
  const connection = createLeaseConnection(target, () => void dispatch({ type: 'lost' }));

  /**
   * Applies an event. The book is updated when this function returns. The promise covers the actions in the
   * database.
   */
  async function dispatch(event: LeaseEvent<LeaseWish>): Promise<void> {
    const [next, effects] = stepLeases(book, event);
    book = next;
    await Promise.all(effects.map(act));
  }

  async function act(effect: LeaseEffect<LeaseWish>): Promise<void> {
    if (effect.do === 'unlock') {
      heldGauge.set({ name: effect.name }, 0);
      return connection.unlock(effect.name);
    }
    const { wish } = effect;
    if (effect.do === 'refuse') return wish.done(null);
    heldGauge.set({ name: wish.name }, effect.do === 'grant' ? 1 : 0);
    if (effect.do === 'grant')
      return wish.done({ lost: wish.lost.signal, release: () => dispatch({ type: 'released', wish }) });
    if (!closed) log.warn('a lease was lost with its connection', { name: wish.name });
    wish.lost.abort();
  }

  /** Requests all wanted names in one query. Without names, it only tests the connection. */
  async function poll(): Promise<void> {
    const names = listLeaseNames(book);
    if (names.length === 0 && book.holding.length === 0) return;
    try {
      await dispatch({ type: 'answered', taken: await connection.tryLocks(names) });
    } catch (error) {
      if (!closed) log.debug('leases could not be asked for', { error: String(error) });
    }
  }

  const questions = createQuestions(poll, () => !isIdle(book));

  return {
    take(name, signal) {
      if (closed || signal.aborted) return Promise.resolve(null);
      return new Promise((resolve) => {
        const leave = (): void => void dispatch({ type: 'left', wish });
        const wish: LeaseWish = {
          name,
          lost: new AbortController(),
          done(lease) {
            signal.removeEventListener('abort', leave);
            resolve(lease);
          },
        };
        signal.addEventListener('abort', leave);
        void dispatch({ type: 'wished', wish });
        questions.soon();
      });
    },
    async close() {
      closed = true;
      await questions.close();
      await dispatch({ type: 'closed' });
      await connection.close();
    },
  };
}
