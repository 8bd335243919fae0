/**
 * Slows down password guessing by a proof of work, which the user's machine does. Picture puzzles are no alternative:
 * programs solve them better than people, and blind users cannot solve them.
 */
import { scrypt } from 'node:crypto';
import { countZeroBits, PROOF_BYTES, type ProofTask } from '../../../../runtime/core/access/proof.ts';

/** Validity of a task in seconds. A task accepts a single answer. */
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
