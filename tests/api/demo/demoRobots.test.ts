/** The demo has robots with past missions and findings. One of the robots is driving. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { startServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

it('has robots with finished, running and planned missions, with readings and two findings', async () => {
  const server = await startServer({ demo: true });
  try {
    const numbers = async (text: string) => (await runSql<Record<string, number>>(server, text))[0]!;
    const missions = () =>
      numbers(`select count(*) filter (where state = 'done' and started_at < now() - interval '12 hours')::int as done,
        count(*) filter (where state = 'aborted')::int as aborted,
        count(*) filter (where state = 'planned')::int as planned,
        count(*) filter (where started_at > now() - interval '12 hours')::int as today from robot_mission`);
    const found = await until(missions, ({ today, planned }) => today === 1 && planned === 9, DEMO_MS);
    expect(found).toEqual({ done: 27, aborted: 3, today: 1, planned: 9 });
    const past =
      await numbers(`select count(*)::int as readings, count(*) filter (where verdict = 'finding')::int as findings
      from robot_record k join robot_mission m on m.id = k.mission_id and m.tenant_id = k.tenant_id where m.started_at < now() - interval '12 hours'`);
    expect(past).toEqual({ readings: 300, findings: 2 });
    // The figures of the missions match their records.
    const wrong = await numbers(`select count(*)::int as missions from robot_mission m
      where m.read <> (select count(*) from robot_record k where k.tenant_id = m.tenant_id and k.mission_id = m.id)`);
    expect(wrong).toEqual({ missions: 0 });
    const robots = await numbers(`select count(*)::int as robots, sum(findings)::int as findings from robot`);
    expect(robots).toEqual({ robots: 3, findings: 2 });
    const live = () =>
      numbers(`select count(*) filter (where online and battery > 0)::int as online,
        (select count(*)::int from robot_log where state = 'acknowledged') as answered from robot`);
    const driven = await until(live, ({ online, answered }) => online === 3 && answered! >= 34, DEMO_MS);
    expect(driven.answered).toBeGreaterThanOrEqual(34);
  } finally {
    await server.stop();
  }
});
