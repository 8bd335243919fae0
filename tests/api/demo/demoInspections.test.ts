/** The demo has a year of inspections with their results, as users carried them out. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { startServer } from '../../support/server/server.ts';

const TENANT = 2;
const DAY_MS = 86_400_000;

it('has a year of inspections: 400 done, 12 missed and 5 returned, with 31 bad items that were repaired', async () => {
  const server = await startServer({ demo: true });
  try {
    const read = async (text: string) => (await runSql<Record<string, unknown>>(server, text, TENANT))[0]!;
    const past = `inspection where tenant_id = $1 and day < current_date and plan_id is not null`;
    expect(
      await read(`select count(*) filter (where state in ('done', 'passed'))::int as done,
        count(*) filter (where state = 'missed')::int as missed, count(*) filter (where state = 'recheck')::int as returned,
        count(*) filter (where state = 'done' and day < current_date - 6)::int as unchecked,
        count(distinct day) > 100 as spread from ${past}`),
    ).toEqual({ done: 400, missed: 12, returned: 5, unchecked: 0, spread: true });
    const results = await read(`select count(*)::int as results,
        count(*) filter (where i.verdict = 'abnormal')::int as bad,
        count(*) filter (where i.verdict = 'abnormal' and (i.remark is null or i.photos = '[]'))::int as bare,
        count(*) filter (where i.value > i.upper or i.value < i.lower)::int as beyond,
        count(*) filter (where i.verdict is null)::int as open
      from inspection_item i join (select * from ${past} and state in ('done', 'passed')) n
        on n.id = i.inspection_id and n.tenant_id = i.tenant_id`);
    expect(results).toMatchObject({ bad: 31, bare: 0, open: 0 });
    expect(results.results).toBeGreaterThan(2_550);
    expect(results.results).toBeLessThan(2_650);
    // A copied value stays within its limits. Only bad items are beyond them.
    expect(results.beyond).toBeLessThanOrEqual(31);
    // The counts of each inspection agree with its items, also for copies.
    const wrong =
      await read(`select count(*)::int as tasks from ${past} and (item_count, open_count, bad_count) <> (
        select count(*), count(*) filter (where verdict is null), count(*) filter (where verdict = 'abnormal')
          from inspection_item i where i.tenant_id = inspection.tenant_id and i.inspection_id = inspection.id)`);
    expect(wrong).toEqual({ tasks: 0 });
    const orders =
      await read(`select count(*)::int as orders, count(*) filter (where w.status <> 'completed')::int as open
      from site_worksheet w join (select * from ${past}) n on n.id = w.inspection_id and n.tenant_id = w.tenant_id
     where n.day < current_date - 11`);
    expect(orders.open).toBe(0);
    expect(orders.orders).toBeGreaterThan(20);
    const [oldest] = await runSql<{ day: string }>(
      server,
      `select min(day)::text as day from ${past}`,
      TENANT,
    );
    expect(Date.now() - Date.parse(oldest!.day)).toBeGreaterThan(360 * DAY_MS);
    const lines = (table: string) =>
      `(select count(*)::int from ${table} l where l.tenant_id = $1 and l.plan_id = any(array_agg(p.id)))`;
    expect(
      await read(`select count(*)::int as plans, ${lines('inspection_plan_place')} as places,
        ${lines('inspection_plan_crew')} as crews, count(*) filter (where crew_count = 2 and place_count = 3)::int as shared
      from inspection_plan p where tenant_id = $1`),
    ).toEqual({ plans: 14, places: 18, crews: 16, shared: 2 });
  } finally {
    await server.stop();
  }
});
