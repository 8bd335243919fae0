/**
 * Measures figures over 1,000,000 records over HTTP, as a report page requests them. The same sums, hand-written in
 * SQL on their own connection, alternate in one run. Figures are medians. Goal: 300 ms.
 */
import assert from 'node:assert/strict';
import { login } from '../tests/support/server/server.ts';
import { median } from './kit/percentile.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';
import { timed } from './kit/timed.ts';

const GOAL_MS = 300;
/** The records end in the middle of 2025. They are two minutes apart, or twelve hours in miniature. */
const RECORDS = sized(1_000_000, 3_000);
const APART_MINUTES = sized(2, 720);
const CUSTOMERS = sized(1_000, 50);
const ROUNDS = sized(9, 1);
const TENANT = 1;

/** The queries of the sales report, each with the SQL that a developer would write for it. */
const QUESTIONS: Readonly<Record<string, { query: Record<string, string>; byHand: string }>> = {
  'orders, amount and average of a year by month': {
    query: { by: 'month', from: '2025-01-01', to: '2025-12-31' },
    byHand: `select date_trunc('month', signed_at at time zone 'UTC'), currency, count(*), sum(gross), avg(gross)
      from sales_order where tenant_id = ${TENANT} and sale_status in ('processing', 'completed')
       and signed_at >= '2025-01-01' and signed_at < '2026-01-01' group by 1, 2`,
  },
  'the same of all years by type': {
    query: { by: 'type' },
    byHand: `select type, currency, count(*), sum(gross), avg(gross)
      from sales_order where tenant_id = ${TENANT} and sale_status in ('processing', 'completed') group by 1, 2`,
  },
  'the ten largest customers': {
    query: { by: 'customerId', sort: '-amount', top: '10' },
    byHand: `select customer_id, currency, count(*), sum(gross), avg(gross)
      from sales_order where tenant_id = ${TENANT} and sale_status in ('processing', 'completed')
     group by 1, 2 order by 4 desc limit 10`,
  },
};

interface StatisticsBench {
  name: string;
  ms: number;
  byHandMs: number;
}

async function benchStatistics(): Promise<StatisticsBench[]> {
  const server = await startFresh();
  try {
    const { pool } = server.app.db;
    await pool.query(`insert into customer (tenant_id, name, state, industry)
      select ${TENANT}, 'Customer ' || g, 'deal', 'other' from generate_series(1, ${CUSTOMERS}) g`);
    await pool.query(`insert into sales_order (tenant_id, number, name, customer_id, type, currency, gross, sale_status, signed_at)
      select ${TENANT}, 'SO-' || g, 'Order ' || g, c.first + g % ${CUSTOMERS}, (array['equipment', 'project', 'service'])[1 + g % 3],
             'CNY', (g % 100000)::numeric / 100, (array['processing', 'completed', 'canceled', 'unconfirmed'])[1 + g % 4],
             timestamptz '2022-01-01' + g * interval '${APART_MINUTES} minutes'
        from generate_series(1, ${RECORDS}) g, (select min(id) as first from customer where tenant_id = ${TENANT}) c`);
    await pool.query('vacuum analyze sales_order');
    const admin = await login(server);
    const results: StatisticsBench[] = [];
    for (const [name, { query, byHand }] of Object.entries(QUESTIONS)) {
      const request = () => admin.call('recordStatistic', { path: { name: 'ordersSigned' }, query });
      const { rows } = await pool.query(byHand);
      assert.ok(rows.length > 0, name);
      assert.equal((await request()).rows.length, rows.length, `${name}: as many rows on both sides`);
      const times = { ours: [] as number[], byHand: [] as number[] };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const [ours, hand] = [await timed(request), await timed(() => pool.query(byHand))];
        if (round === 0) continue;
        times.ours.push(ours);
        times.byHand.push(hand);
      }
      results.push({ name, ms: median(times.ours), byHandMs: median(times.byHand) });
    }
    return results;
  } finally {
    await server.stop();
  }
}

for (const { name, ms, byHandMs } of await benchStatistics()) {
  const value = ms / byHandMs;
  const verdict = judge({ value: ms, goal: GOAL_MS, better: 'less' });
  console.log(
    `${name}: ${ms.toFixed(0)} ms (${verdict}), by hand ${byHandMs.toFixed(0)} ms: ${value.toFixed(2)} times (${keepRatio({ name, value, better: 'less' })})`,
  );
}
