/** A replica answers exports and statistics with what was stored before the question, to whom the database would. */
import { type Scenario, throwBreach } from '../faults/scenario.ts';
import type { Client } from '../support/client.ts';
import { exportTable } from '../support/excel.ts';
import { login, startServer, type TestServer } from '../support/server.ts';
import { makeSite, type Site, send } from '../support/site.ts';
import { makePair } from './pair.ts';

type By = 'replica' | 'database';
const HOUR_MS = 3_600_000;

async function countReads({ url }: TestServer): Promise<Record<By, number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const of = (by: By): number =>
    Number(new RegExp(`^wattdeck_replica_reads_total\\{by="${by}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  return { replica: of('replica'), database: of('database') };
}

/** Stores one more point and asks at once for the sum of all. */
async function checkSum(server: TestServer, client: Client, site: Site, count: number): Promise<string[]> {
  const ts = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * HOUR_MS + count * 1000;
  await send(server.url, site.device, [{ ts, values: { power: 1 } }]);
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  const query = {
    sns: `${site.device.sn}-power`,
    calcmethod: 'SUM' as const,
    startTime: day(ts - 48 * HOUR_MS),
    endTime: day(ts + 48 * HOUR_MS),
  };
  const [found] = await client.call('accuSummarized', { query });
  return found?.value === count ? [] : [`the sum is ${found?.value} after ${count} points`];
}

export default {
  title: 'a replica answers exports and statistics',
  async run() {
    const { primary, standby, remove } = await makePair();
    const server = await startServer({
      env: { DATABASE_URL: primary.url, WATTDECK_REPLICA_URL: standby.url },
    });
    const wrong: string[] = [];
    try {
      const client = await login(server);
      const site = await makeSite(client);
      const expectBy = async (by: By, title: string, act: () => Promise<unknown>): Promise<void> => {
        const before = await countReads(server);
        await act();
        const after = await countReads(server);
        const other = by === 'replica' ? 'database' : 'replica';
        if (after[by] <= before[by] || after[other] > before[other])
          wrong.push(`${title}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`);
      };
      const sum = async (count: number) => void wrong.push(...(await checkSum(server, client, site, count)));
      await expectBy('replica', 'a statistic', () => sum(1));
      await expectBy('replica', 'an export', async () => {
        const file = await exportTable(client, 'device', { format: 'csv', columns: ['sn'] });
        if (!file.toString().includes(site.device.sn)) wrong.push('the device is not in the export');
      });
      const { reading } = server.app.db;
      const stations = (tenantId: number) =>
        reading.tenant(tenantId, (trx) => trx.selectFrom('station').select('sn').execute());
      await expectBy('replica', 'stations', async () => {
        const { rows } = await server.app.db.pool.query<{ id: number }>(
          'select tenant_id as id from station',
        );
        const own = rows[0]!.id;
        if ((await stations(own)).length === 0) wrong.push('the tenant does not see its own station');
        if ((await stations(own + 1)).length > 0) wrong.push('another tenant sees the station');
      });
      await standby.query('select pg_wal_replay_pause()');
      await expectBy('database', 'a statistic while the replica is behind', () => sum(2));
      await standby.query('select pg_wal_replay_resume()');
      await expectBy('replica', 'a statistic once it is not', () => sum(3));
      await standby.stop();
      await expectBy('database', 'a statistic without the replica', () => sum(4));
      throwBreach(wrong);
      return 'what was stored was answered at once, by the replica while it had it';
    } finally {
      await server.stop();
      await remove();
    }
  },
} satisfies Scenario;
