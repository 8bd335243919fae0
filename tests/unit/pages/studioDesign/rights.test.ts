import { expect, it } from 'vitest';
import type { EntityDefinition } from '../../../../generated/definition.ts';
import {
  isOffered,
  offer,
  refsTo,
  setDepartment,
  setOwner,
} from '../../../../pages/studio/parts/design/rightsChanges.ts';

const order: EntityDefinition = {
  name: 'order',
  title: { zh: '订单', en: 'Order' },
  label: 'name',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      buyerId: { type: 'integer', 'x-ref': 'user' },
      deptId: { type: 'integer', 'x-ref': 'dept' },
    },
  },
  list: { columns: ['name'] },
  api: { base: '/manager/order' },
};

it('offers all that can be done, or what is named', () => {
  expect(isOffered(order, 'delete')).toBe(true);
  const kept = offer(order, 'delete', false);
  expect(kept.api.do).toEqual(['list', 'get', 'create', 'update']);
  expect(offer(kept, 'delete', true).api).toEqual(order.api);
});

it('says whose a record is by the fields that can', () => {
  expect([refsTo(order, 'user'), refsTo(order, 'dept')]).toEqual([['buyerId'], ['deptId']]);
  expect(setDepartment(setOwner(order, 'buyerId'), 'deptId')).toMatchObject({
    owner: 'buyerId',
    department: 'deptId',
  });
});
