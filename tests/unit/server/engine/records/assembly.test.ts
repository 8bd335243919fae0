/** Tests the comparison of two records: parts with equal values are paired, and their quantities compared. */
import { expect, it } from 'vitest';
import { compareParts } from '../../../../../server/engine/records/assembly.ts';

const part = (model: string | null, quantity: number) => ({ values: { kind: 'cell', model }, quantity });

it('lists added, removed and changed parts first', () => {
  const rows = compareParts(
    [part('A', 1), part('B', 2), part(null, 3)],
    [part('A', 1), part(null, 4), part('C', 5)],
  );
  expect(rows.map(({ values, quantity, other, change }) => [values.model, quantity, other, change])).toEqual([
    ['B', 2, 0, 'removed'],
    [null, 3, 4, 'changed'],
    ['C', 0, 5, 'added'],
    ['A', 1, 1, null],
  ]);
});
