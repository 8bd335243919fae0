/**
 * Sign-in names are unique over all tenants, so a taken name shows that another tenant has it. That cannot be hidden
 * from administrators who name a new account. A limit for each tenant and process slows down probing.
 */
const WINDOW_MS = 15 * 60_000;
const MAX_FOUND = 10;

let counts = new Map<number, number>();
let until = 0;

/**
 * Returns the seconds until the tenant may name accounts again, or 0. All counters are reset together, so that they do
 * not grow in memory.
 */
export function readNameWait(tenantId: number, now = Date.now()): number {
  if (now >= until) {
    counts = new Map();
    until = now + WINDOW_MS;
  }
  return (counts.get(tenantId) ?? 0) < MAX_FOUND ? 0 : Math.ceil((until - now) / 1000);
}

/** Counts a name of another tenant that the tenant entered. */
export function countForeignName(tenantId: number): void {
  counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
}
