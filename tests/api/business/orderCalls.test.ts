/** The documented calls of orders, contracts, receipts and invoices, each tested for its purpose. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { auditOf } from '../../support/calls/world.ts';
import { asker } from '../../support/records/orderLines.ts';
import { makeCustomer, makeOrder, move, readOrder, type Saved } from '../../support/records/orderToCash.ts';
import { login, startedFolder, startOn, type TestServer } from '../../support/server/server.ts';

let folder: Awaited<ReturnType<typeof startedFolder>>;
let server: TestServer;
let admin: Client;
let request: ReturnType<typeof asker>;
let order: Saved;

beforeAll(async () => {
  folder = await startedFolder();
  server = await startOn(folder.path);
  admin = await login(server);
  request = asker(admin);
  order = await makeOrder(request);
});
afterAll(async () => {
  await server?.stop();
  await folder?.remove();
});

const uploadText = async (name: string): Promise<string> => {
  const form = new FormData();
  form.append('file', new Blob(['text']), name);
  return admin.call('uploadRetrunUrl', { form });
};

/** Creates a small signed order that needs no approval. */
async function signSmall(amount = '1000.00'): Promise<Saved> {
  const made = await admin.call('saveOrder', {
    body: {
      ...{ name: `Service ${amount}`, customerId: await makeCustomer(request), retention: 5 },
      lines: [{ item: 'Hour', price: amount, taxRate: 0 }],
      plan: [{ name: 'All', amount, due: '2026-12-31' }],
    },
  });
  expect((await move(request, 'salesOrder', made.id, 'confirm')).status).toBe(200);
  return readOrder(request, made.id);
}

describe('orders', () => {
  it('are created, listed, read, changed and deleted', async () => {
    const customerId = await makeCustomer(request);
    const made = await admin.call('salesOrderCreate', { body: { name: 'Order', customerId } });
    const changed = await admin.call('updateOrder', {
      body: { id: made.id, version: made.version, name: 'Renamed' },
    });
    expect(changed.name).toBe('Renamed');
    expect((await admin.call('salesOrderPage', { query: { search: 'Renamed' } })).total).toBe(1);
    expect(await admin.call('salesOrderGet', { path: { id: made.id } })).toMatchObject({
      lines: [],
      plan: [],
    });
    await admin.call('salesOrderDelete', { path: { id: made.id } });
    expect((await admin.call('salesOrderPage', { query: { search: 'Renamed' } })).total).toBe(0);
  });

  it('return their lines and instalments separately, which are changed with the order', async () => {
    const lines = await admin.call('orderLinePage', { query: { search: '电缆' } });
    expect(lines.records[0]).toMatchObject({ orderId: order.id, gross: '6520.21' });
    expect((await admin.call('orderLineGet', { path: { id: lines.records[0]!.id } })).quantity).toBe(137.5);
    const instalments = await admin.call('orderPayPage', { query: { size: 50 } });
    expect(instalments.records.filter(({ orderId }) => orderId === order.id)).toHaveLength(3);
    const extra = await admin.call('orderPayCreate', {
      body: { orderId: order.id, name: 'Extra', amount: '1.00', due: '2027-01-01' },
    });
    const { version } = await admin.call('orderPayGet', { path: { id: extra.id } });
    await admin.call('orderPayUpdate', { body: { id: extra.id, version, amount: '2.00' } });
    expect((await readOrder(request, order.id)).unplanned).toBe('-2.00');
    await admin.call('orderPayDelete', { path: { id: extra.id } });
    expect((await readOrder(request, order.id)).unplanned).toBe('0.00');
  });

  it('are amended with a reason, and completed only when nothing is open', async () => {
    const { id, plan, lines, customerId } = await signSmall();
    const amended = await admin.call('amendOrder', {
      query: { id },
      body: { remark: 'more', reason: 'asked for' },
    });
    expect(amended?.remark).toBe('more');
    const change = (await auditOf(server, 'salesOrder', id)).find(
      ({ action }) => action === 'transition:amend',
    );
    expect(change?.diff).toMatchObject({ 'form.reason': [null, 'asked for'] });
    await expect(admin.call('completeOrder', { body: { orderId: id } })).rejects.toMatchObject({
      status: 409,
      msg: expect.stringMatching(/还有 1,000\.00 未收款；还有 1,000\.00 未开票/),
    });
    const { id: receiptId } = await admin.call('orderReceiptCreate', {
      body: {
        customerId,
        amount: '1000.00',
        date: '2026-03-01',
        matches: [{ payId: plan[0]!.id, amount: '1000.00' }],
      },
    });
    const applied = await admin.call('applyInvoice', {
      body: {
        ...{ orderId: id, kind: 'general', title: 'A company' },
        lines: [{ orderLineId: lines[0]!.id, net: '1000.00', tax: '0.00' }],
      },
    });
    expect(applied?.state).toBe('applied');
    const records = [{ number: `P-${id}`, date: '2026-03-02', net: '1000.00', tax: '0.00' }];
    await admin.call('issueInvoice', { query: { id: applied!.id }, body: { records } });
    expect(await admin.call('orderMoney', { query: { orderId: id } })).toMatchObject({
      totals: [
        { figures: { amount: '1000.00', received: '1000.00', receivable: '0.00', invoiced: '1000.00' } },
      ],
    });
    const completing = {
      headers: { 'idempotency-key': `complete-${id}` },
      body: { orderId: id, date: '2026-03-03', remark: 'done' },
    };
    const done = await admin.call('completeOrder', completing);
    expect(done?.saleStatus).toBe('completed');
    expect(await admin.call('completeOrder', completing)).toEqual(done);
    expect(await admin.call('orderFinalAccount', { query: { orderId: id } })).toMatchObject({
      ...{ amount: '1000.00', changes: '0.00', settled: '1000.00', received: '1000.00' },
      ...{ invoiced: '1000.00', receivable: '0.00', invoiceable: '0.00', retention: '50.00' },
    });
    await expect(admin.call('completeOrder', { body: { orderId: id } })).rejects.toMatchObject({
      status: 409,
    });
    // A user with the permission opens the order again.
    expect(
      (await move(request, 'salesOrder', id, 'reopen', { reopenReason: 'late invoice' })).data,
    ).toMatchObject({
      saleStatus: 'processing',
    });
    expect((await admin.call('orderReceiptGet', { path: { id: receiptId } })).credit).toBe('0.00');
    expect((await admin.call('orderReceiptMatchPage')).records.length).toBeGreaterThan(0);
  });

  it("set their customer's state to deal, and after the second order to repeat deal", async () => {
    const { customerId } = await signSmall('10.00');
    const stateOf = async () =>
      (await admin.call('getCustomerInfoById', { query: { id: customerId as number } })).state;
    expect(await stateOf()).toBe('deal');
    const made = await admin.call('saveOrder', {
      body: {
        ...{ name: 'Again', customerId: customerId as number },
        lines: [{ item: 'Hour', price: '5.00' }],
        plan: [{ name: 'All', amount: '5.65', due: '2026-12-31' }],
      },
    });
    await move(request, 'salesOrder', made.id, 'confirm');
    expect(await stateOf()).toBe('repeatDeal');
  });

  it('have figures by month and by customer, and a workbook', async () => {
    await signSmall('77.00');
    const figures = await admin.call('ordersStatistics', { query: { by: 'type' } });
    expect(figures.totals[0]?.figures.orders).toBeGreaterThan(0);
    expect(
      (
        await admin.call('ordersYearOverYear', {
          query: { by: 'month', from: '2026-01-01', to: '2026-12-31' },
        })
      ).rows.length,
    ).toBeGreaterThan(0);
    const clients = await admin.call('topClients', { query: { top: 10 } });
    expect(clients.rows[0]).toMatchObject({ place: 1 });
    const excel = await admin.request('ordersExcel', { body: {} });
    expect(excel.status).toBe(200);
  });
});

