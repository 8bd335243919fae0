/** Finds the device of a token. Wrong tokens are cached briefly, so that retries cost no query. */
import { LRUCache } from 'lru-cache';
import { isTextStorable } from '../../../platform/db/tables/storable.ts';
import type { Rows } from './catalogRows.ts';

interface TokenOwner {
  tenantId: number;
  sn: string;
}

export interface TokenLookup {
  find(token: string): Promise<TokenOwner | null>;
  /** Must be called after any possible change of a device. */
  forget(): void;
}

const WRONG_TOKEN_MS = 5_000;
const WRONG_TOKEN_LIMIT = 10_000;

export function createTokenLookup(rows: Rows): TokenLookup {
  const tenantOfToken = new Map<string, TokenOwner>();
  const wrongTokens = new LRUCache<string, number>({ max: WRONG_TOKEN_LIMIT });
  /** Counter of device changes. Rows read before the last change are not cached. */
  let changes = 0;

  return {
    async find(token) {
      if (!isTextStorable(token)) return null;
      const owner = tenantOfToken.get(token);
      if (owner) return owner;
      if ((wrongTokens.get(token) ?? 0) > Date.now()) return null;
      const before = changes;
      const device = await rows.ofToken(token);
      if (!device) {
        if (before !== changes) return null;
        wrongTokens.set(token, Date.now() + WRONG_TOKEN_MS);
        return null;
      }
      if (before === changes) tenantOfToken.set(token, device);
      return device;
    },
    forget() {
      changes += 1;
      wrongTokens.clear();
      tenantOfToken.clear();
    },
  };
}
