/** Tests how often the actions of listed records are decided. */
import { expect, it } from 'vitest';
import { makeDecision } from '../../../../../server/engine/entities/list/rowActions.ts';

const offer = (reads: readonly string[], allows: (record: Record<string, unknown>) => boolean) => ({
  action: { name: 'go', where: null, reads, allows },
  flag: null,
});

it('decides once about records with equal values', () => {
  let calls = 0;
  const decide = makeDecision([
    offer(['state', 'amount'], ({ state, amount }) => {
      calls += 1;
      return state === 'open' && Number(amount) > 1;
    }),
  ]);
  const records = [
    { id: 1, state: 'open', amount: 2 },
    { id: 2, state: 'open', amount: 2 },
    { id: 3, state: 'open', amount: '2' },
    { id: 4, state: 'open', amount: 1 },
    { id: 5, state: 'done', amount: 2 },
    { id: 6, state: 'open', amount: 2 },
  ];
  expect(records.map((record) => decide(record))).toEqual(['1', '1', '1', '0', '0', '1']);
  expect(calls).toBe(4);
});

it('decides about each record if many values decide', () => {
  let calls = 0;
  const reads = Array.from({ length: 9 }, (_, at) => `field${at}`);
  const decide = makeDecision([
    offer(reads, () => {
      calls += 1;
      return true;
    }),
  ]);
  for (const id of [1, 2, 3]) expect(decide({ id })).toBe('1');
  expect(calls).toBe(3);
});
