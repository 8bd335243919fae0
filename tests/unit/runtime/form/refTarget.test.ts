/** The records that a reference offers. A form limits them, a filter offers all of them. */
import { describe, expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { needFilter, refTarget, unlockedLeaves } from '../../../../runtime/form/values/refTarget.ts';

const tender = entities.bid.schema.properties!.tenderId!;

describe('a reference', () => {
  it('offers in a form only the records that its definition allows', () => {
    const target = refTarget(tender, [{ field: entities.bid.schema, values: {} }]);
    expect(target?.needs).toEqual([{ field: 'state', value: ['planning', 'bidOpening'] }]);
  });

  it('offers all records in a filter', () => {
    expect(refTarget(tender)).toEqual({ entity: 'tender', key: 'id' });
  });
});

describe('the records around a new one', () => {
  it('are not in a locked state', () => {
    const leaves = unlockedLeaves(entities.executeSite);
    expect(leaves).toEqual([{ field: 'state', op: 'notIn', value: ['closed'] }]);
    expect(needFilter(undefined, ...leaves)).toBe(JSON.stringify({ and: leaves }));
  });

  it('are all if no state locks any', () => {
    expect(unlockedLeaves(entities.station)).toEqual([]);
  });
});
