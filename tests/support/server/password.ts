import { argon2Sync } from 'node:crypto';

const COST = { memory: 8, passes: 1, parallelism: 1 };
const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Returns a hash that is checked quickly, for accounts with known passwords. The hash itself contains its cost. */
export function hashPassword(password: string): string {
  const nonce = Buffer.from('salt of the tests');
  const hash = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${text(nonce)}$${text(hash)}`;
}
