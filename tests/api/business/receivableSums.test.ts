/**
 * The worked example from the signing to August. It compares open amounts by due date, by invoice and in all
 * currencies, and the credit of the customer.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import {
  applyFor,
  INVOICE_A,
  INVOICE_B,
  makeOrder,
  move,
  readOrder,
  readRecord,
  receive,
  refund,
  type Saved,
} from '../../support/records/orderToCash.ts';
import { readPdf } from '../../support/records/papers.ts';
import { login } from '../../support/server/server.ts';

const { server, boss, seller, ask } = serveCash();
const today = new Date().toISOString().slice(0, 10);
const RATE_DAY = '2026-08-14';

let order: Saved;

const figures = async (name: string, more: object = {}) =>
  boss.call('recordStatistic', { path: { name }, query: { by: '', ...more } });
const totalOf = async (name: string) =>
  (await figures(name)).totals.find(({ currency }) => currency === 'CNY')?.figures;

interface Paper {
  number: string;
  net: string;
  tax: string;
  date?: string;
}

async function issue(application: number, paper: Paper) {
  const records = [{ date: '2026-05-21', ...paper }];
  return boss.call('issueInvoice', { query: { id: application }, body: { records } });
}

/** Records the receipts P1 to P3 with the refund. */
async function receiveAll({ customerId, plan }: Saved): Promise<void> {
  const [first, second] = plan.map(({ id }) => id);
  await receive(ask, customerId, '100000.00', '2026-02-10', [{ payId: first, amount: '100000.00' }]);
  const p2 = await receive(ask, customerId, '84758.31', '2026-02-27', [{ payId: first, amount: '83507.91' }]);
  expect(p2.data.credit).toBe('1250.40');
  await refund(ask, p2.data, '-1000.00', '2026-03-12');
  const { version, matches } = await readRecord<Saved & { matches: { id: number }[] }>(
    ask,
    '/manager/orderReceipt',
    p2.data.id,
  );
  const existing = matches.map(({ id }) => ({ id }));
  await ask('PUT', '/manager/orderReceipt', {
    ...{ id: p2.data.id, version },
    matches: [...existing, { payId: second, amount: '250.40' }],
  });
  expect((await readOrder(ask, order.id)).plan[1]).toMatchObject({ open: '366765.42' });
  await receive(ask, customerId, '200000.00', '2026-06-30', [{ payId: second, amount: '200000.00' }]);
}

/** Issues invoices A and B, and A′ in place of A. */
async function invoiceAll(): Promise<void> {
  const a = await applyFor(ask, order, INVOICE_A);
  await issue(a.data.id, { number: 'A', net: '484871.11', tax: '63033.24' });
  const b = await applyFor(ask, order, INVOICE_B);
  await issue(b.data.id, { number: 'B', date: '2026-06-05', net: '42312.76', tax: '3639.88' });
  const papers = await boss.call('orderInvoiceRecordPage', { query: { search: 'A' } });
  const redOfId = papers.records[0]!.id;
  const again = INVOICE_A.slice(0, 2).map(([at, net, tax]) => ({
    orderLineId: order.lines[at]!.id,
    net,
    tax,
  }));
  await boss.call('replaceInvoice', {
    query: { id: a.data.id },
    body: {
      ...{ reason: '01', lines: again },
      red: [{ number: 'RED', date: '2026-06-18', net: '-484871.11', tax: '-63033.24', redOfId }],
    },
  });
  const { records } = await boss.call('orderInvoicePage', { query: { sort: '-id', size: 1 } });
  await move(ask, 'orderInvoice', records[0]!.id, 'apply');
  await issue(records[0]!.id, { number: 'A2', date: '2026-06-18', net: '479101.01', tax: '62283.13' });
}

const moveAs = async (client: Client, id: number, name: string, form: object = {}) => {
  const { version } = await readOrder(ask, id);
  return asker(client)<Saved>('POST', `/manager/record/salesOrder/${id}/transition`, { name, version, form });
};

beforeAll(async () => {
  const made = await makeOrder(asker(seller));
  await moveAs(seller, made.id, 'propose');
  await moveAs(boss, made.id, 'approve');
  order = await readOrder(ask, made.id);
  await receiveAll(order);
  await invoiceAll();
  // Creates a second order of the customer in another currency.
  const { id } = await makeOrder(ask, {
    ...{ customerId: order.customerId, currency: 'USD', discount: '0.00' },
    lines: [{ item: 'Cabinet', price: '48000.00', taxRate: 0 }],
    plan: [{ name: 'All', amount: '48000.00', due: '2026-07-20' }],
  });
  // At the rate of the day its amount needs no approval.
  await boss.call('exchangeRateCreate', { body: { currency: 'USD', day: today, rate: 7.1053 } });
  const signed = await moveAs(boss, id, 'confirm');
  expect(signed.msg).toBe('ok');
});