describe('what is below an order', () => {
  it('files, by category', async () => {
    const files = [await uploadText('a.txt')];
    const file = await admin.call('orderFileCreate', { body: { orderId: order.id, name: 'Plan', files } });
    await admin.call('orderFileUpdate', {
      body: { id: file.id, version: file.version, category: 'technical' },
    });
    expect(await admin.call('orderFileGet', { path: { id: file.id } })).toMatchObject({
      category: 'technical',
    });
    expect((await admin.call('orderFilePage')).total).toBe(1);
    await admin.call('orderFileDelete', { path: { id: file.id } });
  });

  it('weekly reports, one for each person and week', async () => {
    const body = { orderId: order.id, week: '2026-W07', progress: 'Foundation' };
    const report = await admin.call('orderWeeklyReportCreate', { body });
    await expect(admin.call('orderWeeklyReportCreate', { body })).rejects.toMatchObject({ status: 409 });
    await admin.call('orderWeeklyReportUpdate', {
      body: { id: report.id, version: report.version, next: 'Racks' },
    });
    expect((await admin.call('orderWeeklyReportGet', { path: { id: report.id } })).next).toBe('Racks');
    expect((await admin.call('orderWeeklyReportPage', { query: { search: 'Racks' } })).total).toBe(1);
    await admin.call('orderWeeklyReportDelete', { path: { id: report.id } });
  });

  it('relations to other orders, but not to itself', async () => {
    const other = await makeOrder(request);
    const body = { orderId: order.id, otherId: other.id };
    await expect(
      admin.call('orderRelationCreate', { body: { ...body, otherId: order.id } }),
    ).rejects.toMatchObject({ status: 400 });
    const relation = await admin.call('orderRelationCreate', { body });
    for (const orderId of [order.id, other.id])
      expect(await admin.call('relatedOrders', { query: { orderId } })).toMatchObject([
        { orderId: order.id, otherId: other.id },
      ]);
    await admin.call('orderRelationUpdate', {
      body: { id: relation.id, version: relation.version, kind: 'maintenance' },
    });
    expect((await admin.call('orderRelationGet', { path: { id: relation.id } })).kind).toBe('maintenance');
    expect((await admin.call('orderRelationPage')).total).toBe(1);
    await admin.call('orderRelationDelete', { path: { id: relation.id } });
  });

  it('contracts, which cannot be changed after signing', async () => {
    const contract = await admin.call('contractFileCreate', { body: { orderId: order.id, number: 'HT-1' } });
    await admin.call('updateContractOfOrder', {
      body: { id: contract.id, version: contract.version, remark: 'two copies' },
    });
    const form = { signedAt: '2026-02-02', file: await uploadText('scan.pdf') };
    const signed = await request('POST', `/manager/record/contractFile/${contract.id}/transition`, {
      ...{ name: 'sign', version: 2, form },
    });
    expect(signed.data).toMatchObject({ state: 'signed', signedAt: '2026-02-02' });
    expect(await admin.call('contractOfOrder', { body: { orderId: order.id } })).toMatchObject([
      { number: 'HT-1' },
    ]);
    expect((await admin.call('contractFilePage')).total).toBe(1);
    expect((await admin.call('contractFileGet', { path: { id: contract.id } })).remark).toBe('two copies');
    await expect(admin.call('contractFileDelete', { path: { id: contract.id } })).rejects.toMatchObject({
      status: 409,
    });
    const excel = await admin.request('contractsExcel', { body: {} });
    expect(excel.status).toBe(200);
  });
});

