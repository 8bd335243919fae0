import { describe, expect, it } from 'vitest';
import { entityOf } from '../../../../runtime/core/definitions/entities.ts';
import { listAskableActions, listMissing } from '../../../../runtime/form/why/questions.ts';

const nothing = { create: false, import: false, export: false };

describe('what can be asked about rights', () => {
  it('is what the entity offers: of a record, or of the list first', () => {
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

  it('is missing in a list only where it is offered at all', () => {
    expect(listMissing(entityOf('customer'), { ...nothing, create: true })).toEqual(['import', 'export']);
    expect(listMissing(entityOf('customer'), { create: true, import: true, export: true })).toEqual([]);
    // Only the server writes these records.
    expect(listMissing(entityOf('notificationLog'), nothing)).toEqual(['export']);
  });
});
