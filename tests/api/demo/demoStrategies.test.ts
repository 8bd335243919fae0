/**
 * The demo controls its stations: strategies in every state, weeks of history, and converters that follow
 * their set points.
 */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { type DecidedLine, decideAgain } from '../../support/devices/decidedAgain.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

/** Checks that each past line of the history matches the controller's decision for its strategy and measured values. */
async function expectDecided(server: TestServer): Promise<void> {
  const rows = await runSql<Line>(
    server,
    `select h.at, h.soc, h.grid, h.measured, h.wish, h.power, h."limit", c.kind, c.blocks, c.power as plan_power,
        c.peak_power, c.charge_below, c.export_power, c.limits, s.time_zone as zone, s.capacity,
        s.rated_power, (select sum(rating * load_limit / 100) from transformer t where t.station_sn = s.sn) as transformer
      from strategy_history h join strategy_config c on c.tenant_id = h.tenant_id and c.id = h.config_id
      join station s on s.tenant_id = c.tenant_id and s.sn = c.station_sn
     where h.event in ('decision', 'limit') and h.at < now() - interval '1 day'`,
  );
  for (const row of rows) {
    const plan = {
      ...{ kind: row.kind, blocks: row.blocks, power: row.plan_power, limits: row.limits, zone: row.zone },
      ...{ peakPower: row.peak_power, chargeBelow: row.charge_below, exportPower: row.export_power },
    };
    const ratings = {
      ...{ charge: row.rated_power, discharge: row.rated_power, capacity: row.capacity },
      transformer: Number(row.transformer),
    };
    const { wish, power, limit } = row;
    // The line of the history does not contain the cell temperature.
    if (limit === 'cellTemperature') expect(power).toBe(0);
    else
      expect({ at: row.at, ...decideAgain(plan, ratings, row) }).toEqual({ at: row.at, wish, power, limit });
  }
  const kinds = new Set(rows.map(({ limit }) => limit));
  expect([...kinds].length).toBeGreaterThan(1);
}

type Line = Pick<DecidedLine, 'at' | 'soc' | 'grid' | 'measured'> & {
  wish: number;
  power: number;
  limit: string;
  kind: Parameters<typeof decideAgain>[0]['kind'];
  blocks: { start: string; end: string; power: number }[] | null;
  plan_power: number | null;
  peak_power: number | null;
  charge_below: number | null;
  export_power: number | null;
  limits: Parameters<typeof decideAgain>[0]['limits'];
  zone: string;
  capacity: number;
  rated_power: number;
  transformer: string;
};

it('has strategies that are active, pending, and refused by validation', async () => {
  const server = await startServer({ demo: true });
  try {
    const strategies = () =>
      runSql(
        server,
        `select station_sn, kind, state, finding_count > 0 as broken from strategy_config order by tenant_id, id`,
      );
    const found = await until(
      strategies,
      (rows) => rows.length === 6 && rows.at(-1)?.state !== 'draft',
      DEMO_MS,
    );
    expect(found.map((row) => row.station_sn)).toEqual(['SZ01', 'SZ01', 'SZ01', 'TLF02', 'PG03', 'ADL01']);
    expect(found.map((row) => row.broken)).toEqual([false, false, true, false, false, false]);
    expect(found.map((row) => row.state).slice(1, 3)).toEqual(['approving', 'draft']);
    const [{ lines } = { lines: 0 }] = await runSql(
      server,
      `select count(*)::int as lines from strategy_history where event in ('decision', 'limit') and at < now() - interval '1 day'`,
    );
    expect(lines).toBeGreaterThan(1_000);
    await expectDecided(server);
    const commanded = () => runSql(server, `select state from control_command where requested_by is null`);
    const commands = await until(
      commanded,
      (rows) => rows.some((row) => row.state === 'acknowledged'),
      DEMO_MS,
    );
    expect(commands.map((row) => row.state)).toContain('acknowledged');
  } finally {
    await server.stop();
  }
});
