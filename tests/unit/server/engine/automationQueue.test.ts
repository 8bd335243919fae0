import { expect, it } from 'vitest';
import { beginChain } from '../../../../server/engine/automations/chain.ts';
import { addRuns, type NewRun } from '../../../../server/engine/automations/queue.ts';
import type { Trx } from '../../../../server/platform/db/index.ts';

const MOST_AT_ONCE = 1_000;

interface Row {
  state: string;
  subject: string;
  reason?: { en: string };
}

/** A transaction that stores the added rows. */
function makeTrx() {
  const rows: Row[] = [];
  const values = (added: readonly Row[]) => {
    const first = rows.push(...added) - added.length;
    const ids = added.map((_, at) => ({ id: String(first + at + 1) }));
    return { returning: () => ({ execute: () => Promise.resolve(ids) }) };
  };
  return { rows, trx: { insertInto: () => ({ values }) } as unknown as Trx };
}

const makeRuns = (count: number): NewRun[] =>
  Array.from({ length: count }, (_, at) => ({
    ...{ automationId: 7, trigger: 'created' as const, subject: `Customer ${at + 1}` },
    ...{ about: null, recordId: at + 1 },
  }));

it('runs as many as a transaction may cause, and none is logged as left out', async () => {
  const { rows, trx } = makeTrx();
  const ids = await addRuns(trx, 1, makeRuns(MOST_AT_ONCE));
  expect(ids).toEqual(rows.map((_, at) => at + 1));
  expect(rows).toHaveLength(MOST_AT_ONCE);
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['waiting']));
});

it('logs further runs in one row that gives their number', async () => {
  const { rows, trx } = makeTrx();
  await addRuns(trx, 1, makeRuns(MOST_AT_ONCE + 5));
  expect(rows).toHaveLength(MOST_AT_ONCE + 1);
  expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(MOST_AT_ONCE);
  expect(rows.at(-1)).toMatchObject({
    ...{ state: 'stopped', subject: `Customer ${MOST_AT_ONCE + 1}` },
    reason: { en: 'too many records were written at once, 5 are not run' },
  });
});

it('stops a run of an automation that caused its own trigger', async () => {
  const { rows, trx } = makeTrx();
  beginChain(trx, [3, 7]);
  await addRuns(trx, 1, makeRuns(2));
  expect(rows.map(({ state, reason }) => [state, reason?.en])).toEqual([
    ['stopped', 'it would start itself again'],
    ['stopped', 'it would start itself again'],
  ]);
});
