import type pg from 'pg';
import { expect, it } from 'vitest';
import type { ReadyPoint, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import { createPersist } from '../../../../../server/sites/telemetry/write/writeRetry.ts';

/** A database that finds nothing and notes what it is asked: the tenants of each transaction, and how it ended. */
function createNotes(failing: number | null = null) {
  const transactions: { tenants: Set<unknown>; end?: string }[] = [];
  const client = {
    query: async (asked: string | { values: unknown[] }) => {
      const open = transactions.at(-1)!;
      if (asked === 'begin') transactions.push({ tenants: new Set() });
      else if (typeof asked === 'string') open.end = asked;
      else {
        open.tenants.add(asked.values[0]);
        if (asked.values[0] === failing) throw new Error('no such place');
      }
      return { rows: [{ written: Infinity, due: [], expired: [] }] };
    },
    release: () => {},
  };
  const pool = { connect: async () => client, query: async () => ({ rows: [] }) } as unknown as pg.Pool;
  const parts = { db: { pool }, log: { error: () => {} } } as unknown as Parameters<typeof createPersist>[0];
  return { persist: createPersist(parts), transactions };
}

const point = (tenantId: number, id: number, ts: number): ReadyPoint => {
  const variable = { tenantId, id, sn: `v${id}`, zone: 'UTC', rollOver: null } as TelemetryVariable;
  return { variable, ts, value: 1, quality: 0 };
};

const MIXED = [point(2, 1, 0), point(10, 7, 0), point(2, 3, 5), point(10, 8, 5), point(2, 1, 9)];

it('writes each tenant of a batch in a transaction of its own, and names it as one value', async () => {
  const { persist, transactions } = createNotes();
  await persist(MIXED);
  expect(transactions).toEqual([
    { tenants: new Set([2]), end: 'commit' },
    { tenants: new Set([10]), end: 'commit' },
  ]);
});

it('says that points were not written when those of one tenant were not', async () => {
  const { persist, transactions } = createNotes(10);
  await expect(persist(MIXED)).rejects.toThrow('no such place');
  expect(transactions.map(({ end }) => end)).toEqual(['commit', 'rollback']);
});
