/**
 * Figures of many stations are counted once for all users who see the same. They are counted again every ten seconds
 * while a user looks. A wall of screens therefore costs as much as one screen. A small fleet is counted for each
 * request.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { changesSql } from '../../engine/entities/list/countQuestion.ts';
import type { ScopedDatabase } from '../../platform/db/index.ts';
import type { FleetContext, FleetStation } from './stations.ts';

/** Number of stations from which on counting takes some tenths of a second. */
export const MANY_STATIONS = 200;
/** Figures older than this are counted again in the background. */
const FRESH_MS = 10_000;
/** Older figures are not used as answers. */
const LATE_MS = 30_000;
const MAX_KEPT = 500;

interface Kept {
  value?: unknown;
  at: number;
  /** The count that is under way. */
  next: Promise<unknown> | null;
}

interface Memory {
  figures: LRUCache<string, Kept>;
  /**
   * Resolves with the last background count. Background counts run one after another, which leaves room for requests.
   */
  turn: Promise<unknown>;
}

const memories = new WeakMap<ScopedDatabase, Memory>();

function memoryOf(db: ScopedDatabase): Memory {
  const known = memories.get(db) ?? { figures: new LRUCache({ max: MAX_KEPT }), turn: Promise.resolve() };
  memories.set(db, known);
  return known;
}

/** Counts, and caches the result. A failed count leaves the cached result unchanged. */
async function count<T>(kept: Kept, read: () => Promise<T>): Promise<T> {
  try {
    const at = Date.now();
    const value = await read();
    Object.assign(kept, { value, at });
    return value;
  } finally {
    kept.next = null;
  }
}

/**
 * Returns a recently counted result. `key` contains everything that decides the result, except points that arrived
 * since.
 */
export async function readLately<T>(db: ScopedDatabase, key: string, read: () => Promise<T>): Promise<T> {
  const memory = memoryOf(db);
  const kept = memory.figures.get(key) ?? { at: Number.NEGATIVE_INFINITY, next: null };
  memory.figures.set(key, kept);
  const age = Date.now() - kept.at;
  if (age <= FRESH_MS) return kept.value as T;
  if (age > LATE_MS) {
    kept.next ??= count(kept, read);
    return (await kept.next) as T;
  }
  if (!kept.next) {
    kept.next = memory.turn.then(() => count(kept, read));
    // A later request gets the error.
    memory.turn = kept.next.catch(() => undefined);
  }
  return kept.value as T;
}

/** Days begin at a full quarter of an hour in every time zone. The running day is part of the figures. */
const QUARTER_MS = 15 * 60_000;

const DECIDING = ['station', 'device', 'deviceVariable'] as const;

/** Returns a cache key. It changes with all that these stations’ figures are computed from and the caller may see. */
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
