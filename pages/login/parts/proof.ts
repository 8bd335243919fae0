/** Computes the proof that the server requires after failed attempts. The user does not see, read or type anything. */

import type { ProofTask } from '../../../runtime/core/access/proof.ts';
import { ApiError, call } from '../../../runtime/kit/api/client.ts';
import { CODE } from '../../../runtime/kit/api/errors.ts';
import { type Credentials, signIn } from '../../../runtime/kit/session/session.ts';

/** Others may fail at the same account in the meantime: then more work is required. */
const MAX_ROUNDS = 3;

function solveTask(task: ProofTask): Promise<string> {
  const worker = new Worker(new URL('./proofWorker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    // Its program did not come: the server is out of reach.
    worker.onerror = () => reject(new ApiError({ failure: 'connection' }));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === CODE.captchaRequired || error.code === CODE.captchaWrong);

/** Signs in; `onWork` is told before work begins, which takes seconds. Throws what the server said at last. */
export async function signInProven(credentials: Credentials, onWork: () => void): Promise<void> {
  let proof: Pick<Credentials, 'captchaId' | 'captcha'> = {};
  for (let round = 0; ; round += 1) {
    try {
      return await signIn({ ...credentials, ...proof });
    } catch (error) {
      if (!needsProof(error) || round === MAX_ROUNDS) throw error;
    }
    onWork();
    const query = { username: credentials.username };
    const task = await call('captcha', { query }, { quiet: true });
    proof = { captchaId: task.captchaId, captcha: await solveTask(task) };
  }
}
