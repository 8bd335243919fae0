/**
 * When finance replaces an invoice, an application for its successor is created in the same transaction. It
 * belongs to the first applicant.
 */
import { beforeAll, expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { makePerson, PASSWORD } from '../../support/people/people.ts';
import { serveCash } from '../../support/records/cash.ts';
import { asker } from '../../support/records/orderLines.ts';
import { applyFor, makeOrder, move, readOrder } from '../../support/records/orderToCash.ts';
import { login } from '../../support/server/server.ts';

const { server, boss, seller, ask } = serveCash();
const requestAsSeller = asker(seller);
let finance: Client;

beforeAll(async () => {
  const { username } = await makePerson(server, [boss.tenantId], { role: 'finance' });
  finance = await login(server, username, PASSWORD);
});

/** Creates an order of the seller that finance has invoiced, with 60.00 in one line. */
async function invoiced() {
  const made = await makeOrder(requestAsSeller, {
    ...{ discount: null, lines: [{ item: 'Hour', price: '60.00', taxRate: 0 }] },
    plan: [{ name: 'All', amount: '60.00', due: '2026-12-31' }],
  });
  expect((await move(requestAsSeller, 'salesOrder', made.id, 'confirm')).status).toBe(200);
  const order = await readOrder(requestAsSeller, made.id);
  const { data } = await applyFor(requestAsSeller, order, [[0, '60.00', '0.00']]);
  const records = [{ number: `S-${made.id}`, date: '2026-05-21', net: '60.00', tax: '0.00' }];
  await finance.call('issueInvoice', { query: { id: data.id }, body: { records } });
  const papers = await finance.call('orderInvoiceRecordPage', { query: { search: `S-${made.id}` } });
  return { order, id: data.id, redOfId: papers.records[0]!.id };
}

const red = (id: number, redOfId: number) => [
  { number: `R-${id}`, date: '2026-06-18', net: '-60.00', tax: '0.00', redOfId },
];
const successorOf = async (id: number) => {
  const filter = JSON.stringify({ and: [{ field: 'replacesId', op: 'eq', value: id }] });
  return (await seller.call('orderInvoicePage', { query: { filter } })).records[0];
};

it('belongs to the first applicant, who can follow it until finance issues it', async () => {
  const { order, id, redOfId } = await invoiced();
  const lines = [{ orderLineId: order.lines[0]!.id, net: '50.00', tax: '0.00' }];
  await finance.call('replaceInvoice', {
    query: { id },
    body: { reason: '01', red: red(id, redOfId), lines },
  });
  const successor = await successorOf(id);
  expect(successor).toMatchObject({ state: 'applied', gross: '50.00', ownerId: seller.userId });
  expect(await readOrder(ask, order.id)).toMatchObject({ applied: '50.00', invoiced: '0.00' });
  expect(await seller.call('orderInvoiceGet', { path: { id: successor!.id } })).toMatchObject({
    lines: [{ net: '50.00' }],
  });
  const { records } = await seller.call('noticePage', { query: { size: 50 } });
  expect(records.filter((notice) => JSON.stringify(notice).includes('以您的名义重新申请'))).toHaveLength(1);
  const papers = [{ number: `N-${id}`, date: '2026-06-19', net: '50.00', tax: '0.00' }];
  await finance.call('issueInvoice', { query: { id: successor!.id }, body: { records: papers } });
  expect(await readOrder(ask, order.id)).toMatchObject({ applied: '0.00', invoiced: '50.00' });
});

it('leaves the old one unchanged if the new one cannot be applied for', async () => {
  const { order, id, redOfId } = await invoiced();
  const lines = [{ orderLineId: order.lines[0]!.id, net: '60.01', tax: '0.00' }];
  const body = { reason: '01', red: red(id, redOfId), lines };
  await expect(finance.call('replaceInvoice', { query: { id }, body })).rejects.toMatchObject({
    status: 422,
  });
  expect(await seller.call('orderInvoiceGet', { path: { id } })).toMatchObject({ state: 'invoiced' });
  expect(await successorOf(id)).toBeUndefined();
  expect(await readOrder(ask, order.id)).toMatchObject({ applied: '0.00', invoiced: '60.00' });
});

it('does not exist if no lines are applied for again', async () => {
  const { order, id, redOfId } = await invoiced();
  await finance.call('replaceInvoice', { query: { id }, body: { reason: '01', red: red(id, redOfId) } });
  expect(await successorOf(id)).toBeUndefined();
  expect(await readOrder(ask, order.id)).toMatchObject({ applied: '0.00', invoiceable: '60.00' });
});
