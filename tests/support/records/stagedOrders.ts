/** Values for records that belong to orders, and further records that they need. Definitions do not contain this. */
import type { Client } from '../calls/client.ts';
import type { Staged } from './everyRecord.ts';

/** Creates a signed order. Only signed orders can be invoiced. */
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
  // An invoice of zero needs no application in progress.
  orderInvoiceRecord: async () => ({ net: '0.00', tax: '0.00' }),
  orderPay: async () => ({ amount: '1.00' }),
};
