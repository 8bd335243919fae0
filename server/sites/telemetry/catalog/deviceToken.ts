/** Tokens of devices. A token is stored encrypted, for users who may read it, and hashed, for the lookup. */
import { randomBytes } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { EntityTables } from '../../../../generated/database.ts';
import { sealedAt } from '../../../engine/entities/sealed.ts';
import { hashSecret, type Vault } from '../../../platform/secrets/vault.ts';

type StoredToken = Pick<Insertable<EntityTables['device']>, 'token' | 'tokenHash'>;

const TOKEN_LENGTH = 20;
const TOKEN_LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Generates the access token of a device. Skips bytes that would make some letters more likely. */
export function generateToken(): string {
  const fair = 256 - (256 % TOKEN_LETTERS.length);
  let token = '';
  while (token.length < TOKEN_LENGTH) {
    for (const byte of randomBytes(TOKEN_LENGTH)) {
      if (byte < fair && token.length < TOKEN_LENGTH) token += TOKEN_LETTERS[byte % TOKEN_LETTERS.length];
    }
  }
  return token;
}

/** Returns the columns of a token, for a device that is written without the engine. */
export const storeToken = (vault: Vault, tenantId: number, token: string): StoredToken => ({
  token: vault.seal(token, sealedAt('device', 'token', tenantId)),
  tokenHash: hashSecret(token),
});

/** Creates a token for a device of the tenant. Returns the token and its stored form. */
export function makeToken(vault: Vault, tenantId: number): { token: string; stored: StoredToken } {
  const token = generateToken();
  return { token, stored: storeToken(vault, tenantId, token) };
}
