/**
 * Slows down programs that guess passwords by a proof of work: work for the machine, not a puzzle for the user.
 * Programs read pictures better than people do, and pictures excluded blind users.
 */
import { scrypt } from 'node:crypto';
import { countZeroBits, PROOF_BYTES, type ProofTask } from '../../../../runtime/core/access/proof.ts';

/** A task is valid for this time, and for one answer only. */
export const CAPTCHA_SECONDS = 300;
/** Each attempt takes about 10 ms and 2 MB. */
export const PROOF_COST = 2048;

/** Returns whether the answer is a valid proof of work for the task. */
export function verifyProof({ captchaId, cost, bits }: ProofTask, answer: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    scrypt(answer, captchaId, PROOF_BYTES, { N: cost, r: 8, p: 1 }, (error, hash) =>
      error ? reject(error) : resolve(countZeroBits(hash) >= bits),
    );
  });
}
