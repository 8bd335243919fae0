import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import { type Audience, type Claims, type Verified, verifyToken } from './tokens.ts';

const MAX_ENTRIES = 5_000;

interface Entry {
  claims: Claims | null;
  /** Epoch milliseconds. */
  until: number;
}

/** Caches verified tokens, because calls repeat the same token until it expires. */
export function createTokenMemory(
  verify: typeof verifyToken = verifyToken,
  now: () => number = Date.now,
): typeof verifyToken {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });
  return async (secret: Uint8Array, audience: Audience, token: string): Promise<Verified> => {
    const key = `${audience} ${token}`;
    const remembered = entries.get(key);
    if (remembered && remembered.until > now()) return { claims: remembered.claims };
    entries.delete(key);
    const verified = await verify(secret, audience, token);
    if (typeof verified === 'string') return verified;
    entries.set(key, { claims: verified.claims, until: (decodeJwt(token).exp ?? 0) * 1000 });
    return verified;
  };
}
