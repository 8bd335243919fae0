/** Questions for single things that come in the same moment, asked together. */

interface Waiting<T> {
  sn: string;
  resolve(value: T): void;
  reject(error: unknown): void;
}

/** `load` answers in the order asked, at most `limit` at a time; what was asked for meanwhile comes next. */
export function createGather<T>(
  limit: number,
  load: (tenantId: number, sns: readonly string[]) => Promise<readonly T[]>,
): (tenantId: number, sn: string) => Promise<T> {
  const waiting = new Map<number, Waiting<T>[]>();

  async function part_load(tenantId: number, part: readonly Waiting<T>[]): Promise<void> {
    try {
      const found = await load(
        tenantId,
        part.map(({ sn }) => sn),
      );
      for (const [at, one] of part.entries()) one.resolve(found[at]!);
    } catch (error) {
      for (const one of part) one.reject(error);
    }
  }

  function all_load(tenantId: number): void {
    const asked = waiting.get(tenantId) ?? [];
    waiting.delete(tenantId);
    for (let at = 0; at < asked.length; at += limit) void part_load(tenantId, asked.slice(at, at + limit));
  }

  return (tenantId, sn) =>
    new Promise((resolve, reject) => {
      const own = waiting.get(tenantId);
      if (own) return void own.push({ sn, resolve, reject });
      waiting.set(tenantId, [{ sn, resolve, reject }]);
      setImmediate(() => all_load(tenantId));
    });
}
