import { describe, expect, it } from 'vitest';
import { mergeRules, rulesBeyond } from '../../../../../server/engine/access/fieldRules.ts';
import { buildCatalogue, listUntitledKeys } from '../../../../../server/engine/permissions/catalogue.ts';

describe('the catalogue of permissions', () => {
  it('has a title for every key that operations, pages and fields require', () => {
    expect(listUntitledKeys()).toEqual([]);
  });

  it('lists the actions and transitions of an entity', () => {
    const user = buildCatalogue().entities.find(({ name }) => name === 'user');
    expect(user?.actions.map(({ key }) => key)).toEqual(
      expect.arrayContaining([
        'user:list',
        'user:export',
        'user:deactivate',
        'user:resetPassword',
        'user:idCard',
      ]),
    );
    expect(user?.actions.find(({ key }) => key === 'user:create')?.scoped).toBe(false);
  });

  it('includes the switch for participation, if a page uses it', () => {
    const keys = (entity: string) =>
      buildCatalogue()
        .entities.find(({ name }) => name === entity)
        ?.actions.map(({ key }) => key);
    expect(keys('customer')).toContain('customer:participation');
    expect(keys('role')).not.toContain('role:participation');
  });
});

describe('field rules', () => {
  const hides = {
    permissions: ['customer:*'],
    fieldRules: [{ field: 'customer.level', rule: 'hidden' as const }],
  };
  const reads = {
    permissions: ['customer:get'],
    fieldRules: [{ field: 'customer.level', rule: 'read' as const }],
  };
  const free = { permissions: ['customer:list'], fieldRules: [] };
  const other = { permissions: ['station:*'], fieldRules: [] };

  it('of several roles are the most permissive of those that open the entity', () => {
    expect(mergeRules([hides]).get('customer.level')).toBe('hidden');
    expect(mergeRules([hides, other]).get('customer.level')).toBe('hidden');
    expect(mergeRules([hides, reads]).get('customer.level')).toBe('read');
    expect(mergeRules([hides, reads, free]).size).toBe(0);
  });

  it('are not removed by permissions that a restricted user grants', () => {
    const granted = mergeRules([reads]);
    expect(rulesBeyond(granted, free)).toBe('customer.level');
    expect(rulesBeyond(granted, hides)).toBeUndefined();
    expect(rulesBeyond(mergeRules([hides]), reads)).toBe('customer.level');
    expect(rulesBeyond(granted, other)).toBeUndefined();
  });
});
