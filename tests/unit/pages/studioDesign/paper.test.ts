import { expect, it } from 'vitest';
import type { DocumentDefinition } from '../../../../generated/definition.ts';
import {
  addPart,
  changePart,
  kindOf,
  listOfferedKinds,
  movePart,
  nameSigners,
  printNames,
  removePart,
} from '../../../../pages/studio/parts/design/paper/paperChanges.ts';
import { orderWith } from './order.ts';

const order = orderWith({
  photo: { type: 'string', format: 'image' },
  total: { type: 'string', format: 'money' },
  lines: {
    type: 'array',
    'x-control': 'table',
    'x-lines': { entity: 'orderLine', field: 'orderId', key: 'id' },
    items: {
      type: 'object',
      properties: { id: { type: 'integer' }, item: { type: 'string' }, amount: { type: 'number' } },
    },
  },
});
const paper: DocumentDefinition = {
  name: 'orderPaper',
  title: { zh: '订单', en: 'Order' },
  of: 'order',
  sections: [{ fields: ['name', { field: 'total', as: 'capitals' }] }],
};

it('accepts sections with content, of the kinds that its record allows', () => {
  expect(listOfferedKinds(order)).toEqual(['fields', 'lines', 'text', 'pictures', 'signatures']);
  const whole = listOfferedKinds(order).reduce((now, kind) => addPart(now, order, kind), paper);
  expect(whole.sections.slice(1)).toMatchObject([
    { fields: ['name', 'total'] },
    { lines: 'lines', fields: ['item', 'amount'], totals: ['total'] },
    { text: {} },
    { pictures: 'photo' },
    { signatures: [{}, {}] },
  ]);
  expect(whole.sections.map(kindOf)).toEqual(['fields', 'fields', 'lines', 'text', 'pictures', 'signatures']);
  expect(kindOf({ records: { of: 'a', by: 'b' }, fields: ['c'] })).toBeNull();
});

it('orders them, and keeps other settings of a field', () => {
  const two = addPart(paper, order, 'text');
  expect(movePart(two, 1, 0).sections.map(kindOf)).toEqual(['text', 'fields']);
  expect(movePart(two, 1, 2)).toBe(two);
  expect(removePart(two, 0).sections).toHaveLength(1);
  expect(printNames(paper.sections[0]!.fields, ['total', 'photo'])).toEqual([
    { field: 'total', as: 'capitals' },
    'photo',
  ]);
  expect(changePart(paper, 0, { title: { zh: '甲', en: 'A' } }).sections[0]).toHaveProperty('title.en', 'A');
  expect(nameSigners([{ zh: '甲方', en: 'Seller' }], ['Seller', 'Buyer'], 'en')).toEqual([
    { zh: '甲方', en: 'Seller' },
    { zh: 'Buyer', en: 'Buyer' },
  ]);
});
