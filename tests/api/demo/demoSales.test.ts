/** The demo's sales are complete: their counts, and sums that agree however they are added up. */
import { expect, it } from 'vitest';
import type { Client } from '../../support/calls/client.ts';
import { runSql } from '../../support/calls/world.ts';
import { login, startServer } from '../../support/server/server.ts';

const TENANT = 2;

type Counted = Record<'table' | 'count', unknown>;

const COUNTS: Record<string, number> = {
  ...{ customer: 30, customer_contact: 68, customer_visit: 15, customer_plan: 24 },
  ...{ quote: 60, sales_order: 46, order_receipt: 92, order_invoice: 74, order_invoice_record: 71 },
  ...{ asset: 45, static_device: 12, defect_record: 9, operation_record: 65, electronic_file: 9 },
  ...{ asset_document: 36 },
  ...{ customer_owner: 6, record_share: 4, order_relation: 3 },
};

/** Counts the records of the tenant by the value of a field. */
const BY_STATE: readonly (readonly [table: string, field: string, counts: Record<string, number>])[] = [
  ['customer', 'state', { developing: 10, deal: 10, repeatDeal: 7, lost: 3 }],
  ['quote', 'state', { saved: 5, submitted: 3, pending: 7, replied: 41, canceled: 4 }],
  ['quote', 'result', { accepted: 34, declined: 7 }],
  [
    'sales_order',
    'sale_status',
    { unconfirmed: 6, pendingApproval: 2, processing: 22, completed: 14, canceled: 2 },
  ],
  ['order_invoice', 'state', { saved: 3, applied: 5, rejected: 2, invoicing: 4, invoiced: 56, replaced: 4 }],
  ['order_invoice_record', 'color', { blue: 67, red: 4 }],
];

/** Amounts that were signed in each of the thirteen months, in thousands. */
const SIGNED = [980, 1240, 1610, 2050, 1380, 1120, 1890, 2310, 1470, 1260, 2180, 2640, 1350];
/** Overdue amounts by age, in thousands. */
const AGES = [512, 388, 274, 243, 151, 43];

const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);

async function totalOf(client: Client, name: string): Promise<Record<string, unknown>> {
  const { totals } = await client.call('recordStatistic', { path: { name }, query: { by: '' } });
  return totals.find(({ currency }) => currency === 'CNY')?.figures ?? {};
}

it('has the expected number of records, and amounts that agree', async () => {
  const server = await startServer({ demo: true });
  try {
    const counted = async () =>
      Object.fromEntries(
        (
          await runSql<Counted>(
            server,
            Object.keys(COUNTS)
              .map(
                (table) =>
                  `select '${table}' as table, count(*)::int from ${table} where tenant_id = ${TENANT}`,
              )
              .join(' union all '),
          )
        ).map(({ table, count }) => [table, Number(count)]),
      );
    expect(await counted()).toEqual(COUNTS);
    const late = await runSql<{ count: number }>(
      server,
      `select count(*)::int from customer_plan where tenant_id = ${TENANT} and state = 'open' and "to" < current_date - 1`,
    );
    expect(Number(late[0]?.count)).toBe(2);
    for (const [table, field, counts] of BY_STATE) {
      const rows = await runSql<{ value: string; count: number }>(
        server,
        `select ${field} as value, count(*)::int from ${table}
          where tenant_id = ${TENANT} and ${field} is not null group by ${field}`,
      );
      expect(Object.fromEntries(rows.map(({ value, count }) => [value, Number(count)]))).toEqual(counts);
    }
    const client = await login(server);
    expect(await totalOf(client, 'orderMoney')).toMatchObject({
      ...{ amount: '21480000.00', received: '13962000.00', receivable: '7518000.00' },
      ...{ invoiced: '15894000.00', applied: '644400.00', invoiceable: '4941600.00' },
    });
    expect(await totalOf(client, 'receivables')).toMatchObject({ open: '7518000.00', overdue: '1611000.00' });
    expect(await totalOf(client, 'receiptCredits')).toMatchObject({ credit: '38400.00' });
    const invoices = await totalOf(client, 'invoicesOpen');
    const money = await totalOf(client, 'orderMoney');
    expect(cents(invoices.open) + cents(money.notInvoiced)).toBe(cents(money.receivable));
    const inYuan = async (name: string, by: string) =>
      (await client.call('recordStatistic', { path: { name }, query: { by } })).rows.filter(
        ({ currency }) => currency === 'CNY',
      );
    const ages = (await inYuan('receivables', 'age')).filter(({ key }) => Number(key.age) > 0);
    expect(ages.map(({ figures }) => cents(figures.open) / 100_000)).toEqual(AGES);
    const months = await inYuan('ordersSigned', 'month');
    expect(months.map(({ figures }) => cents(figures.amount) / 100_000)).toEqual(SIGNED);
  } finally {
    await server.stop();
  }
});