describe('receipts and invoices', () => {
  it('are changed as long as nothing depends on them', async () => {
    const customerId = await makeCustomer(request);
    const receipt = await admin.call('orderReceiptCreate', {
      body: { customerId, amount: '300.00', date: '2026-03-01' },
    });
    expect(receipt.number).toMatch(/^RC\d{4}-\d{5}$/);
    await admin.call('orderReceiptUpdate', {
      body: { id: receipt.id, version: receipt.version, payer: 'Payer' },
    });
    expect((await admin.call('orderReceiptPage', { query: { search: 'Payer' } })).total).toBe(1);
    await admin.call('orderReceiptDelete', { path: { id: receipt.id } });
    const signed = await signSmall('20.00');
    const application = await admin.call('orderInvoiceCreate', {
      body: { orderId: signed.id, kind: 'general', title: 'A company' },
    });
    await admin.call('orderInvoiceUpdate', {
      body: {
        ...{ id: application.id, version: application.version, remark: 'soon' },
        lines: [{ orderLineId: signed.lines[0]!.id, net: '20.00', tax: '0.00' }],
      },
    });
    const read = await admin.call('orderInvoiceGet', { path: { id: application.id } });
    expect(read).toMatchObject({ gross: '20.00', state: 'saved' });
    const lines = await admin.call('orderInvoiceLinePage');
    expect((await admin.call('orderInvoiceLineGet', { path: { id: lines.records[0]!.id } })).gross).toBe(
      '20.00',
    );
    await expect(
      admin.call('orderInvoiceRecordCreate', {
        body: { invoiceId: application.id, number: 'P-1', date: '2026-03-02', net: '20.00', tax: '0.00' },
      }),
    ).rejects.toMatchObject({ status: 422 });
    await admin.call('orderInvoiceDelete', { path: { id: application.id } });
  });

  it('documents accept files and remarks and are never deleted', async () => {
    const [paper] = (await admin.call('orderInvoiceRecordPage')).records;
    const { id, version } = await admin.call('orderInvoiceRecordGet', { path: { id: paper!.id } });
    const updated = await admin.call('orderInvoiceRecordUpdate', {
      body: { id, version, remark: 'sent by mail' },
    });
    expect(updated.remark).toBe('sent by mail');
    await expect(
      admin.call('orderInvoiceRecordUpdate', { body: { id, version: updated.version, net: '1.00' } }),
    ).rejects.toMatchObject({ status: 400 });
    const refusal = { status: 409, msg: expect.stringContaining('只能换开') };
    await expect(admin.call('orderInvoiceRecordDelete', { path: { id } })).rejects.toMatchObject(refusal);
    const one = { selection: { ids: [id] }, expected: 1 };
    const path = { entity: 'orderInvoiceRecord' };
    await expect(admin.call('recordBulkDelete', { path, body: one })).rejects.toMatchObject(refusal);
    expect(updated._actions).not.toContain('delete');
  });

  it('a match is read by its id', async () => {
    const [match] = (await admin.call('orderReceiptMatchPage')).records;
    expect((await admin.call('orderReceiptMatchGet', { path: { id: match!.id } })).counted).toBe('1000.00');
  });
});
