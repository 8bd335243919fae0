/** Leases for many objects of one kind, such as stations or channels. Each object is handled by one process. */
import type { Database } from '../db/index.ts';
import type { Lease } from '../db/lease/leases.ts';

interface Entry {
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
  const entries = new Map<string, Entry>();

  async function wish(key: string): Promise<void> {
    const entry: Entry = { stop: new AbortController(), lease: null };
    entries.set(key, entry);
    const lease = await db.lease(`${kind} ${key}`, entry.stop.signal);
    if (!lease) return;
    if (entries.get(key) !== entry) return lease.release();
    entry.lease = lease;
    lease.lost.addEventListener('abort', () => {
      if (entries.get(key) !== entry) return;
      entries.delete(key);
      onChange();
    });
    onChange();
  }

  async function drop(key: string): Promise<void> {
    const entry = entries.get(key);
    entries.delete(key);
    entry?.stop.abort();
    await entry?.lease?.release();
  }

  return {
    take(keys) {
      const expected = new Set(keys);
      for (const key of [...entries.keys()]) if (!expected.has(key)) void drop(key);
      for (const key of keys) if (!entries.has(key)) void wish(key);
      return new Set(keys.filter((key) => entries.get(key)?.lease));
    },
    async close() {
      await Promise.all([...entries.keys()].map(drop));
    },
  };
}
