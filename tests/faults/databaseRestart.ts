/** The database is restarted while telemetry arrives, in turn with a fast and an immediate shutdown. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makePostgres } from '../support/server/postgres/postgres.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from './ledger.ts';
import { type Scenario, throwBreach } from './scenario.ts';

const RESTARTS = ['fast', 'immediate', 'fast', 'immediate'] as const;
const AWAY_MS = 3_000;

export default {
  title: 'the database is restarted under load',
  async run() {
    const postgres = await makePostgres();
    const folder = await dataFolder();
    const env = { DATABASE_URL: postgres.url };
    const fleet = await startFleet(folder.path, { first: env, second: env });
    try {
      const site = await makeSite(await login({ url: fleet.addresses()[0] ?? '' }));
      const { ledger, end } = beginLedger(fleet.addresses, site);
      await acknowledgedAgain(ledger);
      const back: number[] = [];
      for (const how of RESTARTS) {
        await sleep(1_000);
        await postgres.stop(how);
        await sleep(AWAY_MS);
        await postgres.start();
        back.push(await acknowledgedAgain(ledger));
      }
      await end();
      const [url = ''] = fleet.addresses();
      const wrong = await compareLedger(url, { connectionString: postgres.url }, site, ledger);
      if (fleet.restarts() > 0) wrong.push(`${fleet.restarts()} servers ended with their database`);
      throwBreach(wrong);
      const slowest = Math.max(...back) / 1000;
      return `${RESTARTS.length} restarts, ${ledgerText(ledger)}, back at most ${slowest.toFixed(1)} s after the database`;
    } finally {
      await fleet.close();
      await postgres.remove();
      await folder.remove();
    }
  },
} satisfies Scenario;
