import { describe, expect, it } from 'vitest';
import type { EntityDocument } from '../../../../pages/studio/parts/design/entityDoc.ts';
import {
  isOffered,
  offer,
  refsTo,
  setDepartment,
  setOwner,
} from '../../../../pages/studio/parts/design/rules/rightsChanges.ts';
import {
  rightTable,
  setAllRights,
  setRight,
} from '../../../../pages/studio/parts/design/rules/roleRights.ts';
import { orderWith } from './order.ts';

const order = orderWith({
  buyerId: { type: 'integer', 'x-ref': 'user' },
  deptId: { type: 'integer', 'x-ref': 'dept' },
});

it('offers all possible actions, or the named ones', () => {
  expect(isOffered(order, 'delete')).toBe(true);
  const offered = offer(order, 'delete', false);
  expect(offered.api.do).toEqual(['list', 'get', 'create', 'update']);
  expect(offer(offered, 'delete', true).api).toEqual(order.api);
});

it('offers only suitable fields as owner', () => {
  expect([refsTo(order, 'user'), refsTo(order, 'dept')]).toEqual([['buyerId'], ['deptId']]);
  expect(setDepartment(setOwner(order, 'buyerId'), 'deptId')).toMatchObject({
    owner: 'buyerId',
    department: 'deptId',
  });
});

describe('the rights of roles', () => {
  const move = { name: 'approve', title: { zh: '批准', en: 'Approve' }, from: ['draft'], to: 'done' };
  const offered: EntityDocument = {
    ...orderWith({ cost: { type: 'number', 'x-permission': 'order:cost' } }),
    states: {
      field: 'state',
      initial: 'draft',
      transitions: [move, { ...move, permission: 'order:update' }],
    },
  };

  it('are given by action, button and field with a permission of its own, each once', () => {
    const { actions } = rightTable({ ...offered, api: { base: '/manager/order', do: ['list', 'get'] } });
    expect(actions.map(({ key, scoped }) => [key, scoped])).toEqual([
      ['order:list', true],
      ['order:get', true],
      ['order:import', false],
      ['order:export', true],
      ['order:approve', true],
      ['order:update', true],
      ['order:cost', false],
    ]);
  });

  it('are written by role, and leave the definition when nothing is allowed', () => {
    const own = setRight(setRight(offered, 'sales', 'order:list', 'tenant'), 'sales', 'order:update', 'own');
    expect(own.rights).toEqual({ sales: ['list', 'update@own'] });
    expect(setAllRights(own, 'finance', 'department').rights).toEqual({
      ...own.rights,
      finance: ['*@department'],
    });
    expect(setAllRights(own, 'sales', 'none').rights).toBeUndefined();
  });

  it('on lines are what reading and writing their record needs, in its scope', () => {
    const line = { ...orderWith({}), name: 'orderLine' };
    const whole = setRight({ ...offered, lines: [line] }, 'sales', 'order:list', 'department');
    expect(whole.lines?.[0]?.rights).toEqual({ sales: ['list@department', 'get@department'] });
    const made = setRight(whole, 'sales', 'order:create', 'tenant');
    expect(made.lines?.[0]?.rights?.sales).toEqual([
      'list@department',
      'get@department',
      'create',
      'update@own',
      'delete@own',
    ]);
  });
});
