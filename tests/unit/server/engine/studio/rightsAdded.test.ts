import { expect, it } from 'vitest';
import { rightsAdded } from '../../../../../server/engine/studio/rights.ts';

const order = (rights?: object) => ({ name: 'order', ...(rights && { rights }) });
const subject = { kind: 'entity', name: 'order' } as const;

it('names what each role newly gets, and nothing that the definition before gave in a wider scope', () => {
  const previous = order({ sales: ['list', 'update@own'], finance: ['*'] });
  const document = order({ sales: ['list@own', 'update', 'delete'], finance: ['list'], operator: ['get'] });
  expect(rightsAdded([{ ...subject, document, previous }])).toEqual([
    { role: 'sales', permissions: ['order:update', 'order:delete'] },
    { role: 'operator', permissions: ['order:get'] },
  ]);
});

it('joins the rights on a record and on its lines, and asks only entities', () => {
  const line = { name: 'orderLine', rights: { sales: ['list'] } };
  const parts = [
    { ...subject, document: order({ sales: ['list'] }), previous: null },
    { ...subject, name: 'orderLine', document: line, previous: null },
    { kind: 'page', name: 'Orders', document: { rights: { sales: ['list'] } }, previous: null } as const,
  ];
  expect(rightsAdded(parts)).toEqual([{ role: 'sales', permissions: ['order:list', 'orderLine:list'] }]);
});
