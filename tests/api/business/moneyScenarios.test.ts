/**
 * Figures compared with the year before (S9), one payment for several orders (S10), and payments that users
 * change in parallel (S14).
 */
import { describe, expect, it } from 'vitest';
import { changeRows } from '../../support/calls/world.ts';
import { serveCash } from '../../support/records/cash.ts';
import {
  applyFor,
  makeCustomer,
  move,
  readOrder,
  readRecord,
  receive,
  type Saved,
} from '../../support/records/orderToCash.ts';

const { server, boss, ask } = serveCash();

/** Creates a signed order with one line and one instalment, without tax. */
async function signed(amount: string, customerId: unknown, more: object = {}): Promise<Saved> {
  const { data, msg } = await ask<Saved>('POST', '/manager/orderinfo', {
    ...{ name: `Order of ${amount}`, customerId },
    lines: [{ item: 'Cabinet', price: amount, taxRate: 0 }],
    plan: [{ name: 'All', amount, due: '2026-12-31' }],
    ...more,
  });
  if (!data) throw new Error(msg);
  const moved = await move(ask, 'salesOrder', data.id, 'confirm');
  if (moved.status !== 200) throw new Error(moved.msg);
  return readOrder(ask, data.id);
}

describe('the signed amounts, compared with the year before', () => {
  const at = async (amount: string, signedAt: string) => {
    const order = await signed(amount, await makeCustomer(ask));
    await changeRows(server, 'sales_order', { id: order.id }, { signed_at: signedAt });
    return order;
  };
  const months = async () => {
    const { rows, totals } = await boss.call('ordersYearOverYear', {
      query: { by: 'month', from: '2026-01-01', to: '2026-03-31' },
      headers: { 'x-time-zone': 'Asia/Shanghai' },
    });
    return {
      rows: rows.map(({ key, figures, before, change }) => [
        ...[key.month, figures.amount ?? null, before?.amount ?? null],
        change?.amount === null || change?.amount === undefined ? null : change.amount.toFixed(4),
      ]),
      change: totals[0]?.change?.amount?.toFixed(4),
      sum: [totals[0]?.before?.amount, totals[0]?.figures.amount],
    };
  };

  it('fall by a quarter in February, have no comparison in March, and grow by a fifth to date', async () => {
    await at('100000.25', '2025-02-10T02:00:00Z');
    await at('100000.25', '2025-02-20T02:00:00Z');
    await at('150000.25', '2026-02-11T02:00:00Z');
    const march = await at('90000.00', '2026-03-03T02:00:00Z');
    expect(await months()).toEqual({
      rows: [
        ['2026-01', null, null, null],
        ['2026-02', '150000.25', '200000.50', '-0.2500'],
        ['2026-03', '90000.00', null, null],
      ],
      ...{ change: '0.2000', sum: ['200000.50', '240000.25'] },
    });
    // A later cancellation removes the order from its month.
    await move(ask, 'salesOrder', march.id, 'cancelSigned', { cancelReason: 'Called off' });
    expect((await months()).sum).toEqual(['200000.50', '150000.25']);
  });

  it("include the last evening of a month in the reader's time zone", async () => {
    // In Shanghai it is 23:30 on 31 January, in London half past three in the afternoon.
    await at('1.00', '2026-01-31T15:30:00Z');
    await at('2.00', '2026-01-31T16:30:00Z');
    const { rows } = await months();
    expect(rows.map(([month, amount]) => [month, amount])).toEqual([
      ['2026-01', '1.00'],
      ['2026-02', '150002.25'],
      ['2026-03', null],
    ]);
  });
});

