/** The demo steers its stations: strategies in every state, weeks of lines, and converters that obey. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { startServer } from '../../support/server/server.ts';
import { DEMO_MS } from '../../support/server/templates.ts';
import { until } from '../../support/telemetry/site.ts';

it('has strategies at work, waiting and refused by validation', async () => {
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
