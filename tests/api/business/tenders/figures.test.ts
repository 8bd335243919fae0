/** The figures of bids (B3): by result, month, person and industry, and compared with the objectives. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bidFor,
  dayAfter,
  moveRecord,
  openTenderTeam,
  passOpening,
  type TenderTeam,
} from '../../../support/records/tenders.ts';
import { sharedServer, type TestServer } from '../../../support/server/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server?.stop());

describe('B3: the figures of bids', () => {
  let own: TenderTeam;
  beforeAll(async () => {
    own = await openTenderTeam(server);
    for (const [bids, moves] of [
      [
        [{ amount: '600.00' }, { amount: '400.00' }],
        ['win', 'lose'],
      ],
      [[{ amount: '200.00' }], ['unaward']],
    ] as const) {
      const made = await bidFor(own, bids);
      await passOpening(own, made.tenderId);
      for (const [at, move] of moves.entries())
        await moveRecord(own.sales.client, 'bid', made.bids[at]!, move, { reason: '见公示' });
    }
    await bidFor(own, [{ amount: '100.00' }]);
  });

  it('are counts, amounts and rates by result, month, person and industry', async () => {
    const boss = own.head.client;
    const { rows, totals } = await boss.call('bidStatistics', { query: {} });
    expect(rows.map(({ key, figures }) => [key.state, figures.bids, figures.amount])).toEqual(
      expect.arrayContaining([
        ['winning', 1, '600.00'],
        ['failed', 1, '400.00'],
        ['unawarded', 1, '200.00'],
        ['ongoing', 1, '100.00'],
      ]),
    );
    expect(totals[0]?.figures).toMatchObject({ bids: 4, won: 1, decided: 2, winRate: 0.5, amountRate: 0.6 });
    const month = new Date().toISOString().slice(0, 7);
    const trend = await boss.call('bidTrend', { query: {} });
    expect(trend.rows).toMatchObject([
      { key: { month: expect.stringContaining(month) }, figures: { bids: 4, won: 1, wonAmount: '600.00' } },
    ]);
    const ranking = await boss.call('bidRanking', { query: { by: 'ownerId', sort: '-wonAmount' } });
    expect(ranking.rows).toMatchObject([{ place: 1, key: { ownerId: own.sales.userId } }]);
    const rate = await boss.call('bidWinRate', { query: { by: 'industry' } });
    expect(rate.rows).toMatchObject([{ key: { industry: 'manufacturing' }, figures: { winRate: 0.5 } }]);
    const departments = await boss.call('bidWinRate', { query: { by: 'deptId' } });
    expect(departments.rows).toMatchObject([{ key: { deptId: own.deptId } }]);
  });

  it('are listed beside the agreed objectives, by month and person', async () => {
    const by = own.sales.client;
    const { id } = await by.call('objectiveCreate', {
      body: { month: dayAfter(0), count: 4, amount: '1200.00' },
    });
    const draft = await own.head.client.call('bidPlanVersusActual');
    expect(draft.totals).toMatchObject([{ plan: { count: 0 }, actual: { count: 1 }, rate: { count: null } }]);
    await moveRecord(own.head.client, 'objective', id, 'agree');
    const reached = {
      plan: { count: 4, amount: '1200.00' },
      actual: { count: 1, amount: '600.00' },
      rate: { count: 0.25, amount: 0.5 },
    };
    const months = await own.head.client.call('bidPlanVersusActual');
    expect(months).toMatchObject({ rows: [reached], totals: [reached] });
    const people = await own.head.client.call('bidPlanVersusActual', { query: { by: 'ownerId' } });
    expect(people.rows).toMatchObject([{ period: String(own.sales.userId), ...reached }]);
    const before = await own.head.client.call('bidPlanVersusActual', { query: { year: 2001 } });
    expect(before.rows.map(({ rate }) => rate.count)).toEqual(Array(12).fill(null));
  });

  it('are empty without decided bids', async () => {
    const lone = await openTenderTeam(server);
    await bidFor(lone, [{ amount: '100.00' }]);
    const { totals } = await lone.head.client.call('bidStatistics', { query: {} });
    expect(totals[0]?.figures).toMatchObject({ bids: 1, won: 0, winRate: null });
  });
});
