import { randomBytes } from 'node:crypto';

const TOKEN_LENGTH = 20;
const TOKEN_LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A device's access token; bytes that would make some letters more likely are skipped. */
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
