/**
 * Refused on the way from the customer to the payment: deleting contacts in use, circular relations, and
 * refunds or red letters that are too large.
 */
import { describe, expect, it } from 'vitest';
import { serveCash } from '../../support/records/cash.ts';
import {
  applyFor,
  INVOICE_A,
  makeCustomer,
  makeOrder,
  move,
  readOrder,
  readRecord,
  receive,
  refund,
  type Saved,
} from '../../support/records/orderToCash.ts';

const RECEIPTS = '/manager/orderReceipt';
const { boss, seller, ask } = serveCash();

async function signedOrder(): Promise<Saved> {
  const { id } = await makeOrder(ask);
  await boss.call('orderTransfer', { body: { orderId: id, userId: seller.userId } });
  for (const name of ['propose', 'approve']) await move(ask, 'salesOrder', id, name);
  return readOrder(ask, id);
}

describe('a contact', () => {
  it('of a quote cannot be deleted, and the error names the quote', async () => {
    const customerId = await makeCustomer(ask);
    const contact = await ask('POST', '/manager/customerContacts', { customerId, name: '王工' });
    const quote = await ask('POST', '/manager/quoteinfo', {
      ...{ name: '储能柜报价', customerId, contactId: contact.data.id },
    });
    expect(quote.status).toBe(200);
    const gone = await ask('DELETE', `/manager/customerContacts?id=${contact.data.id}`);
    expect([gone.status, gone.msg]).toEqual([409, expect.stringContaining('Quote')]);
    await ask('DELETE', `/manager/quoteinfo/${quote.data.id}`);
  });
});

describe('orders that supplement each other', () => {
  const relate = (orderId: number, otherId: number, kind = 'supplement') =>
    ask<Saved>('POST', '/manager/orderRelation', { orderId, otherId, kind });

  it('have no cycles, directly or through others; other relations may have cycles', async () => {
    const [a, b, c] = [await makeOrder(ask), await makeOrder(ask), await makeOrder(ask)];
    expect((await relate(a.id, b.id)).status).toBe(200);
    expect((await relate(b.id, c.id)).status).toBe(200);
    const back = await relate(c.id, a.id);
    expect(back).toMatchObject({ status: 409, code: 409108, errors: [{ field: '/otherId' }] });
    const other = await relate(c.id, a.id, 'followUp');
    expect(other.status).toBe(200);
    const changed = await ask('PUT', '/manager/orderRelation', {
      ...{ id: other.data.id, version: other.data.version, kind: 'supplement' },
    });
    expect(changed.status).toBe(409);
    expect((await readRecord(ask, '/manager/orderRelation', other.data.id)).kind).toBe('followUp');
  });

  it('have no cycle even if two relations are added in parallel', async () => {
    const [a, b] = [await makeOrder(ask), await makeOrder(ask)];
    const made = await Promise.all([relate(a.id, b.id), relate(b.id, a.id)]);
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('have no cycle after a restore from the recycle bin', async () => {
    const [a, b] = [await makeOrder(ask), await makeOrder(ask)];
    const { data } = await relate(a.id, b.id);
    await ask('DELETE', `/manager/orderRelation/${data.id}`);
    expect((await relate(b.id, a.id)).status).toBe(200);
    const { records } = await boss.call('recycleBin', { query: { entity: 'orderRelation', size: 50 } });
    const ids = records.filter(({ recordId }) => recordId === data.id).map(({ id }) => id);
    const answer = await boss.call('recycleBinRestore', { body: { ids } });
    expect([answer.restored, answer.failed.length]).toEqual([expect.anything(), 1]);
  });
});

describe('a refund', () => {
  it('is at most the credit of its receipt', async () => {
    const customerId = await makeCustomer(ask);
    const { data } = await receive(ask, customerId, '1250.40', '2026-02-27', []);
    const over = await refund(ask, data, '-1250.41', '2026-03-12');
    expect([over.status, over.msg]).toEqual([422, expect.stringContaining('1,250.40')]);
    const paid = await refund(ask, data, '-1000.00', '2026-03-12');
    expect(paid).toMatchObject({ status: 200, data: { credit: '0.00' } });
    expect(await readRecord(ask, RECEIPTS, data.id)).toMatchObject({ refunded: '1000.00', credit: '250.40' });
    expect((await refund(ask, data, '-250.41', '2026-03-12')).status).toBe(422);
    const reversed = await move(ask, 'orderReceipt', data.id, 'reverse', { reverseReason: 'wrong bank' });
    expect([reversed.status, reversed.msg]).toEqual([409, expect.stringContaining('1,000.00')]);
    await move(ask, 'orderReceipt', paid.data.id, 'reverse', { reverseReason: 'came back' });
    expect(await readRecord(ask, RECEIPTS, data.id)).toMatchObject({ refunded: '0.00', credit: '1250.40' });
  });

  it('names its receipt, which must be of the same customer and no refund', async () => {
    const customerId = await makeCustomer(ask);
    const { data } = await receive(ask, customerId, '100.00', '2026-02-27', []);
    const bare = await receive(ask, customerId, '-10.00', '2026-03-12', []);
    expect(bare).toMatchObject({ status: 400, errors: [{ field: '/refundOfId' }] });
    const other = await makeCustomer(ask);
    const foreign = await refund(ask, { ...data, customerId: other }, '-10.00', '2026-03-12');
    expect(foreign).toMatchObject({ status: 400, errors: [{ field: '/refundOfId' }] });
    const first = await refund(ask, data, '-10.00', '2026-03-12');
    expect((await refund(ask, first.data, '-1.00', '2026-03-12')).status).toBe(422);
  });

  it('of 16 parallel refunds of 100.00, ten are accepted for 1,000.00', async () => {
    const customerId = await makeCustomer(ask);
    const { data } = await receive(ask, customerId, '1000.00', '2026-02-27', []);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => refund(ask, data, '-100.00', '2026-03-12')),
    );
    const paid = answers.filter(({ status }) => status === 200);
    expect([paid.length, answers.length - paid.length]).toEqual([10, 6]);
    expect(await readRecord(ask, RECEIPTS, data.id)).toMatchObject({ refunded: '1000.00', credit: '0.00' });
  });
});

