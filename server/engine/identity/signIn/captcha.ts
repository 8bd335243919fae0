/**
 * Keeps programs from guessing passwords by asking for work: work for the machine that asks, not a riddle for a person.
 * Programs read pictures better than people do, and people who see nothing were kept out by them.
 */
import { scrypt } from 'node:crypto';
import { countZeroBits, PROOF_BYTES, type ProofTask } from '../../../../runtime/core/access/proof.ts';

/** A task is valid this long, and for one answer only. */
export const CAPTCHA_SECONDS = 300;
/** Some 10 ms and 2 MB for each try. */
export const PROOF_COST = 2048;

/** Returns whether the answer does the work of the task. */
export function verifyProof({ captchaId, cost, bits }: ProofTask, answer: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    scrypt(answer, captchaId, PROOF_BYTES, { N: cost, r: 8, p: 1 }, (error, hash) =>
      error ? reject(error) : resolve(countZeroBits(hash) >= bits),
    );
  });
}
