/**
 * A proof of work: whoever found a text whose hash begins with so many zero bits has computed for a while. The hash is
 * scrypt with a few megabytes of memory, which a graphics card does not do a thousand times as fast as a telephone.
 */
export interface ProofTask {
  /** Salt of the hash: an answer counts for this task only. */
  captchaId: string;
  /** scrypt's N, with r = 8 and p = 1. */
  cost: number;
  /** The number of zero bits; each more doubles the work. */
  bits: number;
}

/** Bytes of the hash that are looked at. */
export const PROOF_BYTES = 8;

const BYTE = 8;

export function countZeroBits(hash: Uint8Array): number {
  const first = hash.findIndex((byte) => byte !== 0);
  return first < 0 ? hash.length * BYTE : first * BYTE + Math.clz32(hash[first] ?? 0) - 24;
}
