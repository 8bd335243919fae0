import { accountKey } from '../../../platform/accountKey.ts';
import { readAddressKey } from '../../../platform/addressKey.ts';

/**
 * Limits for password guessing: the number of failures in the time window that requires a proof of work or blocks
 * sign-in.
 */
export const THROTTLE_SECONDS = 15 * 60;

export interface Limit {
  /** Number of failures after which a proof of work is required. */
  captcha: number;
  /** Number of failures after which every attempt is refused until the window ends. */
  block: number;
}

export type Scope = 'pair' | 'ip' | 'account' | 'captcha' | 'change' | 'otp';

/**
 * The limits of failed attempts. `pair` counts a user at one machine. A whole office may share an ip, so its limit is
 * higher. `account` counts guesses from many machines. It requires increasing work early, but blocks late, so that an
 * attacker cannot lock a user out.
 */
export const LIMITS: Record<Scope, Limit> = {
  pair: { captcha: 3, block: 10 },
  ip: { captcha: 20, block: 60 },
  account: { captcha: 20, block: 200 },
  // Tasks created for an ip, and wrong current passwords within a session. These never require work, but are blocked.
  captcha: { captcha: Number.POSITIVE_INFINITY, block: 120 },
  change: { captcha: Number.POSITIVE_INFINITY, block: 10 },
  // Codes of the second factor, by account. Attempts require the correct password.
  otp: { captcha: Number.POSITIVE_INFINITY, block: 10 },
};

export interface Attempt {
  scope: Scope;
  /** The number of attempts within the time window, including this attempt. */
  count: number;
  /** Seconds until the time window ends. */
  seconds: number;
}

export type Verdict =
  | { kind: 'open' }
  | { kind: 'captcha'; bits: number }
  | { kind: 'blocked'; seconds: number };

/** Returns the decision about an attempt by its counts. The longest block applies. */
export function judge(attempts: readonly Attempt[]): Verdict {
  const blocked = attempts.filter(({ scope, count }) => count > LIMITS[scope].block);
  if (blocked.length > 0) {
    return { kind: 'blocked', seconds: Math.max(1, ...blocked.map(({ seconds }) => Math.ceil(seconds))) };
  }
  const bits = readBits(attempts);
  return bits > 0 ? { kind: 'captcha', bits } : { kind: 'open' };
}

/**
 * Numbers of zero bits. A sign-in first costs half a second of work, and about eight seconds before the
 * block, at 10 to 15 ms for a try.
 */
const LEAST_BITS = 5;
const MOST_BITS = 9;

/** Returns the number of zero bits that a proof of work must have. 0 if none is required. */
function readBits(attempts: readonly Attempt[]): number {
  const ways = attempts.map(({ scope, count }) => {
    const { captcha, block } = LIMITS[scope];
    return count > captcha ? (count - captcha) / (block - captcha) : 0;
  });
  const way = Math.min(1, Math.max(0, ...ways));
  return way > 0 ? LEAST_BITS + Math.round(way * (MOST_BITS - LEAST_BITS)) : 0;
}

/** Returns the counters of a sign-in attempt, always in the same order. */
export function attemptKeys(ip: string, username: string): { scope: Scope; key: string }[] {
  const account = accountKey(username);
  const address = readAddressKey(ip);
  return [
    { scope: 'pair', key: `${address} ${account}` },
    { scope: 'ip', key: address },
    { scope: 'account', key: account },
  ];
}
