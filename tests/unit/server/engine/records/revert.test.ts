import { describe, expect, it } from 'vitest';
import { entityOf } from '../../../../../runtime/core/definitions/entities.ts';
import type { Caller } from '../../../../../server/engine/access/asker.ts';
import { HIDDEN } from '../../../../../server/engine/entities/write/recordDiff.ts';
import {
  changeUndoable,
  listShownChanges,
  revertChanges,
  revertValues,
} from '../../../../../server/engine/records/history.ts';

const customer = entityOf('customer');
const makeCaller = (fieldRules: [string, 'hidden' | 'read'][] = []): Caller => ({
  admin: false,
  userId: 1,
  permissions: new Set(['customer:*']),
  departments: [],
  stations: [],
  fieldRules: new Map(fieldRules),
});

describe('going back', () => {
  const first = { id: 1, diff: { city: [null, 'A'], level: [null, 'NP'] } as never };
  const second = { id: 2, diff: { city: ['A', 'B'] } as never };
  const third = { id: 3, diff: { city: ['B', 'C'], address: [null, 'x'] } as never };

  it('to before one change uses the values before it', () => {
    expect(revertValues(third, [], 'undo')).toEqual({ city: 'B', address: null });
  });

  it('to a moment uses the oldest value of each field that changed since, in any order', () => {
    expect(revertValues(first, [second, third], 'moment')).toEqual({ city: 'A', address: null });
    expect(revertValues(first, [third, second], 'moment')).toEqual({ city: 'A', address: null });
    expect(revertValues(third, [], 'moment')).toEqual({});
  });

  it('never restores values that were not recorded, nor a newer value instead', () => {
    const secret = { id: 4, diff: { city: [HIDDEN, HIDDEN], level: ['NP', 'VIP'] } as never };
    expect(revertValues(secret, [], 'undo')).toEqual({ level: 'NP' });
    expect(
      revertValues(first, [secret, { id: 5, diff: { city: ['now', 'later'] } as never }], 'moment'),
    ).toEqual({
      level: 'NP',
    });
  });

  it('changes only different, writable values: no server fields, and no fields that are read-only for the user', () => {
    const now = { city: 'C', level: 'NP', ownerName: 'Somebody', address: 'x' };
    const values = { city: 'A', level: 'NP', ownerName: 'Nobody', address: 'y', unknown: 1 };
    expect(revertChanges(customer, makeCaller([['customer.address', 'read']]), now, values)).toEqual([
      { field: 'city', before: 'C', after: 'A' },
    ]);
  });
});

describe('the displayed part of a change', () => {
  const diff = {
    city: ['A', 'B'],
    creditRating: ['normal', 'good'],
    taxNumber: [HIDDEN, HIDDEN],
    old: [1, 2],
  } as never;

  it('omits hidden fields and says so, hides protected values, and drops unknown fields', () => {
    expect(listShownChanges(customer, makeCaller([['customer.creditRating', 'hidden']]), diff)).toEqual({
      changes: [
        { field: 'taxNumber', before: null, after: null, hidden: true },
        { field: 'city', before: 'A', after: 'B' },
      ],
      withheld: true,
    });
    expect(listShownChanges(customer, makeCaller(), diff).withheld).toBe(false);
  });

  it('can be reverted unless it created or deleted the record, or nothing of it may be written', () => {
    const changes = [{ field: 'city', before: 'A', after: 'B' }];
    expect(changeUndoable(customer, makeCaller(), 'update', changes)).toBe(true);
    expect(changeUndoable(customer, makeCaller(), 'create', changes)).toBe(false);
    expect(changeUndoable(customer, makeCaller([['customer.city', 'read']]), 'update', changes)).toBe(false);
    expect(changeUndoable(customer, makeCaller(), 'update', [{ ...changes[0]!, hidden: true }])).toBe(false);
  });
});
