/** Leases for many objects of one kind, such as stations or channels. Each object is handled by one process. */
import type { Database } from '../db/index.ts';
import type { Lease } from '../db/lease/leases.ts';

interface Held {
  stop: AbortController;
  lease: Lease | null;
}

export interface LeaseSet {
  /** Requests the leases of these items and releases all others. Returns the items whose leases this process has. */
  take(keys: readonly string[]): Set<string>;
  close(): Promise<void>;
}

/** `kind` is the prefix of each lease's name. `onChange` is called when a lease was gained or lost. */
export function createLeaseSet(db: Pick<Database, 'lease'>, kind: string, onChange: () => void): LeaseSet {
  const held = new Map<string, Held>();

  async function wish(key: string): Promise<void> {
    const entry: Held = { stop: new AbortController(), lease: null };
    held.set(key, entry);
    const lease = await db.lease(`${kind} ${key}`, entry.stop.signal);
    if (!lease) return;
    if (held.get(key) !== entry) return lease.release();
    entry.lease = lease;
    lease.lost.addEventListener('abort', () => {
      if (held.get(key) !== entry) return;
      held.delete(key);
      onChange();
    });
    onChange();
  }

  async function drop(key: string): Promise<void> {
    const entry = held.get(key);
    held.delete(key);
    entry?.stop.abort();
    await entry?.lease?.release();
  }

  return {
    take(keys) {
      const wanted = new Set(keys);
      for (const key of [...held.keys()]) if (!wanted.has(key)) void drop(key);
      for (const key of keys) if (!held.has(key)) void wish(key);
      return new Set(keys.filter((key) => held.get(key)?.lease));
    },
    async close() {
      await Promise.all([...held.keys()].map(drop));
    },
  };
}