describe('one payment', () => {
  it('pays parts of two orders of a customer, up to its amount', async () => {
    const customerId = await makeCustomer(ask);
    const [first, second] = [await signed('180.00', customerId), await signed('200.00', customerId)];
    const matches = [
      { payId: first.plan[0]!.id, amount: '180.00' },
      { payId: second.plan[0]!.id, amount: '120.00' },
    ];
    const over = await receive(ask, customerId, '299.99', '2026-03-01', matches);
    expect([over.status, over.errors?.[0]?.msg]).toEqual([400, expect.stringMatching(/300\.00.*299\.99/)]);
    const paid = await receive(ask, customerId, '300.00', '2026-03-01', matches);
    expect(paid.data).toMatchObject({ matched: '300.00', credit: '0.00' });
    expect([
      (await readOrder(ask, first.id)).receivable,
      (await readOrder(ask, second.id)).receivable,
    ]).toEqual(['0.00', '80.00']);
  });

  it('that is a few cents short settles an instalment with a reason, up to 1.00', async () => {
    const customerId = await makeCustomer(ask);
    const order = await signed('100.37', customerId);
    const short = (more: object) =>
      receive(ask, customerId, '100.00', '2026-03-01', [
        { payId: order.plan[0]!.id, amount: '100.00', ...more },
      ]);
    expect((await short({ difference: '0.37' })).status).toBe(400);
    expect((await short({ difference: '1.01', differenceReason: 'fees' })).status).toBe(400);
    await short({ difference: '0.37', differenceReason: 'bank fees' });
    expect(await readOrder(ask, order.id)).toMatchObject({ writtenOff: '0.37', receivable: '0.00' });
  });

  it('in another currency cannot be matched with instalments in this one', async () => {
    const customerId = await makeCustomer(ask);
    const order = await signed('50.00', customerId);
    const body = { customerId, currency: 'USD', amount: '50.00', date: '2026-03-01' };
    const matches = [{ payId: order.plan[0]!.id, amount: '50.00' }];
    expect(await ask('POST', '/manager/orderReceipt', { ...body, matches })).toMatchObject({
      ...{ status: 400, errors: [{ field: '/matches/0/payId' }] },
    });
  });
});

describe('at once', () => {
  it('16 parallel matches of the same receipt match it once', async () => {
    const customerId = await makeCustomer(ask);
    const order = await signed('1000.00', customerId);
    const { data: receipt } = await receive(ask, customerId, '100.00', '2026-03-01', []);
    const put = () =>
      ask('PUT', '/manager/orderReceipt', {
        ...{ id: receipt.id, version: receipt.version },
        matches: [{ payId: order.plan[0]!.id, amount: '100.00' }],
      });
    const answers = await Promise.all(Array.from({ length: 16 }, put));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15);
    expect(await readOrder(ask, order.id)).toMatchObject({ received: '100.00' });
    expect(await readRecord(ask, '/manager/orderReceipt', receipt.id)).toMatchObject({ credit: '0.00' });
  });

  it('two users issue the same application: one succeeds, and every document has a unique number', async () => {
    const order = await signed('60.00', await makeCustomer(ask));
    const { data } = await applyFor(ask, order, [[0, '60.00', '0.00']]);
    const issue = (number: string) =>
      ask('POST', `/manager/orderinvoice/invoicing?id=${data.id}`, {
        records: [{ number, date: '2026-03-02', net: '60.00', tax: '0.00' }],
      });
    const answers = await Promise.all([issue(`A-${order.id}`), issue(`B-${order.id}`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readOrder(ask, order.id)).toMatchObject({ invoiced: '60.00', applied: '0.00' });
    const other = await signed('60.00', await makeCustomer(ask));
    const again = await applyFor(ask, other, [[0, '60.00', '0.00']]);
    const twice = await ask('POST', `/manager/orderinvoice/invoicing?id=${again.data.id}`, {
      records: [
        {
          number: answers[0]!.status === 200 ? `A-${order.id}` : `B-${order.id}`,
          ...{ date: '2026-03-02', net: '60.00', tax: '0.00' },
        },
      ],
    });
    expect(twice.status).toBe(409);
  });

  it('orders that are created in parallel have unique numbers', async () => {
    const customerId = await makeCustomer(ask);
    const made = await Promise.all(
      Array.from({ length: 16 }, (_, at) =>
        ask<Saved>('POST', '/manager/orderinfo', { name: `At once ${at}`, customerId }),
      ),
    );
    expect(new Set(made.map(({ data }) => data.number)).size).toBe(16);
  });
});
