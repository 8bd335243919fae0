/** The demo's sales are whole: their counts, and sums that agree whichever way they are added up. */
import { expect, it } from 'vitest';
import type { Client } from '../support/client.ts';
import { login, startServer } from '../support/server.ts';
import { runSql } from '../support/world.ts';

const TENANT = 2;
const PATIENCE = { timeout: 200_000, interval: 500 };

type Counted = Record<'table' | 'count', unknown>;

const COUNTS: Record<string, number> = {
  ...{ customer: 30, customer_contact: 68, customer_visit: 90, customer_plan: 24 },
  ...{ customer_owner: 6, record_share: 4, order_relation: 3 },
};

const cents = (amount: unknown): number => Math.round(Number(amount ?? 0) * 100);

async function totalOf(client: Client, name: string): Promise<Record<string, unknown>> {
  const { totals } = await client.call('recordStatistic', { path: { name }, query: { by: '' } });
  return totals.find(({ currency }) => currency === 'CNY')?.figures ?? {};
}

it('has as many records as it should, and amounts that agree', async () => {
  const server = await startServer({ demo: true, fresh: true });
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
    await expect.poll(counted, PATIENCE).toEqual(COUNTS);
    const late = await runSql<{ count: number }>(
      server,
      `select count(*)::int from customer_plan where tenant_id = ${TENANT} and state = 'open' and "to" < current_date - 1`,
    );
    expect(Number(late[0]?.count)).toBe(2);
    const client = await login(server);
    const money = await totalOf(client, 'orderMoney');
    const open = await totalOf(client, 'receivables');
    const invoices = await totalOf(client, 'invoicesOpen');
    const [amount, received, receivable] = ['amount', 'received', 'receivable'].map((one) =>
      cents(money[one]),
    );
    expect(amount).toBeGreaterThan(0);
    expect(received! + receivable!).toBe(amount);
    expect(cents(open.open)).toBe(receivable);
    expect(cents(money.invoiced) + cents(money.applied) + cents(money.invoiceable)).toBe(amount);
    expect(cents(invoices.open) + cents(money.notInvoiced)).toBe(receivable);
    const { rows } = await client.call('recordStatistic', {
      path: { name: 'receivables' },
      query: { by: 'age' },
    });
    const overdue = rows.filter(({ key, currency }) => currency === 'CNY' && Number(key.age) > 0);
    expect(overdue.reduce((sum, { figures }) => sum + cents(figures.open), 0)).toBe(cents(open.overdue));
  } finally {
    await server.stop();
  }
}, 240_000);
