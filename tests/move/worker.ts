/** A worker joins a cluster and receives its share of the rows while devices send. */
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleet } from '../faults/fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from '../faults/ledger.ts';
import { type Scenario, Skipped, throwBreach } from '../faults/scenario.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { makeClusterDatabase } from './citus.ts';

const SENDING_MS = 3_000;
const PATIENCE_MS = 180_000;
const POLL_MS = 200;

export default {
  title: 'a worker joins a cluster while devices send',
  async run() {
    const { url, idle, query, remove } = await makeClusterDatabase({ idle: 1 });
    const folder = await dataFolder();
    try {
      const [worker] = idle;
      if (!worker) throw new Skipped('the cluster has no worker');
      const fleet = await startFleet(folder.path, { server: { DATABASE_URL: url } });
      try {
        const site = await makeSite(await login({ url: fleet.addresses()[0] ?? '' }));
        const { ledger, end } = beginLedger(fleet.addresses, site);
        await sleep(SENDING_MS);
        await query('select citus_add_node($1, $2)', [worker.host, worker.port]);
        const began = performance.now();
        await query("select citus_rebalance_start(shard_transfer_mode => 'auto')");
        for (;;) {
          const [job] = await query<{ state: string }>(
            'select state::text from citus_rebalance_status() order by job_id desc limit 1',
          );
          if (job?.state === 'finished') break;
          if (job?.state === 'failed' || performance.now() - began > PATIENCE_MS)
            throw new Error(`the rebalancing is ${job?.state}`);
          await sleep(POLL_MS);
        }
        const seconds = ((performance.now() - began) / 1000).toFixed(0);
        await acknowledgedAgain(ledger);
        await sleep(SENDING_MS);
        await end();
        const wrong = await compareLedger(
          fleet.addresses()[0] ?? '',
          { connectionString: url },
          site,
          ledger,
        );
        const shares = await query<{ shards: number }>(
          'select count(*)::int as shards from citus_shards group by nodename, nodeport',
        );
        if (shares.length < 2) wrong.push('the new worker has no rows');
        if (fleet.restarts() > 0) wrong.push(`the server ended ${fleet.restarts()} times`);
        throwBreach(wrong);
        return `${shares.map(({ shards }) => shards).join(' and ')} shards after ${seconds} s; ${ledgerText(ledger)}`;
      } finally {
        await fleet.close();
      }
    } finally {
      await folder.remove();
      await remove();
    }
  },
} satisfies Scenario;
