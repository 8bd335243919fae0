/**
 * Sign-in names are unique over all tenants, so an error for a taken name reveals a user of another tenant.
 * Administrators who create accounts must see this error. A limit for each tenant and process therefore slows down
 * probing.
 */
const WINDOW_MS = 15 * 60_000;
const MAX_FOUND = 10;

let counts = new Map<number, number>();
let until = 0;

/**
 * Returns the seconds until the tenant may enter names again, or 0. All counters are reset together, so that memory
 * use stays limited.
 */
export function readNameWait(tenantId: number, now = Date.now()): number {
  if (now >= until) {
    counts = new Map();
    until = now + WINDOW_MS;
  }
  return (counts.get(tenantId) ?? 0) < MAX_FOUND ? 0 : Math.ceil((until - now) / 1000);
}

/** Counts an entered name that belongs to another tenant. */
export function countForeignName(tenantId: number): void {
  counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
}
