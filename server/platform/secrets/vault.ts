/**
 * Encrypts secrets that the server must read again from the database. A copy of the database alone reveals no secrets.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

export const VAULT_PURPOSE = 'sealed secrets';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** No secret in Base32 or hexadecimal starts with this prefix. The number is the version of the format. */
const PREFIX = 'sealed.1.';

/** The place of a secret. A secret encrypted for one place cannot be decrypted at another. */
export interface SealedAt {
  table: string;
  column: string;
  /** The id of the user or tenant that owns the secret. */
  owner: number;
}

export interface Vault {
  seal(secret: string, at: SealedAt): string;
  /**
   * Decrypts a secret. Null if it was encrypted with another key or for another place. An unencrypted secret is
   * returned unchanged.
   */
  open(text: string, at: SealedAt): string | null;
}

export const isSealed = (text: string): boolean => text.startsWith(PREFIX);

/**
 * Returns a hash to recognize a secret. The hash needs no key, so devices can sign in even if the key is lost. Secrets
 * are random, so the hash does not reveal them.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const boundTo = ({ table, column, owner }: SealedAt): Buffer => Buffer.from(`${table} ${column} ${owner}`);

function decipher(key: Uint8Array, text: string, place: SealedAt): string | null {
  const bytes = Buffer.from(text.slice(PREFIX.length), 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(place));
  cipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([cipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), cipher.final()]).toString();
  } catch {
    return null;
  }
}

/** `key` has 32 bytes. */
export const createVault = (key: Uint8Array): Vault => ({
  seal(secret, place) {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(boundTo(place));
    const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${PREFIX}${bytes.toString('base64url')}`;
  },
  open: (text, place) => (isSealed(text) ? decipher(key, text, place) : text),
});
