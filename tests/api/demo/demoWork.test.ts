/** The demo's work orders are in all states, with their numbers, tasks, alarms and times. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { startServer } from '../../support/server/server.ts';

const TENANT = 2;

it('has work orders in all states, and a full day for the first operator', async () => {
  const server = await startServer({ demo: true, fresh: true });
  try {
    const states = async () =>
      Object.fromEntries(
        (
          await runSql<{ status: string; count: number }>(
            server,
            `select status, count(*)::int from site_worksheet
              where tenant_id = $1 and inspection_id is null group by status`,
            TENANT,
          )
        ).map(({ status, count }) => [status, count]),
      );
    await expect.poll(states, { interval: 500, timeout: DEMO_MS }).toEqual({
      ...{ pending: 13, processing: 3, waiting: 2, checking: 3, completed: 35, revoked: 4 },
    });
    const [row] = await runSql(
      server,
      `with w as (
         select *, status in ('pending', 'processing', 'waiting') as open,
                (due_time at time zone 'Asia/Shanghai')::date as due_day,
                (created_at at time zone 'Asia/Shanghai')::date as made_day
           from site_worksheet where tenant_id = $1 and inspection_id is null)
       select count(distinct number)::int as numbers, max(work_minutes) as longest,
              count(*) filter (where open and due_time < now() - interval '12 hours')::int as late,
              count(*) filter (where status = 'completed' and finished_at > now() - interval '6 months')::int as recent,
              min(finished_at) < now() - interval '5 months' as long_ago,
              (select max(count) from (select count(*)::int from w where open and made_day < due_day
                group by handler_id, due_day) d) as busiest,
              (select count(*)::int from w join alarm a on a.id = w.alarm_id and a.tenant_id = w.tenant_id
                join device_variable v on v.sn = a.variable_sn and v.tenant_id = a.tenant_id
                where a.check_info = w.number and a.station_sn = w.station_sn and a.report_time < w.created_at
              ) as alarms
         from w`,
      TENANT,
    );
    expect(row).toEqual({
      ...{ numbers: 60, longest: 160, late: 1, recent: 35, long_ago: true, busiest: 9, alarms: 8 },
    });
    const [tasks] = await runSql(
      server,
      `select count(*)::int as tasks from worksheet_task t
         join site_worksheet w on w.id = t.sheet_id and w.tenant_id = t.tenant_id
        where w.tenant_id = $1 and w.inspection_id is null`,
      TENANT,
    );
    expect(tasks).toEqual({ tasks: 14 });
  } finally {
    await server.stop();
  }
});
