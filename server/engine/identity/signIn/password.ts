import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

// OWASP's recommendation for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB = 19456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

function derive(password: string, nonce: Buffer, tagLength: number, cost: Cost): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

/** Returns an argon2id hash in the usual `$argon2id$v=19$m=…,t=…,p=…$salt$hash` form. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const key = await derive(password, nonce, HASH_BYTES, {
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: LANES,
  });
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(nonce)}$${text(key)}`;
}

/** The hash of no account. Verifying it takes as long as verifying the hash of an account. */
const DUMMY_HASH = hashPassword(randomBytes(SALT_BYTES).toString('hex'));

/**
 * Returns whether the password matches the hash. Without a hash (unknown account), returns false after the same time.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = PHC.exec(hash ?? (await DUMMY_HASH));
  if (!parts) return false;
  const [, memory, passes, parallelism, salt, expected] = parts;
  const expectedHash = Buffer.from(expected!, 'base64');
  const got = await derive(password, Buffer.from(salt!, 'base64'), expectedHash.length, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(got, expectedHash) && hash !== null;
}

// Excludes characters that look alike in many fonts.
const READABLE = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

/** Returns a random password that a user can type from paper. */
export function generatePassword(length = 16): string {
  // 256 is not a multiple of the alphabet's length. Bytes from this limit on are dropped, because they would favour
  // the first characters.
  const limit = 256 - (256 % READABLE.length);
  let password = '';
  while (password.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && password.length < length) password += READABLE[byte % READABLE.length];
    }
  }
  return password;
}
