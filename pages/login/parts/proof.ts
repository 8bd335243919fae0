/** Computes the proof of work that the server requires after failed attempts. The user need not do anything. */

import type { ProofTask } from '../../../runtime/core/access/proof.ts';
import { ApiError, call } from '../../../runtime/kit/api/client.ts';
import { CODE } from '../../../runtime/kit/api/errors.ts';
import { type Credentials, signIn } from '../../../runtime/kit/session/session.ts';

/** Maximum number of rounds. Parallel failed attempts for the same account can raise the required work. */
const MAX_ROUNDS = 3;

function solveTask(task: ProofTask): Promise<string> {
  const worker = new Worker(new URL('./proofWorker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
    // The worker failed to load, so the server is not reachable.
    worker.onerror = () => reject(new ApiError({ failure: 'connection' }));
    worker.postMessage(task);
  }).finally(() => worker.terminate());
}

const needsProof = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === CODE.captchaRequired || error.code === CODE.captchaWrong);

/** Signs in. `onWork` is called before the computation, which takes seconds. Throws the server's last error. */
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