describe('a bank reference', () => {
  it('that already exists causes a warning, but is accepted', async () => {
    const customerId = await makeCustomer(ask);
    const body = { customerId, amount: '10.00', date: '2026-02-27', bankReference: `B-${customerId}` };
    const checkUnique = () =>
      boss.call('recordUnique', {
        path: { entity: 'orderReceipt' },
        body: { values: { bankReference: body.bankReference } },
      });
    expect(await checkUnique()).toEqual({ taken: [], beyond: [] });
    const first = await ask<Saved>('POST', RECEIPTS, body);
    expect(await checkUnique()).toEqual({ taken: ['bankReference'], beyond: [] });
    expect((await ask('POST', RECEIPTS, body)).status).toBe(200);
    expect(first.status).toBe(200);
  });
});

describe('a reduction of an issued invoice', () => {
  it('is made by red letters for returns and allowances, up to the issued amount', async () => {
    const order = await signedOrder();
    const { data } = await applyFor(ask, order, INVOICE_A);
    const records = [{ number: `P-${order.id}`, date: '2026-05-21', net: '484871.11', tax: '63033.24' }];
    await boss.call('issueInvoice', { query: { id: data.id }, body: { records } });
    const papers = await boss.call('orderInvoiceRecordPage', { query: { search: `P-${order.id}` } });
    const redOfId = papers.records[0]!.id;
    const reduce = (reason: string, number: string, net: string, tax: string, of = redOfId) =>
      move(ask, 'orderInvoice', data.id, 'reduce', {
        reason,
        red: [{ number, date: '2026-06-20', net, tax, redOfId: of }],
      });
    const wrong = await reduce('01', 'RED-A', '-884.96', '-115.04');
    expect(wrong).toMatchObject({ status: 400, errors: [{ field: expect.stringContaining('reason') }] });
    const number = `RED-P-${order.id}`;
    const reduced = await reduce('04', number, '-884.96', '-115.04');
    expect(reduced.data).toMatchObject({ state: 'invoiced', issued: '546904.35', reduced: '-1000.00' });
    expect(await readOrder(ask, order.id)).toMatchObject({ invoiced: '546904.35', invoiceable: '64788.69' });
    const reds = await boss.call('orderInvoiceRecordPage', { query: { search: number } });
    const ofRed = await reduce('04', `${number}-2`, '-1.00', '0.00', reds.records[0]!.id);
    // The form offers no red letters for this field, so the server refuses this one.
    expect(ofRed).toMatchObject({ status: 400, errors: [{ field: '/form/red/0/redOfId' }] });
    const more = await reduce('02', `${number}-3`, '-484871.11', '-63033.24');
    expect([more.status, more.msg]).toEqual([422, expect.stringContaining('547,904.35')]);
  });
});
