/** Tests the fields of a card. It has room for a few, and the state of the record is among them. */
import { expect, it } from 'vitest';
import { entities } from '../../../../generated/entities.ts';
import { pickFields } from '../../../../runtime/list/cards/pickFields.ts';

const { leave, customer } = entities;

it('shows the state of a record below its first fields', () => {
  expect(pickFields(leave, leave.list.columns.slice(1))).toEqual([
    ...['type', 'startDate', 'endDate', 'days'],
    'status',
  ]);
});

it('shows it once if it is among them, and not if it is no column', () => {
  expect(pickFields(leave, ['status', 'type'])).toEqual(['status', 'type']);
  expect(pickFields(leave, ['type', 'startDate', 'endDate', 'days', 'createdAt'])).toHaveLength(4);
  expect(pickFields({}, customer.list.columns)).toHaveLength(4);
});
