import { totalmem } from 'node:os';
import { constrainedMemory } from 'node:process';

const MB = 1024 * 1024;
const MIN_BUFFERS_MB = 64;
const MAX_BUFFERS_MB = 256;
/** A quarter of the memory is PostgreSQL's own advice for a dedicated host; the server shares ours. */
const BUFFER_SHARE = 8;
const MAX_CONNECTIONS = 60;

/** Memory of the host or, in a container, what the container may use. */
export function memoryAvailable(): number {
  const limit = constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Returns what the embedded PostgreSQL runs with; durability is never traded for speed. */
export function makeSettings(memory: number): Record<string, string> {
  const share = Math.floor(memory / MB / BUFFER_SHARE);
  const buffers = Math.max(MIN_BUFFERS_MB, Math.min(MAX_BUFFERS_MB, share));
  return {
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${buffers * 3}MB`,
    maintenance_work_mem: `${Math.max(32, Math.floor(buffers / 8))}MB`,
    work_mem: '8MB',
    max_connections: String(MAX_CONNECTIONS),
    // So that it can be moved while it runs.
    wal_level: 'logical',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The log is kept for as long as a crash needs it, and its room on the disk for good.
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
