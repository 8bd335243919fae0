/** Values of records that belong to orders, for definitions that do not say what must exist before them. */
import type { Client } from '../calls/client.ts';
import type { Staged } from './everyRecord.ts';

/** An order that was signed: applications for invoices are made of such alone. */
async function signOrder(client: Client, customerId: unknown): Promise<number> {
  const { id, version } = await client.call('saveOrder', {
    body: {
      ...{ name: 'Signed', customerId: Number(customerId) },
      lines: [{ item: 'Hour', price: '10.00', taxRate: 0 }],
      plan: [{ name: 'All', amount: '10.00', due: '2026-12-31' }],
    },
  });
  const path = { entity: 'salesOrder', id };
  await client.call('recordTransition', { path, body: { name: 'confirm', version } });
  return id;
}

export const stagedOrders: Readonly<Record<string, Staged>> = {
  orderRelation: async (client, idOf) => {
    const body = { name: 'Other', customerId: Number(idOf('customer')) };
    return { otherId: (await client.call('saveOrder', { body })).id };
  },
  orderInvoice: async (client, idOf) => ({
    kind: 'general',
    orderId: await signOrder(client, idOf('customer')),
  }),
  // A paper of nothing needs no application that is being issued.
  orderInvoiceRecord: async () => ({ net: '0.00', tax: '0.00' }),
  orderPay: async () => ({ amount: '1.00' }),
};
