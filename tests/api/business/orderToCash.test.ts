/** Amounts agree to the cent from the order to its payment and invoices. Limits of amounts are enforced. */
import { describe, expect, it } from 'vitest';
import { serveCash } from '../../support/records/cash.ts';
import {
  applyFor,
  INVOICE_A,
  INVOICE_B,
  makeCustomer,
  makeOrder,
  move,
  PLAN,
  readOrder,
  readRecord,
  receive,
  type Saved,
} from '../../support/records/orderToCash.ts';

const { boss, seller, ask } = serveCash();

/** Creates an order of the worked example that belongs to another person. */
async function orderOfSeller(): Promise<Saved> {
  const order = await makeOrder(ask);
  await boss.call('orderTransfer', { body: { orderId: order.id, userId: seller.userId } });
  return order;
}

/** Creates an order of the worked example that its approver has signed. */
async function signedOrder(): Promise<Saved> {
  const { id } = await orderOfSeller();
  for (const name of ['propose', 'approve']) {
    const { status, msg } = await move(ask, 'salesOrder', id, name);
    if (status !== 200) throw new Error(`${name}: ${msg}`);
  }
  return readOrder(ask, id);
}

describe('an order', () => {
  it('is computed to the cent, with its discount shared among the lines', async () => {
    const order = await makeOrder(ask);
    expect(order).toMatchObject({
      net: '544010.33',
      tax: '67682.71',
      gross: '611693.04',
      planned: '611693.04',
      unplanned: '0.00',
      receivable: '0.00',
      invoiceable: '611693.04',
      saleStatus: 'unconfirmed',
    });
    expect(order.number).toMatch(/^SO\d{6}-\d{4}$/);
    expect(
      order.lines.map(({ net, share, netAfter, tax, gross }) => [net, share, netAfter, tax, gross]),
    ).toEqual([
      ['430407.09', '3919.85', '426487.24', '55443.34', '481930.58'],
      ['53097.34', '483.57', '52613.77', '6839.79', '59453.56'],
      ['5823.13', '53.03', '5770.10', '750.11', '6520.21'],
      ['37041.29', '337.35', '36703.94', '3303.35', '40007.29'],
      ['22641.48', '206.20', '22435.28', '1346.12', '23781.40'],
    ]);
  });

  it('is paid in parts by percentages, of which the last gets the rest', async () => {
    const plan = PLAN.map(({ amount: _, ...part }) => part);
    const order = await makeOrder(ask, { plan });
    expect(order.plan.map(({ amount }) => amount)).toEqual(PLAN.map(({ amount }) => amount));
    // The amount of an instalment that is added to a saved order is also computed from its percentage.
    const first = await makeOrder(ask, { plan: plan.slice(0, 1) });
    const { data } = await ask<Saved>('POST', '/manager/orderPay', { ...plan[1]!, orderId: first.id });
    expect(data).toMatchObject({ amount: '367015.82' });
    const put = { id: first.id, version: (await readOrder(ask, first.id)).version };
    const existing = (await readOrder(ask, first.id)).plan.map(({ id }) => ({ id }));
    const changed = await ask<Saved>('PUT', '/manager/orderinfo/updateOrder', {
      ...put,
      plan: [...existing, plan[2]!],
    });
    expect(changed.data).toMatchObject({ planned: '611693.04', unplanned: '0.00' });
  });

  it('is paid in equal parts without percentages, the first with the odd cents', async () => {
    const parts = ['a', 'b', 'c'].map((name) => ({ name, due: '2026-12-31' }));
    const lines = [{ item: 'Hour', quantity: 1, price: '100.00', taxRate: 0 }];
    const order = await makeOrder(ask, { discount: '0.00', lines, plan: parts });
    expect(order.plan.map(({ amount }) => amount)).toEqual(['33.34', '33.33', '33.33']);
    // Without a percentage, an added instalment needs an amount.
    const body = { orderId: order.id, name: 'd', due: '2026-12-31' };
    expect(await ask('POST', '/manager/orderPay', body)).toMatchObject({
      ...{ status: 400, errors: [{ field: '/amount' }] },
    });
  });

  it('can be submitted only if its instalments add up to its amount; the error contains the difference', async () => {
    const { id } = await makeOrder(ask, { plan: PLAN.slice(0, 2) });
    const { status, msg } = await move(ask, 'salesOrder', id, 'propose');
    expect([status, msg]).toEqual([409, expect.stringContaining('61,169.31')]);
  });

  it('needs approval above the limit, and cannot be changed after signing', async () => {
    const own = await makeOrder(ask);
    await move(ask, 'salesOrder', own.id, 'propose');
    expect((await move(ask, 'salesOrder', own.id, 'approve')).status).toBe(409);
    const { id } = await orderOfSeller();
    expect((await move(ask, 'salesOrder', id, 'confirm')).status).toBe(409);
    const waiting = async (who: Pick<typeof boss, 'call'>) => (await who.call('taskCounts')).decisions;
    const before = await waiting(boss);
    await move(ask, 'salesOrder', id, 'propose');
    expect([await waiting(boss), await waiting(seller)]).toEqual([before + 1, 0]);
    await move(ask, 'salesOrder', id, 'approve');
    expect(await waiting(boss)).toBe(before);
    const order = await readOrder(ask, id);
    expect(order).toMatchObject({ saleStatus: 'processing', receivable: '611693.04' });
    expect(order.signedAt).toBeTruthy();
    const put = (body: object) =>
      ask('PUT', '/manager/orderinfo/updateOrder', { id, version: order.version, ...body });
    expect(await put({ discount: '0.00' })).toMatchObject({
      status: 409,
      code: 40989,
      errors: [{ field: '/discount' }],
    });
    expect((await put({ lines: [] })).status).toBe(409);
    expect((await ask('DELETE', `/manager/orderinfo/${id}`)).status).toBe(409);
    const amended = await move(ask, 'salesOrder', id, 'amend', { deliveryAt: '2026-09-30', reason: 'later' });
    expect(amended.data).toMatchObject({ deliveryAt: '2026-09-30', saleStatus: 'processing' });
  });
});

