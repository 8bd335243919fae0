import { describe, expect, it } from 'vitest';
import { can, canGrant, scopeOf } from '../../../../../runtime/core/access/permission.ts';

const set = (...keys: string[]) => new Set(keys);

describe('can', () => {
  it('supports exact keys, the wildcard of one entity and the wildcard of all', () => {
    expect(can(set('station:get'), 'station:get')).toBe(true);
    expect(can(set('station:*'), 'station:delete')).toBe(true);
    expect(can(set('*'), 'anything:at-all')).toBe(true);
  });

  it('refuses missing permissions', () => {
    expect(can(set(), 'station:get')).toBe(false);
    expect(can(set('station:get'), 'station:update')).toBe(false);
    expect(can(set('station:*'), 'stationGroup:get')).toBe(false);
    expect(can(set('station:*'), 'station')).toBe(false);
  });
});

describe('scopeOf', () => {
  it('answers the widest reach', () => {
    expect(scopeOf(set('customer:update@own'), 'customer:update')).toBe('own');
    expect(scopeOf(set('customer:update@own', 'customer:*@department'), 'customer:update')).toBe(
      'department',
    );
    expect(scopeOf(set('customer:update@own', 'customer:update'), 'customer:update')).toBe('tenant');
    expect(scopeOf(set('customer:list@own'), 'customer:update')).toBeNull();
  });
});

describe('canGrant', () => {
  it('lets no user extend their permissions', () => {
    expect(canGrant(set('customer:update@own'), 'customer:update')).toBe(false);
    expect(canGrant(set('customer:update@own'), 'customer:update@own')).toBe(true);
    expect(canGrant(set('customer:*'), 'customer:update@department')).toBe(true);
  });

  it('lets no user grant more than they have', () => {
    expect(canGrant(set('station:get'), 'station:get')).toBe(true);
    expect(canGrant(set('station:get'), 'station:*')).toBe(false);
    expect(canGrant(set('station:*'), 'station:*')).toBe(true);
    expect(canGrant(set('station:*'), '*')).toBe(false);
    expect(canGrant(set('*'), '*')).toBe(true);
  });
});
