import { describe, expect, it } from 'vitest';
import { actions_asked, list_missing } from '../../../runtime/access/questions.ts';
import { entity_of } from '../../../runtime/core/definitions/entities.ts';

const nothing = { create: false, import: false, export: false };

describe('what can be asked about rights', () => {
  it('is what the entity offers: of a record, or of the list first', () => {
    const customer = entity_of('customer');
    expect(actions_asked(customer, true)).toEqual(['update', 'delete', 'get']);
    expect(actions_asked(customer, false)).toEqual(['create', 'import', 'export', 'update', 'delete', 'get']);
  });

  it('is missing in a list only where it is offered at all', () => {
    expect(list_missing(entity_of('customer'), { ...nothing, create: true })).toEqual(['import', 'export']);
    expect(list_missing(entity_of('customer'), { create: true, import: true, export: true })).toEqual([]);
    // Written by the server alone.
    expect(list_missing(entity_of('notificationLog'), nothing)).toEqual(['export']);
  });
});
