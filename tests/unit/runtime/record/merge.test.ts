import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { changedFields, mergeValues, updateBody } from '../../../../runtime/record/dialog/merge.ts';

const customer = entities.customer;
const base = { id: 7, version: 3, name: 'A', city: 'Suzhou', remark: null, state: 'deal', ownerName: 'Chen' };

describe('updateBody', () => {
  it('sends changes with id and version, and a cleared field as null', () => {
    expect(updateBody(customer, base, { name: 'B', state: 'deal' })).toEqual({
      id: 7,
      version: 3,
      name: 'B',
      city: null,
    });
  });

  it('treats null, empty and absent as equal and never sends fields of the server', () => {
    expect(changedFields(customer, base, { ...base, remark: '', ownerName: 'Li' })).toEqual([]);
  });
});

describe('mergeValues after a conflict', () => {
  const theirs = { ...base, version: 4, city: 'Ningbo', state: 'lost' };

  it("applies the user's changes to the latest record", () => {
    const { values, contested } = mergeValues(customer, base, { ...base, name: 'B' }, theirs);
    expect(values).toMatchObject({ name: 'B', city: 'Ningbo', state: 'lost', version: 4 });
    expect(contested).toEqual([]);
  });

  it('lists fields that both changed to different values', () => {
    const mine = { ...base, city: 'Nanjing', state: 'lost' };
    const { values, contested } = mergeValues(customer, base, mine, theirs);
    expect(values.city).toBe('Nanjing');
    expect(contested).toEqual(['city']);
  });
});

describe('lines that both changed', () => {
  const order = entities.salesOrder;
  const line = (id: number, item: string, more: object = {}) => ({ id, item, price: '1.00', ...more });
  const rows = (...lines: object[]) => ({ id: 7, version: 3, name: 'A', lines });
  const before = rows(line(1, 'Cabinet'), line(2, 'Cable'));
  const merge = (mine: object[], theirs: object[]) =>
    mergeValues(order, before, rows(...mine), rows(...theirs));

  it('are merged row by row', () => {
    const { values, contested } = merge(
      [line(1, 'Cabinet of mine'), line(2, 'Cable'), { item: 'New of mine', price: '2.00' }],
      [line(1, 'Cabinet'), line(2, 'Cable of theirs'), line(3, 'New of theirs')],
    );
    expect(contested).toEqual([]);
    expect(values.lines).toMatchObject([
      ...[{ item: 'Cabinet of mine' }, { item: 'Cable of theirs' }],
      ...[{ item: 'New of mine' }, { id: 3, item: 'New of theirs' }],
    ]);
  });

  it('exclude rows that either removed and the other did not change', () => {
    expect(
      merge([line(1, 'Cabinet of mine')], [line(1, 'Cabinet'), line(2, 'Cable')]).values.lines,
    ).toHaveLength(1);
    expect(merge([line(1, 'New name'), line(2, 'Cable')], [line(1, 'Cabinet')]).values.lines).toMatchObject([
      { item: 'New name' },
    ]);
  });

  it('are conflicts if both changed a row, or one changed what the other removed', () => {
    expect(merge([line(1, 'Mine')], [line(1, 'Theirs'), line(2, 'Cable')]).contested).toEqual(['lines']);
    expect(merge([line(2, 'Cable')], [line(1, 'Theirs'), line(2, 'Cable')]).contested).toEqual(['lines']);
  });
});
