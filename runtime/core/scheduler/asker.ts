/** Requests needs together. Needs of a failed request are requested separately. */
import { MAX_NEEDS, needIdentity, planRound, readRound } from './needs.ts';
import type { BoardNeed, NeedResult, NeedSpec } from './types.ts';

export type RequestNeeds = (needs: BoardNeed[], signal: AbortSignal) => Promise<readonly NeedResult[]>;

/** Returns answers by need key. Rejects if the whole request failed. */
export type RequestSpecs = (
  specs: readonly NeedSpec[],
  signal: AbortSignal,
) => Promise<Map<string, NeedResult>>;

async function sendInParts(
  send: RequestNeeds,
  needs: readonly BoardNeed[],
  signal: AbortSignal,
): Promise<NeedResult[]> {
  const answered: NeedResult[] = [];
  for (let from = 0; from < needs.length; from += MAX_NEEDS)
    answered.push(...(await send(needs.slice(from, from + MAX_NEEDS), signal)));
  return answered;
}

/** Creates an asker. After a failed common request it requests each of these needs separately, also later. */
export function createAsker(send: RequestNeeds): RequestSpecs {
  const apart = new Set<string>();
  return async (specs, signal) => {
    const results = new Map<string, NeedResult>();
    let open = specs;
    while (open.length > 0) {
      const plan = planRound(open, apart);
      const answer = readRound(plan, await sendInParts(send, plan.needs, signal));
      for (const [key, result] of answer.results) results.set(key, result);
      for (const spec of answer.retry) apart.add(needIdentity(spec));
      open = answer.retry;
    }
    return results;
  };
}
