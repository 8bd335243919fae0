/** The demo has mobile units that move, with tracks of a week and bills for their uses. */
import { expect, it } from 'vitest';
import { runSql } from '../../support/calls/world.ts';
import { DEMO_MS } from '../../support/server/run/templates.ts';
import { login, startServer } from '../../support/server/server.ts';
import { until } from '../../support/telemetry/site.ts';

it('rents its units: past rentals are billed, others are running or planned', async () => {
  const server = await startServer({ demo: true });
  try {
    const rentals = () =>
      runSql(server, `select state, sessions, total::float8 as total from mobile_rental order by id`);
    const found = await until(
      rentals,
      (rows) => rows.length === 9 && rows.at(-1)?.state === 'returned',
      DEMO_MS,
    );
    expect(found.map(({ state }) => state)).toEqual([
      ...['settled', 'onSite', 'booked', 'settled', 'returned', 'booked', 'canceled', 'settled', 'returned'],
    ]);
    expect(found[0]).toMatchObject({ sessions: 6 });
    expect(Number(found[0]?.total)).toBeGreaterThan(800);
    const [offline] = await runSql(
      server,
      `select count(*)::int as all, count(*) filter (where offline)::int as marked from mobile_session where station_sn = 'ME03'`,
    );
    expect(offline).toEqual({ all: 8, marked: 4 });
    const units = () => runSql(server, `select state, longitude, soc from mobile_unit order by name`);
    const now = await until(units, (rows) => rows.every(({ soc }) => soc !== null), DEMO_MS);
    expect(now.map(({ longitude }) => Number(longitude) > 120)).toEqual([true, true, true]);
    const deals = () => runSql(server, `select count(*)::int as deals from charge_deal`);
    expect(await until(deals, ([row]) => row?.deals === 80, DEMO_MS)).toEqual([{ deals: 80 }]);
    const admin = await login(server);
    const { rows } = await admin.call('recordStatistic', {
      path: { name: 'mobileRentals' },
      query: { by: 'unitId' },
    });
    expect(rows).toHaveLength(3);
  } finally {
    await server.stop();
  }
});
