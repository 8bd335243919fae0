import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ON_CLUSTER } from '../support/external.ts';
import { bringUpToDate } from '../support/insideStorage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { runSql } from '../support/world.ts';

const TABLES = ['latest', 'points', 'points_day', 'rollup_day', 'rollup_hour', 'rollup_month', 'text_point'];

/** Without a cluster there is nothing to spread; `npm run test:cluster` runs it on one. */
describe.skipIf(!ON_CLUSTER)('telemetry on a cluster', () => {
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

  it('is spread by the start, and nothing else is', async () => {
    expect(await listSpread()).toEqual(TABLES);
  });

  it('is spread with the data that is there, and an older program is told so', async () => {
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
});
