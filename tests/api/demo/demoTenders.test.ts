/** The demo's tenders are complete: their states, and the figures of the plan (B3). */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { login, startServer } from '../../support/server/server.ts';

const TENANT = 2;
const BY_STATE: readonly (readonly [table: string, counts: Record<string, number>])[] = [
  ['tender', { unprocessed: 4, planning: 5, underApproval: 2, bidOpening: 6, completed: 43, canceled: 4 }],
  ['bid', { ongoing: 6, winning: 19, failed: 25, unawarded: 5 }],
  ['tender_file', { released: 11 }],
  ['objective', { agreed: 12, replaced: 1 }],
];

it('has 64 tenders, 55 bids, a win rate of 43.18 % (by amount 42.01 %), and objectives', async () => {
  const server = await startServer({ demo: true });
  try {
    for (const [table, counts] of BY_STATE) {
      const rows = await runSql<{ value: string; count: number }>(
        server,
        `select state as value, count(*)::int from ${table} where tenant_id = ${TENANT} group by state`,
      );
      expect(Object.fromEntries(rows.map(({ value, count }) => [value, Number(count)]))).toEqual(counts);
    }
    const client = await login(server);
    const { totals } = await client.call('bidStatistics', { query: {} });
    const { winRate, amountRate, ...figures } = totals[0]!.figures;
    expect(figures).toMatchObject({
      ...{ bids: 55, won: 19, decided: 44, wonAmount: '11930000.00', decidedAmount: '28400000.00' },
    });
    expect([winRate, amountRate].map((rate) => (Number(rate) * 100).toFixed(2))).toEqual(['43.18', '42.01']);
    const plan = await client.call('recordStatistic', { path: { name: 'objectives' }, query: { by: '' } });
    expect(plan.totals[0]?.figures).toMatchObject({ count: 20, amount: '12000000.00' });
    expect((await client.call('bidPlanVersusActual')).totals).toMatchObject([
      { rate: { count: 0.95, amount: 0.9942 } },
    ]);
    const late = await runSql<{ count: number }>(
      server,
      `select count(*)::int from bid b join tender t on t.id = b.tender_id and t.tenant_id = b.tenant_id
        where b.tenant_id = ${TENANT} and b.decided_at < t.open_at`,
    );
    expect(Number(late[0]?.count)).toBe(0);
  } finally {
    await server.stop();
  }
});
