/** Combines single requests of the same tick of the event loop, and loads them together. */
import DataLoader from 'dataloader';
import { isConnectionLost } from '../../../platform/db/connect/connect.ts';

type Load<K, T> = (tenantId: number, keys: readonly K[]) => Promise<readonly T[]>;

/**
 * Loads a batch. After an error the requests are repeated one by one, so that one request's error does not affect the
 * others.
 */
async function loadPart<K, T>(
  load: Load<K, T>,
  tenantId: number,
  keys: readonly K[],
): Promise<readonly (T | Error)[]> {
  try {
    return await load(tenantId, keys);
  } catch (error) {
    if (keys.length === 1 || isConnectionLost(error)) throw error;
    const results: (T | Error)[] = [];
    for (const key of keys)
      results.push(...(await load(tenantId, [key]).catch((failure: Error) => [failure])));
    return results;
  }
}

/**
 * `load` returns results in the order of the keys, for at most `limit` keys. Results are not cached here, because the
 * catalogue caches them.
 */
export function createBatchLoader<K, T>(
  limit: number,
  load: Load<K, T>,
): (tenantId: number, key: K) => Promise<T> {
  const loaders = new Map<number, DataLoader<K, T>>();

  function loaderOf(tenantId: number): DataLoader<K, T> {
    const existing = loaders.get(tenantId);
    if (existing) return existing;
    const loader = new DataLoader<K, T>((keys) => loadPart(load, tenantId, keys), {
      cache: false,
      maxBatchSize: limit,
      // All messages from one network read arrive before the next tick of the event loop.
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
    loaders.set(tenantId, loader);
    return loader;
  }

  return (tenantId, key) => loaderOf(tenantId).load(key);
}
