/** An accepted quote becomes an order with the same lines and amounts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { serveOperators } from '../../support/calls/operators.ts';
import { PLAN } from '../../support/records/orderToCash.ts';
import {
  makeQuote,
  moveQuote,
  readQuote,
  repliedQuote,
  sendQuote,
  startTrade,
  type Trade,
} from '../../support/records/quoteFlow.ts';

const served = serveOperators();
let trade: Trade;

beforeAll(async () => {
  trade = await startTrade(served.server);
});

const order = (body: object, who = trade.boss) => who.call('saveOrder', { body: body as { name: string } });

describe('an order of an accepted quote', () => {
  it('has its customer, currency, discount and lines, and a total of 611,693.04', async () => {
    const quoteId = await repliedQuote(trade, 'accept');
    const made = await order({ quoteId, plan: PLAN });
    expect(made).toMatchObject({
      ...{ quoteId, customerId: trade.customerId, name: '储能一期', currency: 'CNY', discount: '5000.00' },
      ...{ net: '544010.33', tax: '67682.71', gross: '611693.04', cost: '423263.75', planned: '611693.04' },
    });
    expect(made.lines?.map(({ item, gross, unitCost }) => [item, gross, unitCost])).toEqual([
      ['储能柜', '481930.58', '118000.00'],
      ['控制器', '59453.56', '15300.00'],
      ['电缆', '6520.21', '28.10'],
      ['安装', '40007.29', '24000.00'],
      ['运维服务', '23781.40', '900.00'],
    ]);
    const basis = await trade.boss.call('quotesOfOrder', { query: { orderId: made.id } });
    expect(basis).toMatchObject([{ id: quoteId, orderId: made.id }]);
    await expect(moveQuote(trade.boss, quoteId, 'revise')).rejects.toMatchObject({
      message: expect.stringContaining('已生成订单'),
    });
  });

  it('is created by a seller without fields that they may not see', async () => {
    const quoteId = await repliedQuote(trade, 'accept');
    const made = await order({ quoteId }, trade.seller);
    expect(made).toMatchObject({ gross: '611693.04' });
    expect(made).not.toHaveProperty('cost');
    const seen = await trade.boss.call('salesOrderGet', { path: { id: made.id } });
    expect(seen.lines?.map(({ unitCost }) => unitCost)).toEqual([null, null, null, null, null]);
  });

  it('keeps lines and values that the caller gives', async () => {
    const quoteId = await repliedQuote(trade, 'accept');
    const lines = [{ item: '咨询', quantity: 1, price: '100.00', taxRate: 0 }];
    expect(await order({ quoteId, name: '另名', discount: '0.00', lines })).toMatchObject({
      ...{ name: '另名', gross: '100.00', customerId: trade.customerId },
      lines: [{ item: '咨询' }],
    });
  });

  it('remains unchanged if its quote changes', async () => {
    const quoteId = await repliedQuote(trade, 'accept');
    const made = await order({ quoteId, plan: PLAN });
    const { lines = [] } = await readQuote(trade.boss, quoteId);
    const { version } = await readQuote(trade.boss, quoteId);
    const prices = lines.map(({ id }) => ({ id, price: '1.00' }));
    await expect(
      trade.boss.call('quoteUpdate', { body: { id: quoteId, version, lines: prices } }),
    ).rejects.toMatchObject({ status: 409 });
    const { gross, lines: orderLines } = await trade.boss.call('salesOrderGet', { path: { id: made.id } });
    expect([gross, orderLines?.[0]?.price]).toEqual(['611693.04', '148672.57']);
  });

  it('accepts entered instalments if they add up to its amount to the cent', async () => {
    const lines = [{ item: '储能柜', quantity: 3, price: '629.84', taxRate: 0 }];
    const planOf = (...amounts: string[]) =>
      amounts.map((amount, at) => ({ name: `${at + 1}`, amount, due: '2026-12-31' }));
    const customerId = trade.customerId;
    const made = await order({ name: '分期', customerId, lines, plan: planOf('629.97', '629.78', '629.77') });
    expect(made).toMatchObject({ gross: '1889.52', planned: '1889.52' });
    const confirm = (id: number, version: number) =>
      trade.boss.call('recordTransition', {
        path: { entity: 'salesOrder', id },
        body: { name: 'confirm', version },
      });
    expect(await confirm(made.id, made.version)).toMatchObject({ saleStatus: 'processing' });
    const short = await order({
      name: '少一分',
      customerId,
      lines,
      plan: planOf('629.97', '629.78', '629.76'),
    });
    await expect(confirm(short.id, short.version)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('0.01'),
    });
  });

  it('can be created once, until the first order is canceled', async () => {
    const quoteId = await repliedQuote(trade, 'accept');
    const { id, version } = await order({ quoteId });
    await expect(order({ quoteId })).rejects.toMatchObject({
      errors: [{ field: '/quoteId', msg: expect.stringMatching(/^报价Q\d{6}-\d{4}已有订单$/) }],
    });
    const body = { name: 'cancel', version };
    await trade.boss.call('recordTransition', { path: { entity: 'salesOrder', id }, body });
    const { orderId } = await readQuote(trade.boss, quoteId);
    expect(orderId).toBeNull();
    expect(await order({ quoteId })).toMatchObject({ gross: '611693.04' });
  });

  it('is refused if the quote was declined, is not answered, or is of another customer', async () => {
    const declined = await repliedQuote(trade, 'decline');
    const waiting = await makeQuote(trade);
    await sendQuote(trade, waiting);
    const accepted = await repliedQuote(trade, 'accept');
    const other = await trade.boss.call('intoCustomer', { body: { name: '别家' } });
    for (const body of [
      { quoteId: declined },
      { quoteId: waiting },
      { quoteId: accepted, customerId: other.id },
    ])
      await expect(order(body)).rejects.toMatchObject({ status: 400, errors: [{ field: '/quoteId' }] });
  });

  it('reports missing values if there is no quote', async () => {
    await expect(order({ name: 'X' })).rejects.toMatchObject({
      status: 400,
      errors: [{ field: '/customerId' }],
    });
  });
});

it('a revised quote is a new version with the same lines and costs, and the old version is invalid', async () => {
  const id = await makeQuote(trade);
  await sendQuote(trade, id);
  expect(await moveQuote(trade.seller, id, 'revise')).toMatchObject({ state: 'superseded' });
  const { records } = await trade.boss.call('quotePage', { query: { sort: '-id', size: 1 } });
  const [next] = records;
  expect(next).toMatchObject({
    revisionOfId: id,
    revision: 2,
    state: 'saved',
    approval: 'draft',
    gross: '611693.04',
  });
  const whole = await readQuote(trade.boss, next!.id);
  expect(whole).toMatchObject({ cost: '423263.75', customerId: trade.customerId });
  await sendQuote(trade, whole.id);
  expect(await readQuote(trade.boss, whole.id)).toMatchObject({ state: 'pending' });
});
