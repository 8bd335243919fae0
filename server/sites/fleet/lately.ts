/**
 * Caches figures of many stations for all users with the same view. They are refreshed every ten seconds while a user
 * requests them. Many screens therefore cost as much as one. A small fleet is computed for each request.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { changesSql } from '../../engine/entities/list/countQuestion.ts';
import type { ScopedDatabase } from '../../platform/db/index.ts';
import type { FleetContext, FleetStation } from './stations.ts';

/** Minimum number of stations for the cache. Their computation takes some tenths of a second. */
export const MANY_STATIONS = 200;
/** Age in ms after which figures are refreshed in the background. */
const FRESH_MS = 10_000;
/** Maximum age in ms of returned figures. */
const LATE_MS = 30_000;
const MAX_FIGURES = 500;

interface Cached {
  value?: unknown;
  at: number;
  /** The current computation. */
  next: Promise<unknown> | null;
}

interface Memory {
  figures: LRUCache<string, Cached>;
  /**
   * Resolves with the last background computation. Background computations run one after another, so that requests are
   * not delayed.
   */
  turn: Promise<unknown>;
}

const memories = new WeakMap<ScopedDatabase, Memory>();

function memoryOf(db: ScopedDatabase): Memory {
  const known = memories.get(db) ?? { figures: new LRUCache({ max: MAX_FIGURES }), turn: Promise.resolve() };
  memories.set(db, known);
  return known;
}

/** Computes and caches the result. After an error, the cached result remains. */
async function count<T>(cached: Cached, read: () => Promise<T>): Promise<T> {
  try {
    const at = Date.now();
    const value = await read();
    Object.assign(cached, { value, at });
    return value;
  } finally {
    cached.next = null;
  }
}

/** Returns a recent result. `key` contains everything that determines the result, except newer points. */
export async function readLately<T>(db: ScopedDatabase, key: string, read: () => Promise<T>): Promise<T> {
  const memory = memoryOf(db);
  const cached = memory.figures.get(key) ?? { at: Number.NEGATIVE_INFINITY, next: null };
  memory.figures.set(key, cached);
  const age = Date.now() - cached.at;
  if (age <= FRESH_MS) return cached.value as T;
  if (age > LATE_MS) {
    cached.next ??= count(cached, read);
    return (await cached.next) as T;
  }
  if (!cached.next) {
    cached.next = memory.turn.then(() => count(cached, read));
    // The error is reported to a later request.
    memory.turn = cached.next.catch(() => undefined);
  }
  return cached.value as T;
}

/** In every time zone, days begin at a full quarter of an hour. The current day is part of the figures. */
const QUARTER_MS = 15 * 60_000;

const DECIDING = ['station', 'device', 'deviceVariable'] as const;

/**
 * Returns a cache key. It depends on everything that determines the stations' figures and the caller's view of them.
 */
export async function nameFleet(
  { db, session: { tenantId } }: FleetContext,
  stations: readonly FleetStation[],
  prices: readonly object[],
): Promise<string> {
  const { rows } = await db.tenant(tenantId, (trx) =>
    sql`select ${sql.join(DECIDING.map((entity) => changesSql(tenantId, entity)))}`.execute(trx),
  );
  const parts = JSON.stringify([tenantId, stations, prices, rows, Math.floor(Date.now() / QUARTER_MS)]);
  return createHash('sha256').update(parts).digest('base64url');
}
