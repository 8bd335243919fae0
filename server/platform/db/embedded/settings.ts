import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

const MB = 1024 * 1024;
const MIN_BUFFERS_MB = 64;
const MAX_BUFFERS_MB = 1024;
/** The system caches further files as long as no process needs the memory, so the buffers are small. */
const BUFFER_SHARE = 192;
/** The size of the system's file cache that PostgreSQL assumes. Building indexes uses a part of it. */
const MIN_CACHE_MB = 192;
const MAX_CACHE_MB = 3072;
const CACHE_SHARE = 3 / 8;
const MAINTENANCE_SHARE = 24;
const MAX_CONNECTIONS = 60;

/** Returns the memory of the host, or the lower limit of the container, in bytes. */
export function memoryAvailable(): number {
  const limit = constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Returns the settings of the embedded PostgreSQL. No setting trades durability for speed. */
export function makeSettings(memory: number): Record<string, string> {
  const clampMb = (bytes: number, low: number, high: number): number =>
    Math.max(low, Math.min(high, Math.floor(bytes / MB)));
  const buffers = clampMb(memory / BUFFER_SHARE, MIN_BUFFERS_MB, MAX_BUFFERS_MB);
  const cache = clampMb(memory * CACHE_SHARE, MIN_CACHE_MB, MAX_CACHE_MB);
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${cache}MB`,
    maintenance_work_mem: `${Math.max(32, Math.floor(cache / MAINTENANCE_SHARE))}MB`,
    work_mem: '8MB',
    max_connections: String(MAX_CONNECTIONS),
    // Allows a move of the database while it runs.
    wal_level: 'logical',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Recovery limits the size of the log. Its disk space is reserved permanently.
    max_wal_size: '256MB',
    min_wal_size: '80MB',
    checkpoint_timeout: '10min',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    jit: 'off',
    log_min_messages: 'warning',
    log_timezone: 'UTC',
    timezone: 'UTC',
  };
}
