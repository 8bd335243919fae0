import type pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { ReadyPoint, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import { createPersist } from '../../../../../server/sites/telemetry/write/writeRetry.ts';

/** A database that finds nothing and notes what it is asked: the tenants of each transaction, and how it ended. */
function createNotes(failing: { error: Error | null } = { error: null }) {
  const transactions: { tenants: Set<unknown>; end?: string }[] = [];
  const client = {
    query: async (asked: string | { values: unknown[] }) => {
      const open = transactions.at(-1)!;
      if (asked === 'begin') transactions.push({ tenants: new Set() });
      else if (typeof asked === 'string') open.end = asked;
      else {
        open.tenants.add(asked.values[0]);
        if (failing.error) throw failing.error;
      }
      return { rows: [{ written: Infinity, going: null, due: [], expired: [], variables: [] }] };
    },
    release: () => {},
  };
  const pool = { connect: async () => client, query: async () => ({ rows: [] }) } as unknown as pg.Pool;
  const parts = { db: { pool, points: pool }, log: { error: () => {} } } as unknown as Parameters<
    typeof createPersist
  >[0];
  return { persist: createPersist(parts), transactions };
}

const point = (tenantId: number, id: number, ts: number): ReadyPoint => {
  const variable = { tenantId, id, sn: `v${id}`, zone: 'UTC', rollOver: null } as TelemetryVariable;
  return { variable, ts, value: 1, quality: 0 };
};

const OF_ONE = [point(10, 7, 0), point(10, 3, 5), point(10, 8, 5), point(10, 7, 9)];

it('writes a batch in one transaction, and names its tenant as one value', async () => {
  const { persist, transactions } = createNotes();
  await persist(OF_ONE);
  expect(transactions).toEqual([{ tenants: new Set([10]), end: 'commit' }]);
});

it('says that points were not written when they were not', async () => {
  const { persist, transactions } = createNotes({ error: new Error('no such place') });
  await expect(persist(OF_ONE)).rejects.toThrow('no such place');
  expect(transactions.map(({ end }) => end)).toEqual(['rollback']);
});

it('tries again where the place is away, but once only while it stays so', async () => {
  const lost = Object.assign(new Error('connection to the remote node failed'), { code: '08006' });
  const failing: { error: Error | null } = { error: lost };
  const { persist, transactions } = createNotes(failing);
  vi.useFakeTimers();
  try {
    const first = expect(persist(OF_ONE)).rejects.toMatchObject({ key: 'db.unavailable' });
    await vi.runAllTimersAsync();
    await first;
    expect(transactions.length).toBeGreaterThan(1);
    const tried = transactions.length;
    await expect(persist(OF_ONE)).rejects.toMatchObject({ key: 'db.unavailable' });
    expect(transactions.length).toBe(tried + 1);
    failing.error = null;
    await persist(OF_ONE);
    expect(transactions.at(-1)!.end).toBe('commit');
  } finally {
    vi.useRealTimers();
  }
});
