/** The demo has a year of inspections, as users carried them out. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { startServer } from '../../support/server/server.ts';

const TENANT = 2;

it('has a year of inspections: 400 done, 12 missed and 5 returned', async () => {
  const server = await startServer({ demo: true });
  try {
    const [counts] = await runSql(
      server,
      `select count(*) filter (where state in ('done', 'passed'))::int as done,
              count(*) filter (where state = 'missed')::int as missed,
              count(*) filter (where state = 'recheck')::int as returned,
              count(*) filter (where state = 'done' and day < current_date - 6)::int as unchecked
         from inspection where tenant_id = $1 and day < current_date and plan_id is not null`,
      TENANT,
    );
    expect(counts).toEqual({ done: 400, missed: 12, returned: 5, unchecked: 0 });
  } finally {
    await server.stop();
  }
});
