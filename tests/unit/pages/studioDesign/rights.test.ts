import { expect, it } from 'vitest';
import {
  isOffered,
  offer,
  refsTo,
  setDepartment,
  setOwner,
} from '../../../../pages/studio/parts/design/rules/rightsChanges.ts';
import { orderWith } from './order.ts';

const order = orderWith({
  buyerId: { type: 'integer', 'x-ref': 'user' },
  deptId: { type: 'integer', 'x-ref': 'dept' },
});

it('offers all possible actions, or the named ones', () => {
  expect(isOffered(order, 'delete')).toBe(true);
  const kept = offer(order, 'delete', false);
  expect(kept.api.do).toEqual(['list', 'get', 'create', 'update']);
  expect(offer(kept, 'delete', true).api).toEqual(order.api);
});

it('offers only suitable fields as owner', () => {
  expect([refsTo(order, 'user'), refsTo(order, 'dept')]).toEqual([['buyerId'], ['deptId']]);
  expect(setDepartment(setOwner(order, 'buyerId'), 'deptId')).toMatchObject({
    owner: 'buyerId',
    department: 'deptId',
  });
});
