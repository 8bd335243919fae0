import { describe, expect, it } from 'vitest';
import { canGrant } from '../../../../runtime/core/access/permission.ts';
import {
  catalogueGrantable,
  type EntityRights,
  putEntity,
  putReach,
  reachCommon,
  reachesGrantable,
  reachOf,
} from '../../../../runtime/form/rights/scopes.ts';

const customer: EntityRights = {
  name: 'customer',
  actions: [
    { key: 'customer:list', scoped: true },
    { key: 'customer:create', scoped: false },
    { key: 'customer:update', scoped: true },
  ],
};

describe('the scope of an entity', () => {
  it('is granted together, by a key that any user with this scope may grant', () => {
    const own = putEntity(['station:list'], customer, 'own');
    expect(own).toEqual(['station:list', 'customer:*@own']);
    const granted = new Set(['station:list', 'customer:*@own']);
    expect(own.every((key) => canGrant(granted, key))).toBe(true);
    expect(reachCommon(own, customer)).toBe('own');
    expect(putEntity(own, customer, 'tenant')).toEqual(['station:list', 'customer:*']);
    expect(putEntity(own, customer, 'none')).toEqual(['station:list']);
  });

  it('is mixed if its actions differ', () => {
    expect(reachCommon(['customer:list'], customer)).toBeNull();
    expect(reachCommon([], customer)).toBe('none');
    expect(reachCommon(['customer:*'], customer)).toBe('tenant');
  });
});

describe('the scope of an action', () => {
  it('changes separately, also under a wildcard', () => {
    const values = putReach(['customer:*', 'station:*'], customer, 'customer:update', 'own');
    expect(values.toSorted()).toEqual([
      'customer:create',
      'customer:list',
      'customer:update@own',
      'station:*',
    ]);
    expect(reachOf(values, 'customer:update')).toBe('own');
    expect(putReach(values, customer, 'customer:update', 'none')).not.toContain('customer:update@own');
  });

  it('is offered up to the scope of the grantor', () => {
    expect([...reachesGrantable(new Set(['customer:*@department']), 'customer:update')]).toEqual([
      'none',
      'own',
      'department',
    ]);
  });

  it('is not offered for actions that the grantor lacks', () => {
    const title = { zh: '', en: '' };
    const entity = (name: string) => ({
      name,
      title,
      fields: [],
      actions: [{ key: `${name}:list`, title, scoped: true }],
    });
    const group = { name: 'audit', title, permissions: [{ key: 'audit:list', title }] };
    const catalogue = { entities: [entity('customer'), entity('leave')], groups: [group] };
    expect(catalogueGrantable(catalogue, new Set(['leave:*@own']))).toEqual({
      entities: [entity('leave')],
      groups: [],
    });
  });
});
