/** Collects questions for single things that come in the same moment, and asks them together. */
import DataLoader from 'dataloader';
import { isConnectionLost } from '../../../platform/db/connect/connect.ts';

type Load<T> = (tenantId: number, sns: readonly string[]) => Promise<readonly T[]>;

/**
 * Loads a part. Requests that fail together are repeated one by one, so that one request's error does not affect the
 * others.
 */
async function loadPart<T>(
  load: Load<T>,
  tenantId: number,
  sns: readonly string[],
): Promise<readonly (T | Error)[]> {
  try {
    return await load(tenantId, sns);
  } catch (error) {
    if (sns.length === 1 || isConnectionLost(error)) throw error;
    const results: (T | Error)[] = [];
    for (const sn of sns) results.push(...(await load(tenantId, [sn]).catch((failure: Error) => [failure])));
    return results;
  }
}

/** `load` answers in the order asked, at most `limit` at a time. Nothing is remembered: the catalogue does that. */
export function createBatchLoader<T>(
  limit: number,
  load: Load<T>,
): (tenantId: number, sn: string) => Promise<T> {
  const loaders = new Map<number, DataLoader<string, T>>();

  function loaderOf(tenantId: number): DataLoader<string, T> {
    const existing = loaders.get(tenantId);
    if (existing) return existing;
    const loader = new DataLoader<string, T>((sns) => loadPart(load, tenantId, sns), {
      cache: false,
      maxBatchSize: limit,
      // The messages that one read of the network brings are all there before the next turn of the loop.
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
    loaders.set(tenantId, loader);
    return loader;
  }

  return (tenantId, sn) => loaderOf(tenantId).load(sn);
}