describe('receipts', () => {
  it('are matched with instalments, keep the rest as credit, and are reversed', async () => {
    const order = await signedOrder();
    const [first, second] = order.plan;
    const p1 = await receive(ask, order.customerId, '100000.00', '2026-02-10', [
      { payId: first!.id, amount: '100000.00' },
    ]);
    expect(p1.data).toMatchObject({ matched: '100000.00', credit: '0.00' });
    expect((await readOrder(ask, order.id)).plan[0]).toMatchObject({ open: '83507.91', state: 'part' });
    const p2 = await receive(ask, order.customerId, '84758.31', '2026-02-27', [
      { payId: first!.id, amount: '83507.91' },
    ]);
    expect(p2.data.credit).toBe('1250.40');
    const now = await readOrder(ask, order.id);
    expect(now).toMatchObject({ received: '183507.91', receivable: '428185.13' });
    expect(now.plan[0]).toMatchObject({ open: '0.00', state: 'paid' });
    const over = await receive(ask, order.customerId, '400000.00', '2026-03-01', [
      { payId: second!.id, amount: '367015.83' },
    ]);
    expect([over.status, over.msg]).toEqual([422, expect.stringContaining('367,015.82')]);
    const more = await receive(ask, order.customerId, '1.00', '2026-03-01', [
      { payId: second!.id, amount: '2.00' },
    ]);
    expect(more.status).toBe(400);
    const { status } = await move(ask, 'orderReceipt', p1.data.id, 'reverse', {
      reverseReason: 'wrong bank',
    });
    expect(status).toBe(200);
    expect(await readOrder(ask, order.id)).toMatchObject({ received: '83507.91' });
    expect(await readRecord(ask, '/manager/orderReceipt', p1.data.id)).toMatchObject({
      matched: '0.00',
      credit: '0.00',
    });
  });

  it('are not matched with orders of another customer', async () => {
    const order = await signedOrder();
    const other = await makeCustomer(ask);
    const { status, errors } = await receive(ask, other, '10.00', '2026-03-01', [
      { payId: order.plan[0]!.id, amount: '10.00' },
    ]);
    expect([status, errors?.[0]?.field]).toEqual([400, '/matches/0/payId']);
  });
});

