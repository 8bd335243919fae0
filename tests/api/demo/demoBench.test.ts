/** A factory test of the demo has been running for forty minutes, and the server continues it. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { startServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

interface Run extends Record<string, unknown> {
  status: string;
  pause: string | null;
  minutes: number;
  setPoint: number | null;
  command: string | null;
  power: number;
  soc: number;
  heard: number;
}

it('has a factory test that has run for forty minutes and follows its set points', async () => {
  const server = await startServer({ demo: true, fresh: true });
  try {
    const look = async () => {
      const latest = (sn: string) =>
        `(select l.value::float8 from latest l join device_variable v on v.id = l.variable_id and v.tenant_id = l.tenant_id
           where v.sn = d.${sn})`;
      const [run] = await runSql<Run>(
        server,
        `select t.status, t.pause_reason as pause, r.set_point::float8 as "setPoint", c.state as command,
                extract(epoch from now() - r.started_at)::float8 / 60 as minutes,
                ${latest("device_sn || '-power'")} as power, ${latest("battery_sn || '-soc'")} as soc,
                (select count(*)::int from control_command k where k.device_sn = d.device_sn) as heard
           from factory_test_record t
           join charge_discharge_record r on r.record_id = t.id and r.tenant_id = t.tenant_id
           join factory_test_device d on d.id = t.device_id and d.tenant_id = t.tenant_id
           left join control_command c on c.id = r.command_id and c.tenant_id = r.tenant_id
          where t.status = 'running' or t.pause_reason is distinct from 'byUser' and t.status = 'suspended'`,
      );
      return run;
    };
    const run = await until(look, (one) => one?.command === 'acknowledged', DEMO_MS);
    expect(run).toMatchObject({ status: 'running', pause: null, setPoint: -100, heard: 1 });
    // The first point is at the next full five seconds.
    expect(run!.minutes).toBeGreaterThan(39);
    expect(run!.minutes).toBeLessThan(60);
    expect(run!.power).toBe(-100);
    const { soc } = run!;
    // The battery is still being charged, by the same command.
    const later = await until(look, (one) => (one?.soc ?? 0) > soc, DEMO_MS);
    expect(later).toMatchObject({ status: 'running', heard: 1, power: -100 });
  } finally {
    await server.stop();
  }
});
