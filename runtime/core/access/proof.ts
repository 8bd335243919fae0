/**
 * A proof of work against automated requests. The sender must find a text whose hash begins with a number of zero bits.
 * The hash is scrypt with a few megabytes of memory, which limits the advantage of graphics cards.
 */
export interface ProofTask {
  /** Salt of the hash, so that an answer is valid for this task only. */
  captchaId: string;
  /** scrypt's N, with r = 8 and p = 1. */
  cost: number;
  /** The number of zero bits. Each further bit doubles the work. */
  bits: number;
}

/** Number of bytes of the hash that are checked. */
export const PROOF_BYTES = 8;

const BYTE = 8;

export function countZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * BYTE : first * BYTE + Math.clz32(hash[first] ?? 0) - 24;
}
