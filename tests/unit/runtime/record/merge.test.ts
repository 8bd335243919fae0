import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { changedFields, mergeValues, updateBody } from '../../../../runtime/record/dialog/merge.ts';

const customer = entities.customer;
const base = { id: 7, version: 3, name: 'A', city: 'Suzhou', remark: null, state: 'deal', ownerName: 'Chen' };

describe('updateBody', () => {
  it('sends what changed with id and version, an emptied field as null', () => {
    expect(updateBody(customer, base, { name: 'B', state: 'deal' })).toEqual({
      id: 7,
      version: 3,
      name: 'B',
      city: null,
    });
  });

  it('takes null, empty and absent for the same and never sends what the server owns', () => {
    expect(changedFields(customer, base, { ...base, remark: '', ownerName: 'Li' })).toEqual([]);
  });
});

describe('mergeValues after a conflict', () => {
  const theirs = { ...base, version: 4, city: 'Ningbo', state: 'lost' };

  it('lays my changes upon the latest record', () => {
    const { values, contested } = mergeValues(customer, base, { ...base, name: 'B' }, theirs);
    expect(values).toMatchObject({ name: 'B', city: 'Ningbo', state: 'lost', version: 4 });
    expect(contested).toEqual([]);
  });

  it('names the fields that both changed, to different values only', () => {
    const mine = { ...base, city: 'Nanjing', state: 'lost' };
    const { values, contested } = mergeValues(customer, base, mine, theirs);
    expect(values.city).toBe('Nanjing');
    expect(contested).toEqual(['city']);
  });
});