describe('what is open', () => {
  it('by due date is a part of the second instalment, and the third, which is not due', async () => {
    const { plan } = await readOrder(ask, order.id);
    expect(plan.map(({ open }) => open)).toEqual(['0.00', '166765.42', '61169.31']);
    expect(await totalOf('receivables')).toMatchObject({ open: '227934.73', overdue: '166765.42' });
  });

  it('by invoice is the rest of the newest invoice and the amount without invoice: the same sum', async () => {
    const { rows } = await figures('invoicesOpen', { by: 'orderId,month' });
    expect(rows.map(({ key, figures }) => [key.month, figures.open])).toEqual([['2026-06', '203578.47']]);
    expect(await totalOf('invoicesOpen')).toMatchObject({ open: '203578.47', invoiced: '587336.78' });
    expect(await totalOf('orderMoney')).toMatchObject({ receivable: '227934.73', notInvoiced: '24356.26' });
  });

  it("is added up in the home currency at a day's rate, which is named, and is empty without a rate", async () => {
    const sumOn = '2026-08-15';
    await expect(figures('receivables', { sumOn })).rejects.toMatchObject({
      ...{ status: 422, message: expect.stringMatching(/USD.*2026-08-15/) },
    });
    await boss.call('exchangeRateCreate', { body: { currency: 'USD', day: RATE_DAY, rate: 7.1053 } });
    const { sum, totals } = await figures('receivables', { sumOn });
    expect(sum).toEqual({
      currency: 'CNY',
      figures: { open: '568989.13', overdue: '507819.82', count: 3 },
      rates: [{ currency: 'USD', day: RATE_DAY, rate: 7.1053 }],
    });
    expect(totals.map(({ currency, figures }) => [currency, figures.open])).toEqual([
      ['CNY', '227934.73'],
      ['USD', '48000.00'],
    ]);
    // A rate is valid for a week.
    await expect(figures('receivables', { sumOn: '2026-08-22' })).rejects.toMatchObject({ status: 422 });
  });
});

describe('an order of a customer above the credit limit', () => {
  const small = (name: string) =>
    makeOrder(asker(seller), {
      ...{ name, customerId: order.customerId, discount: '0.00' },
      lines: [{ item: 'Hour', price: '100.00', taxRate: 0 }],
      plan: [{ name: 'All', amount: '100.00', due: '2026-12-31' }],
    });
  const setCustomer = async (values: object) => {
    const id = order.customerId as number;
    const { version } = await boss.call('getCustomerInfoById', { query: { id } });
    await boss.call('updateCustomer', { body: { id, version, ...values } });
  };

  beforeAll(async () => {
    await setCustomer({ creditLimit: '500000.00' });
  });

  it('cannot be signed before its credit is released; the error contains both figures', async () => {
    const { id } = await small('Above the limit');
    const refused = await moveAs(seller, id, 'confirm');
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('500,000.00')]);
    expect(refused.msg).toContain('568,989.13');
    expect((await moveAs(seller, id, 'propose')).status).toBe(200);
    expect((await moveAs(boss, id, 'approve')).status).toBe(409);
    expect((await moveAs(seller, id, 'allowCredit', { creditReason: 'please' })).status).toBe(403);
    const released = await moveAs(boss, id, 'allowCredit', { creditReason: 'paid tomorrow' });
    expect(released.data).toMatchObject({ creditReleased: true, saleStatus: 'pendingApproval' });
    expect((await moveAs(boss, id, 'approve')).data).toMatchObject({ saleStatus: 'processing' });
  });

  it('needs another release after it was withdrawn', async () => {
    const { id } = await small('Taken back');
    await moveAs(seller, id, 'propose');
    await moveAs(boss, id, 'allowCredit', { creditReason: 'paid tomorrow' });
    const back = await moveAs(seller, id, 'withdraw');
    expect(back.data).toMatchObject({ creditReleased: false });
  });

  it('is signed within the limit, and only one of two parallel orders', async () => {
    await setCustomer({ creditLimit: '569289.13' });
    const made = [await small('First of two'), await small('Second of two'), await small('Third')];
    const signed = await Promise.all(made.map(({ id }) => moveAs(seller, id, 'confirm')));
    // The order whose credit was released also uses 100.00 of the limit.
    expect(signed.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
  });

  it('is refused for a blacklisted customer, whatever the limit', async () => {
    await setCustomer({ creditLimit: '9999999.00', creditRating: 'blacklist' });
    const { id } = await small('Of the blacklisted');
    const refused = await moveAs(seller, id, 'confirm');
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('blacklisted')]);
    expect((await moveAs(seller, id, 'propose')).status).toBe(200);
  });
});

describe('a statement of account', () => {
  const paper = async (client: Client, lang: 'zh' | 'en') => {
    const path = { entity: 'customer', id: Number(order.customerId), document: 'customerStatement' };
    const response = await client.request('recordDocument', { path, query: { lang } });
    expect(response.status).toBe(200);
    return (await readPdf(new Uint8Array(await response.arrayBuffer()))).text;
  };

  it('lists open, received and ordered amounts, with sums for each currency', async () => {
    const text = await paper(boss, 'en');
    for (const part of [
      ...['Statement of account', today, '166,765.42', '61,169.31', '227,934.73', '48,000.00'],
      ...['Open (CNY)', 'Open (USD)', 'Total: Open', '84,758.31', '250.40', '1,000.00', '587,336.78'],
    ])
      expect(text).toContain(part);
    // The document contains only open amounts, and the first instalment is paid.
    expect(text).not.toContain('83,507.91');
    expect(await paper(boss, 'zh')).toContain('未收款');
  });

  it('shows only records that its reader may list', async () => {
    const { username } = await makePerson(server, [boss.tenantId], { permissions: ['customer:get'] });
    const text = await paper(await login(server, username, PASSWORD), 'en');
    expect(text).toContain('苏州澄湖电子');
    for (const part of ['227,934.73', '48,000.00', '84,758.31']) expect(text).not.toContain(part);
  });
});
