/** Collects questions for single things that come in the same moment, and asks them together. */
import { isConnectionLost } from '../../platform/db/connect.ts';

interface Waiting<T> {
  sn: string;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/**
 * `load` answers in the order asked, at most `limit` at a time; what was asked for meanwhile comes next. What fails
 * together is asked one by one, so that one question's trouble is nobody else's.
 */
export function createBatchLoader<T>(
  limit: number,
  load: (tenantId: number, sns: readonly string[]) => Promise<readonly T[]>,
): (tenantId: number, sn: string) => Promise<T> {
  const waiting = new Map<number, Waiting<T>[]>();

  async function loadPart(tenantId: number, part: readonly Waiting<T>[]): Promise<void> {
    try {
      const found = await load(
        tenantId,
        part.map(({ sn }) => sn),
      );
      for (const [at, one] of part.entries()) one.resolve(found[at]!);
    } catch (error) {
      if (part.length > 1 && !isConnectionLost(error))
        for (const one of part) await loadPart(tenantId, [one]);
      else for (const one of part) one.reject(error);
    }
  }

  function loadAll(tenantId: number): void {
    const asked = waiting.get(tenantId) ?? [];
    waiting.delete(tenantId);
    for (let at = 0; at < asked.length; at += limit) void loadPart(tenantId, asked.slice(at, at + limit));
  }

  return (tenantId, sn) =>
    new Promise((resolve, reject) => {
      const own = waiting.get(tenantId);
      if (own) return void own.push({ sn, resolve, reject });
      waiting.set(tenantId, [{ sn, resolve, reject }]);
      setImmediate(() => loadAll(tenantId));
    });
}