describe('invoices', () => {
  const apply = (order: Saved, lines: [number, string, string][]) => applyFor(ask, order, lines);

  it('reserve the applied amounts at once, up to the amounts of the order and its lines', async () => {
    const order = await signedOrder();
    expect((await apply(order, INVOICE_A)).data).toMatchObject({ gross: '547904.35', pending: '547904.35' });
    expect(await readOrder(ask, order.id)).toMatchObject({ applied: '547904.35', invoiceable: '63788.69' });
    expect((await apply(order, INVOICE_B)).data.gross).toBe('45952.64');
    const left = await readOrder(ask, order.id);
    expect(left.invoiceable).toBe('17836.05');
    expect(left.lines.map(({ rest }) => rest)).toEqual(['0.00', '0.00', '0.00', '0.00', '17836.05']);
    const over = await apply(order, [[4, '16826.46', '1009.60']]);
    expect([over.status, over.msg]).toEqual([422, expect.stringContaining('17,836.05')]);
    const line = await apply(order, [[3, '1.00', '0.09']]);
    expect(line.status).toBe(422);
  });

  it('are issued in several documents, and only all of them complete the application', async () => {
    const order = await signedOrder();
    const { data } = await apply(order, INVOICE_A);
    await move(ask, 'orderInvoice', data.id, 'invoicing');
    const paper = (number: string, net: string, tax: string) =>
      ask('POST', '/manager/orderinvoicerecord', {
        invoiceId: data.id,
        number,
        date: '2026-05-21',
        net,
        tax,
      });
    expect((await paper('24322000000000000001', '400000.00', '52000.00')).status).toBe(200);
    const early = await move(ask, 'orderInvoice', data.id, 'finish');
    expect([early.status, early.msg]).toEqual([409, expect.stringContaining('452,000.00')]);
    expect((await paper('24322000000000000002', '84871.11', '11033.25')).status).toBe(422);
    expect((await paper('24322000000000000001', '1.00', '0.00')).status).toBe(409);
    expect((await paper('24322000000000000002', '84871.11', '11033.24')).status).toBe(200);
    expect((await move(ask, 'orderInvoice', data.id, 'finish')).status).toBe(200);
    expect(await readOrder(ask, order.id)).toMatchObject({
      applied: '0.00',
      invoiced: '547904.35',
      invoiceable: '63788.69',
    });
  });

  it('are reversed exactly by red letters, and applied for again in one step', async () => {
    const order = await signedOrder();
    const { data } = await apply(order, INVOICE_A);
    const records = [{ number: 'R1-1', date: '2026-05-21', net: '484871.11', tax: '63033.24' }];
    const issued = await boss.call('issueInvoice', { query: { id: data.id }, body: { records } });
    expect(issued).toMatchObject({ state: 'invoiced', issued: '547904.35', papers: 1 });
    const papers = await boss.call('orderInvoiceRecordPage', {
      query: { filter: JSON.stringify({ and: [{ field: 'invoiceId', op: 'eq', value: data.id }] }) },
    });
    const redOfId = papers.records[0]!.id;
    const replace = (net: string, lines: object[]) =>
      ask<Saved>('POST', `/manager/orderinvoice/replace?id=${data.id}`, {
        reason: '01',
        red: [{ number: `RED-${net}`, date: '2026-06-18', net, tax: '-63033.24', redOfId }],
        lines,
      });
    const [first, second] = order.lines;
    const again = [
      { orderLineId: first!.id, net: '426487.24', tax: '55443.34' },
      { orderLineId: second!.id, net: '52613.77', tax: '6839.79' },
    ];
    const part = await replace('-484871.10', again);
    expect([part.status, part.msg]).toEqual([422, expect.stringContaining('547,904.35')]);
    const replaced = await boss.call('replaceInvoice', {
      query: { id: data.id },
      body: {
        ...{ reason: '01', lines: again },
        red: [{ number: 'RED-1', date: '2026-06-18', net: '-484871.11', tax: '-63033.24', redOfId }],
      },
    });
    expect(replaced).toMatchObject({ state: 'replaced', issued: '0.00' });
    const successors = await boss.call('orderInvoicePage', {
      query: { filter: JSON.stringify({ and: [{ field: 'replacesId', op: 'eq', value: data.id }] }) },
    });
    const [successor] = successors.records;
    expect(successor).toMatchObject({ gross: '541384.14', state: 'applied' });
    const now = await readOrder(ask, order.id);
    expect(now).toMatchObject({ applied: '541384.14', invoiced: '0.00', invoiceable: '70308.90' });
  });

  it('are applied for and replaced once, however often the same request is sent', async () => {
    const order = await signedOrder();
    const lines = INVOICE_A.map(([at, net, tax]) => ({ orderLineId: order.lines[at]!.id, net, tax }));
    const applying = {
      headers: { 'idempotency-key': `apply-${order.id}` },
      body: { orderId: order.id, title: '苏州澄湖电子有限公司', taxNumber: '91320594MA1X0C5K7F', lines },
    };
    const applied = [await boss.call('applyInvoice', applying), await boss.call('applyInvoice', applying)];
    expect(applied[1]).toEqual(applied[0]);
    const ofOrder = { filter: JSON.stringify({ and: [{ field: 'orderId', op: 'eq', value: order.id }] }) };
    expect((await boss.call('orderInvoicePage', { query: ofOrder })).total).toBe(1);
    expect(await readOrder(ask, order.id)).toMatchObject({ applied: '547904.35' });
    const query = { id: applied[0]!.id };
    const records = [{ number: `OLD-${order.id}`, date: '2026-05-21', net: '484871.11', tax: '63033.24' }];
    await boss.call('issueInvoice', { query, body: { records } });
    const papers = await boss.call('orderInvoiceRecordPage', { query: { search: `OLD-${order.id}` } });
    const redOfId = papers.records[0]!.id;
    const red = [
      { number: `RED-${order.id}`, date: '2026-06-18', net: '-484871.11', tax: '-63033.24', redOfId },
    ];
    const replacing = {
      headers: { 'idempotency-key': `replace-${order.id}` },
      ...{ query, body: { reason: '01', red, lines: lines.slice(0, 2) } },
    };
    const replaced = [
      await boss.call('replaceInvoice', replacing),
      await boss.call('replaceInvoice', replacing),
    ];
    expect(replaced[1]).toEqual(replaced[0]);
    expect((await boss.call('orderInvoicePage', { query: ofOrder })).total).toBe(2);
    expect((await boss.call('orderInvoiceRecordPage', { query: { search: `-${order.id}` } })).total).toBe(2);
  });

  it('of 16 parallel applications for 100.00 of 1,000.00, ten are accepted', async () => {
    const customerId = await makeCustomer(ask);
    const { data } = await ask<Saved>('POST', '/manager/orderinfo', {
      ...{ name: 'One thousand', customerId },
      lines: [{ item: 'Hour', quantity: 1, price: '1000.00', taxRate: 0 }],
      plan: [{ name: 'All', amount: '1000.00', due: '2026-12-31' }],
    });
    expect((await move(ask, 'salesOrder', data.id, 'confirm')).status).toBe(200);
    const order = await readOrder(ask, data.id);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => apply(order, [[0, '100.00', '0.00']])),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    expect([accepted.length, answers.length - accepted.length]).toEqual([10, 6]);
    expect(await readOrder(ask, order.id)).toMatchObject({ applied: '1000.00', invoiceable: '0.00' });
  });
});
