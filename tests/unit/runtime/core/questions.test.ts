import { describe, expect, it } from 'vitest';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { listAskableActions, listMissing } from '../../../../runtime/form/why/questions.ts';

const nothing = { create: false, import: false, export: false };

describe('the permissions that can be queried', () => {
  it('are the ones that the entity offers: for a record, or first for the list', () => {
    const customer = entityOf('customer');
    expect(listAskableActions(customer, true)).toEqual(['update', 'delete', 'get']);
    expect(listAskableActions(customer, false)).toEqual([
      'create',
      'import',
      'export',
      'update',
      'delete',
      'get',
    ]);
  });

  it('are missing in a list only if the entity offers them', () => {
    expect(listMissing(entityOf('customer'), { ...nothing, create: true })).toEqual(['import', 'export']);
    expect(listMissing(entityOf('customer'), { create: true, import: true, export: true })).toEqual([]);
    // Only the server writes these records.
    expect(listMissing(entityOf('notificationLog'), nothing)).toEqual(['export']);
  });
});
