import { LRUCache } from 'lru-cache';
import type { LiveSession } from './sessions.ts';

/** The time for which rights may lag behind after a notification got lost, in ms. */
export const CACHE_MS = 10_000;
const MAX_ENTRIES = 20_000;

interface Entry {
  until: number;
  session: Promise<LiveSession | null>;
  userId: number | null;
}

export interface SessionCache {
  get(id: string): Promise<LiveSession | null>;
  drop(id: string): void;
  dropUser(userId: number): void;
  clear(): void;
}

/**
 * Sessions with their rights, read at most every ten seconds. An entry is the reading itself: requests that
 * come at once share it, and a reading that was dropped while it ran is never kept.
 */
export function createSessionCache(
  load: (id: string) => Promise<LiveSession | null>,
  now: () => number = Date.now,
): SessionCache {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  const fresh = (id: string): Entry => {
    const entry: Entry = { until: now() + CACHE_MS, session: load(id), userId: null };
    entries.set(id, entry);
    entry.session.then(
      (session) => {
        entry.userId = session?.userId ?? null;
        // A session that isn't there is asked for again: an invented id must not fill the memory.
        if (!session && entries.get(id) === entry) entries.delete(id);
      },
      () => {
        if (entries.get(id) === entry) entries.delete(id);
      },
    );
    return entry;
  };
  return {
    async get(id) {
      const remembered = entries.get(id);
      const entry = remembered && remembered.until > now() ? remembered : fresh(id);
      const session = await entry.session;
      return session && session.expiresAt > now() ? session : null;
    },
    drop: (id) => void entries.delete(id),
    dropUser(userId) {
      // A session that is still being read may be this user's.
      for (const [id, entry] of entries) {
        if (entry.userId === userId || entry.userId === null) entries.delete(id);
      }
    },
    clear: () => entries.clear(),
  };
}
