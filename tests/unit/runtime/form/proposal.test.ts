import { expect, it } from 'vitest';
import type { Field } from '../../../../generated/definition.ts';
import { type ProposalTool, proposalOf, proposeRows } from '../../../../runtime/form/model/save/proposal.ts';

const text = { zh: '文', en: 'Text' };
const money: Field = { type: 'string', format: 'money', title: text, minimum: -1 };
const item: Field = { type: 'object', properties: { payId: { type: 'integer' }, amount: money } };
const records = [
  { id: 1, open: '83507.91' },
  { id: 2, open: '366765.42' },
  { id: 3, open: '61169.31' },
];
const tool = (total: string | null, share = true): ProposalTool => ({
  proposal: {
    ...{ title: text, by: 'payId', values: { amount: { var: 'open' } } },
    ...(share ? { share: { field: 'amount', of: 'amount' } } : {}),
  },
  target: { entity: 'orderPay', key: 'id' },
  isReady: true,
  total,
});
const propose = (total: string, rows: readonly unknown[] = []) =>
  proposeRows(tool(total), item, rows, records, () => ({}));

it('waits for all fields that it depends on, and for the amount', () => {
  const payId = { type: 'integer', 'x-ref': 'orderPay', 'x-refWhere': { customerId: { var: 'customerId' } } };
  const { proposal } = tool(null);
  const table = { items: { properties: { payId } }, 'x-propose': proposal } as Field;
  const ready = (values: object) => {
    const around = { ...values };
    return proposalOf(table, [{ field: { properties: { customerId: {} } }, values: around }], around)
      ?.isReady;
  };
  expect(ready({ customerId: 1, amount: '5.00' })).toBe(true);
  expect([ready({ amount: '5.00' }), ready({ customerId: 1 })]).toEqual([false, false]);
});

it('allocates the amount, the first record first, to the cent', () => {
  expect(propose('84758.31')).toEqual([
    { payId: 1, amount: '83507.91' },
    { payId: 2, amount: '1250.40' },
  ]);
  expect(propose('83507.91')).toEqual([{ payId: 1, amount: '83507.91' }]);
});

it('leaves a rest if less is open than the amount', () => {
  expect(propose('600000.00').map((row) => (row as { amount: string }).amount)).toEqual([
    ...['83507.91', '366765.42', '61169.31'],
  ]);
});

it('keeps entered rows, and continues with the rest', () => {
  const entered = { payId: 2, amount: '100.00' };
  expect(propose('200.00', [entered])).toEqual([entered, { payId: 1, amount: '100.00' }]);
  expect(propose('100.00', [entered])).toEqual([entered]);
});

it('proposes nothing for a refund, and nothing twice', () => {
  expect(propose('-5.00')).toEqual([]);
  const all = records.map(({ id, open }) => ({ payId: id, amount: open }));
  expect(propose('999999.00', all)).toEqual(all);
});

it('has a row for each record without a shared amount, with formatted values', () => {
  const negative = { ...tool(null, false) };
  negative.proposal = { ...negative.proposal, values: { amount: { '-': [{ var: 'open' }] } } };
  expect(proposeRows(negative, item, [], records.slice(0, 1), () => ({ day: '2026-06-18' }))).toEqual([
    { day: '2026-06-18', payId: 1, amount: '-83507.91' },
  ]);
});
