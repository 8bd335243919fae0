/** Strategies are carried out by one process for each station; another takes over when that one ends or dies. */
import type { Services } from '../../engine/context.ts';
import type { Lease } from '../../platform/db/leases.ts';
import { every, type RepeatedWork } from '../../platform/timers/every.ts';
import { type SteerParts, steerStations } from './steer.ts';

const EVERY_MS = 15_000;
/** All that is told within this time wakes the controller once: a cycle tells of each station that turns. */
const WAKE_MS = 500;

interface Held {
  stop: AbortController;
  lease: Lease | null;
}

/** The leases of stations that this process has or waits for. */
function createStationLeases(db: Pick<Services['db'], 'lease'>, onTaken: () => void) {
  const held = new Map<string, Held>();

  async function wish(key: string): Promise<void> {
    const entry: Held = { stop: new AbortController(), lease: null };
    held.set(key, entry);
    const lease = await db.lease(`strategy ${key}`, entry.stop.signal);
    if (!lease) return;
    if (held.get(key) !== entry) return lease.release();
    entry.lease = lease;
    lease.lost.addEventListener('abort', () => {
      if (held.get(key) === entry) held.delete(key);
    });
    onTaken();
  }

  async function drop(key: string): Promise<void> {
    const entry = held.get(key);
    held.delete(key);
    entry?.stop.abort();
    await entry?.lease?.release();
  }

  return {
    /** Waits for the leases of these stations and gives back all others; answers which of them this process has. */
    take(keys: readonly string[]): Set<string> {
      const wanted = new Set(keys);
      for (const key of [...held.keys()]) if (!wanted.has(key)) void drop(key);
      for (const key of keys) if (!held.has(key)) void wish(key);
      return new Set(keys.filter((key) => held.get(key)?.lease));
    },
    async close(): Promise<void> {
      await Promise.all([...held.keys()].map(drop));
    },
  };
}

export function startStrategies(parts: SteerParts): Pick<RepeatedWork, 'close'> {
  const { db, hub, log } = parts;
  const leases = createStationLeases(db, () => work.wake());
  const work = every(log, 'strategies', EVERY_MS, () => steerStations(parts, Date.now(), leases.take));
  // Somebody who issues, suspends or stops a strategy does not wait for the next round.
  let waking: NodeJS.Timeout | null = null;
  const unsubscribe = hub.subscribe((event) => {
    if (event.type !== 'entity' || event.entity !== 'strategyConfig') return;
    waking ??= setTimeout(() => {
      waking = null;
      work.wake();
    }, WAKE_MS);
  });
  return {
    async close() {
      unsubscribe();
      if (waking) clearTimeout(waking);
      await work.close();
      await leases.close();
    },
  };
}
