import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bringUpToDate, noteRemote, writesThroughWorker } from '../../support/calls/insideStorage.ts';
import { runSql, storedPoints } from '../../support/calls/world.ts';
import { needs } from '../../support/server/needs.ts';
import { ON_CLUSTER, workerUrl } from '../../support/server/postgres/databases.ts';
import { login, startOn, startServer, type TestServer } from '../../support/server/server.ts';
import { makeSite, send } from '../../support/telemetry/site.ts';

const TABLES = [
  'hours_day',
  'latest',
  'mean_day',
  'point_row',
  'point_shape',
  'points',
  'points_day',
  'rollup_day',
  'rollup_hour',
  'rollup_month',
  'text_point',
];

describe('telemetry on a cluster', needs(ON_CLUSTER, 'a cluster: npm run test:cluster'), () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server?.stop());

  const listSpread = async (): Promise<string[]> => {
    const rows = await runSql<{ name: string }>(
      server,
      `select logicalrelid::text as name from pg_dist_partition as p join pg_class as c on c.oid = p.logicalrelid
        where not c.relispartition order by 1`,
    );
    return rows.map(({ name }) => name);
  };

  it('is distributed at the start, and nothing else is', async () => {
    expect(await listSpread()).toEqual(TABLES);
  });

  it('is distributed with existing data, and an older program gets an error', async () => {
    await runSql(server, `select undistribute_table('text_point')`);
    await runSql(
      server,
      `insert into text_point select t, v, now(), 'on', 0
         from generate_series(1, 3) as t, generate_series(1, 5) as v`,
    );
    await runSql(server, `delete from schema_migration where name like 'telemetry%'`);
    await bringUpToDate(server.config.databaseUrl ?? '');
    expect(await listSpread()).toEqual(TABLES);
    expect(await runSql(server, 'select count(*)::int as n from text_point')).toEqual([{ n: 15 }]);
    const marks = await runSql(server, `select name from schema_migration where name like 'telemetry%'`);
    expect(marks).toHaveLength(1);
  });

  it('refuses a program that does not know the distribution', async () => {
    const newer = 'telemetry distributed by a later version';
    await runSql(server, 'insert into schema_migration (name, checksum) values ($1, $2)', newer, '');
    await expect(bringUpToDate(server.config.databaseUrl ?? '')).rejects.toThrow(newer);
    await runSql(server, 'delete from schema_migration where name = $1', newer);
  });

  it('commits points of one tenant on one node', async () => {
    const { device } = await makeSite(await login(server), 'ONE_PLACE');
    const intake = await startOn(server.config.dataDir, { env: { WATTDECK_ROLES: 'ingest' } });
    try {
      // The first point of a variable creates its row.
      const begin = Date.now() - 2 * 86_400_000;
      await send(server.url, device, [{ ts: begin, values: { power: 0 } }]);
      const { commands, writeAcross } = noteRemote(intake);
      const twoPhases = () => commands.filter((command) => command.includes('PREPARE TRANSACTION')).length;
      // The points are far enough apart that hours, days and months are rolled up as well.
      for (let count = 1; count < 4; count += 1)
        await send(intake.url, device, [{ ts: begin + count * 1_500_000, values: { power: count } }]);
      expect(commands.some((command) => command.includes('INTO public.rollup_month'))).toBe(true);
      expect(commands.some((command) => command.includes('COMMIT'))).toBe(true);
      expect(twoPhases()).toBe(0);
      await writeAcross();
      expect(twoPhases()).toBeGreaterThan(0);
    } finally {
      await intake.stop();
    }
  });

  describe('points that arrive through a worker', () => {
    const startIntake = (ingestUrl: string): Promise<TestServer> =>
      startOn(server.config.dataDir, {
        env: { WATTDECK_ROLES: 'ingest', WATTDECK_INGEST_URL: ingestUrl },
      });

    it('are stored by it, in months that the coordinator creates for them', async () => {
      const site = await makeSite(await login(server), 'BY_WORKER');
      const intake = await startIntake(workerUrl(server.config.dataDir));
      try {
        expect(await writesThroughWorker(intake)).toBe(true);
        const now = Date.now();
        const days = [400, 31, 2, 0];
        const sent = days.map((day) => ({ ts: now - day * 86_400_000, values: { power: day } }));
        await send(intake.url, site.device, sent);
        // Sends two late points again.
        await send(intake.url, site.device, sent.slice(0, 2));
        const stored = await storedPoints(server, site.variable.sn!);
        expect(stored).toEqual(days.map((value, index) => ({ ts: sent[index]!.ts, value, quality: 0 })));
        const ready = await (await fetch(`${intake.url}/readyz`)).json();
        expect(ready).toEqual({ status: 'ok', away: [] });
      } finally {
        await intake.stop();
      }
    });

    it('are not sent to other nodes', async () => {
      const elsewhere = new URL(workerUrl(server.config.dataDir));
      elsewhere.pathname = '/postgres';
      await expect(startIntake(elsewhere.href)).rejects.toThrow('WATTDECK_INGEST_URL names no node');
    });
  });
});
