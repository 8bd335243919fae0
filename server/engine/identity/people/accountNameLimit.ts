/**
 * Sign-in names are unique over all tenants, so a taken one shows that another tenant has it. That cannot be hidden
 * from administrators who name a new account. A limit per tenant and process slows down probing.
 */
const WINDOW_MS = 15 * 60_000;
const MAX_FOUND = 10;

let counts = new Map<number, number>();
let until = 0;

/** Seconds until the tenant may name accounts again, or 0. All counts start again together, so nothing piles up. */
export function readNameWait(tenantId: number, now = Date.now()): number {
  if (now >= until) {
    counts = new Map();
    until = now + WINDOW_MS;
  }
  return (counts.get(tenantId) ?? 0) < MAX_FOUND ? 0 : Math.ceil((until - now) / 1000);
}

/** Notes that the tenant hit a name of another tenant. */
export function countForeignName(tenantId: number): void {
  counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
}
