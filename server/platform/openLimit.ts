import { readAddressKey } from './addressKey.ts';

/** Rate limit for calls without a session: a number per minute and address, in each process. */
const WINDOW_MS = 60_000;
const MAX_REQUESTS = 300;

export interface OpenLimit {
  /** Counts a call of an address. Returns the seconds to wait, or 0. */
  waitIp(ip: string, now?: number): number;
}

export function createOpenLimit(): OpenLimit {
  let counted = new Map<string, number>();
  let until = 0;
  return {
    waitIp(ip, now = Date.now()) {
      // All counters are reset together, which limits their memory.
      if (now >= until) {
        counted = new Map();
        until = now + WINDOW_MS;
      }
      const key = readAddressKey(ip);
      const count = (counted.get(key) ?? 0) + 1;
      counted.set(key, count);
      return count > MAX_REQUESTS ? Math.ceil((until - now) / 1000) : 0;
    },
  };
}
