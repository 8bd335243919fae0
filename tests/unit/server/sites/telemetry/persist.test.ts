import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import type { ReadyPoint, TelemetryVariable } from '../../../../../server/sites/telemetry/types.ts';
import { createLatest, type LatestValues } from '../../../../../server/sites/telemetry/write/latest.ts';
import { createPersist } from '../../../../../server/sites/telemetry/write/writeRetry.ts';

interface PersistOptions {
  latest?: LatestValues;
  /** Answers queries outside of a transaction. */
  query?: (statement: { name: string }) => Promise<unknown>;
}

/** Creates a database that finds no rows. It records the tenant and the end of each transaction. */
function createNotes(failing: { error: Error | null } = { error: null }) {
  const transactions: { tenants: Set<unknown>; end?: string }[] = [];
  const client = {
    query: async (statement: string | { values: unknown[] }) => {
      const open = transactions.at(-1)!;
      if (statement === 'begin') transactions.push({ tenants: new Set() });
      else if (typeof statement === 'string') open.end = statement;
      else {
        open.tenants.add(statement.values[0]);
        if (failing.error) throw failing.error;
      }
      return { rows: [{ written: Infinity, going: null, due: [], expired: [], variables: [] }] };
    },
    release: () => {},
  };
  const persistWith = ({
    latest = knowing(LATE),
    query = async () => ({ rows: [] }),
  }: PersistOptions = {}) => {
    const pool = { connect: async () => client, query } as unknown as pg.Pool;
    const months = { query: async () => ({ rows: [] }) } as unknown as pg.Pool;
    const db = { pool: months, points: pool };
    return createPersist({ db, log: { error: () => {} }, latest } as unknown as Parameters<
      typeof createPersist
    >[0]);
  };
  return { persist: persistWith(), persistWith, transactions };
}

const point = (tenantId: number, id: number, ts: number): ReadyPoint => {
  const variable = { tenantId, id, sn: `v${id}`, zone: 'UTC', rollOver: null } as TelemetryVariable;
  return { variable, ts, value: 1, quality: 0 };
};

const OF_ONE = [point(10, 7, 0), point(10, 3, 5), point(10, 8, 5), point(10, 7, 9)];
const LATE = [7, 3, 8].map((id) => point(10, id, 1_000));

/** Returns the newest values that a process has cached. */
function knowing(points: readonly ReadyPoint[]): LatestValues {
  const latest = createLatest();
  latest.note(points);
  return latest;
}

it('writes a batch in one transaction, and names its tenant as one value', async () => {
  const { persist, transactions } = createNotes();
  await persist(OF_ONE);
  expect(transactions).toEqual([{ tenants: new Set([10]), end: 'commit' }]);
});

it('reports that points were not written when they were not', async () => {
  const { persist, transactions } = createNotes({ error: new Error('no such place') });
  await expect(persist(OF_ONE)).rejects.toThrow('no such place');
  expect(transactions.map(({ end }) => end)).toEqual(['rollback']);
});

it('retries if the node is unreachable, but only once while this lasts', async () => {
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

describe('points that are newer than all of their variables', () => {
  /** Creates the database for queries outside of a transaction, and the cached newest values. */
  function createOnward(answer: () => Promise<unknown>, latest = knowing(OF_ONE)) {
    const notes = createNotes();
    const asked: string[] = [];
    const query = async ({ name }: { name: string }) => {
      asked.push(name);
      return answer();
    };
    return { ...notes, asked, persist: notes.persistWith({ latest, query }) };
  }
  const LATER = [point(10, 7, 60_000), point(10, 3, 60_000)];

  it('are one statement once their shape is known', async () => {
    const { persist, transactions, asked } = createOnward(async () => ({ rows: [{ due: [] }] }));
    await persist([point(10, 7, 60_000)]);
    expect({ transactions, asked }).toEqual({ transactions: [], asked: ['telemetry-going'] });
  });

  it('are one statement if all of their variables are new', async () => {
    const { persist, transactions, asked } = createOnward(
      async () => ({ rows: [{ due: [] }] }),
      createLatest(),
    );
    await persist(LATER);
    expect({ transactions, asked }).toEqual({ transactions: [], asked: ['telemetry-first'] });
  });

  it('are written in a transaction if their shape is new, or if one of them is bad', async () => {
    const { persist, transactions, asked } = createOnward(async () => ({ rows: [{ due: [] }] }));
    await persist(LATER).catch(() => {});
    await persist([{ ...point(10, 7, 70_000), quality: 2 }]);
    expect({ asked, ends: transactions.length }).toEqual({ asked: [], ends: 2 });
  });

  it('are written in a transaction if the database has newer ones, and so are the next', async () => {
    const refused = Object.assign(new Error('division by zero'), { code: '22012' });
    const { persist, transactions, asked } = createOnward(() => Promise.reject(refused));
    await persist([point(10, 7, 60_000)]);
    await persist([point(10, 7, 70_000)]);
    expect({ asked, ends: transactions.map(({ end }) => end) }).toEqual({
      asked: ['telemetry-going'],
      ends: ['commit', 'commit'],
    });
  });
});
