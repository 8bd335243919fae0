/**
 * Limits of approvals and transitions apply in the home currency. The rate of the day converts the record's currency.
 */
import { describe, expect, it } from 'vitest';
import { writeDay } from '../../../runtime/core/statistics/steps.ts';
import { dateOf } from '../../../runtime/core/time/timeWindow.ts';
import { makePerson } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { setRate } from '../../support/records/exchangeRate.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeCustomer, move, readOrder, type Saved } from '../../support/records/orderToCash.ts';

const { server, boss, seller, ask } = serveCash();
const requestAsSeller = asker(seller);

/** Creates an order of the seller with one line and one instalment, without tax. */
async function orderOf(amount: string, currency: string): Promise<number> {
  const { data, msg } = await ask<Saved>('POST', '/manager/orderinfo', {
    ...{ name: `${currency} ${amount}`, customerId: await makeCustomer(ask), currency },
    lines: [{ item: 'Cabinet', price: amount, taxRate: 0 }],
    plan: [{ name: 'All', amount, due: '2026-12-31' }],
  });
  if (!data) throw new Error(msg);
  await boss.call('orderTransfer', { body: { orderId: data.id, userId: seller.userId } });
  return data.id;
}

const actionsOf = async (id: number): Promise<unknown> => (await readOrder(ask, id))._actions;

describe('an order in another currency', () => {
  it('is signed directly only up to the limit in the home currency', async () => {
    await setRate(boss, 'USD', 7.1);
    const [below, above] = [await orderOf('70422.00', 'USD'), await orderOf('70423.00', 'USD')];
    expect(await actionsOf(below)).toContain('confirm');
    expect(await actionsOf(above)).not.toContain('confirm');
    const refused = await move(ask, 'salesOrder', above, 'confirm');
    expect([refused.status, refused.msg]).toEqual([409, expect.stringContaining('CNY 500,000.00')]);
    expect((await move(ask, 'salesOrder', below, 'confirm')).status).toBe(200);
  });

  it('needs the administrator above the second limit, as the list shows', async () => {
    await setRate(boss, 'USD', 7.1);
    const id = await orderOf('300000.00', 'USD');
    await move(ask, 'salesOrder', id, 'propose');
    const { records } = await boss.call('salesOrderPage', { query: { size: 50 } });
    const row = records.find((one) => one.id === id);
    expect(row?._actions).toContain('forward');
    expect(row?._actions).not.toContain('approve');
    expect((await move(ask, 'salesOrder', id, 'approve')).status).toBe(409);
    expect((await move(ask, 'salesOrder', id, 'forward')).status).toBe(200);
  });

  it('needs the higher step if no rate exists, and no approval for zero', async () => {
    const id = await orderOf('1.00', 'EUR');
    expect((await move(ask, 'salesOrder', id, 'confirm')).status).toBe(409);
    await move(ask, 'salesOrder', id, 'propose');
    expect(await actionsOf(id)).toContain('forward');
    await setRate(boss, 'EUR', 7.9);
    expect(await actionsOf(id)).toContain('approve');
    expect((await move(ask, 'salesOrder', id, 'approve')).status).toBe(200);
  });
});

describe('a quote in another currency', () => {
  const approvalOf = async (price: string, currency: string): Promise<unknown> => {
    const { id, version } = await seller.call('saveQuote', {
      body: {
        ...{ name: `${currency} ${price}`, customerId: await makeCustomer(requestAsSeller), currency },
        ...{ validUntil: '2099-12-31', lines: [{ item: 'Cabinet', price, taxRate: 0 }] },
      },
    });
    await seller.call('recordSubmit', { path: { entity: 'quote', id }, body: { version } });
    return (await seller.call('getQuoteById', { query: { id } })).approval;
  };

  it('is approved by the head above the limit in the home currency, and if no rate exists', async () => {
    await setRate(boss, 'USD', 7.1);
    // Without a rate, the last step is required as well.
    await makePerson(server, [boss.tenantId], { role: 'administrator' });
    expect(await approvalOf('70422.00', 'USD')).toBe('agreed');
    expect(await approvalOf('70423.00', 'USD')).toBe('pending');
    expect(await approvalOf('70423.00', 'CNY')).toBe('agreed');
    expect(await approvalOf('1.00', 'RM')).toBe('pending');
  });

  it('shows its approvers before it is submitted', async () => {
    await setRate(boss, 'USD', 7.1);
    const { steps } = await boss.call('approvalFlow', { path: { entity: 'quote' } });
    const deciders = async (gross: string) => {
      const body = { steps, userId: seller.userId, values: { currency: 'USD', gross } };
      const tried = await boss.call('approvalFlowTrial', { path: { entity: 'quote' }, body });
      return tried.agreedAtOnce;
    };
    expect([await deciders('70422.00'), await deciders('70423.00')]).toEqual([true, false]);
  });
});

/** At every hour, one of these two zones has another date than UTC. */
it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'the day of a rate begins in %s, with the company',
  async (zone) => {
    const { records } = await boss.call('workCalendarPage', { query: {} });
    for (const { id, version } of records)
      await boss.call('workCalendarUpdate', { body: { id, version, zone } });
    const order = await orderOf('1.00', 'RM');
    const today = dateOf(Date.now(), zone);
    const mayConfirm = async () => {
      const { records: listed } = await boss.call('salesOrderPage', { query: { size: 50 } });
      const row = listed.find(({ id }) => id === order);
      return [row?._actions, await actionsOf(order)].map((actions) =>
        (actions as string[]).includes('confirm'),
      );
    };
    const setDay = (day: number) =>
      boss.call('exchangeRateCreate', { body: { currency: 'RM', day: writeDay(day), rate: 0.05 } });

    const next = await setDay(today + 1);
    expect(await mayConfirm()).toEqual([false, false]);
    expect((await move(ask, 'salesOrder', order, 'confirm')).status).toBe(409);
    const now = await setDay(today);
    expect(await mayConfirm()).toEqual([true, true]);
    expect((await move(ask, 'salesOrder', order, 'confirm')).status).toBe(200);
    for (const { id } of [next, now]) await boss.call('exchangeRateDelete', { path: { id } });
  },
);
