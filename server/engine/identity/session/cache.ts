import { LRUCache } from 'lru-cache';
import type { LiveSession } from './sessions.ts';

/** Maximum age in ms of cached rights, for the case of a lost notification. */
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
 * Caches sessions with their rights for up to ten seconds. An entry is the promise of the read, so simultaneous
 * requests share one read. If an entry is invalidated during the read, the result is not cached.
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
        // Missing sessions are not cached, so that invented ids cannot fill the memory.
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
      // Entries that are still being read may belong to this user.
      for (const [id, entry] of entries) {
        if (entry.userId === userId || entry.userId === null) entries.delete(id);
      }
    },
    clear: () => entries.clear(),
  };
}
