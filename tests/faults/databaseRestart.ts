/** The database is restarted while telemetry comes in: by its administrator, in order and at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { postgres_make } from '../support/postgres.ts';
import { dataFolder, login } from '../support/server.ts';
import { fleet_start } from './fleet.ts';
import { acknowledged_again, ledger_begin, ledger_compare, ledger_text, site_make } from './ledger.ts';
import { breach_throw, type Scenario } from './scenario.ts';

const RESTARTS = ['fast', 'immediate', 'fast', 'immediate'] as const;
const AWAY_MS = 3_000;

export default {
  title: 'the database is restarted under load',
  async run() {
    const postgres = await postgres_make();
    const folder = await dataFolder();
    const env = { DATABASE_URL: postgres.url };
    const fleet = await fleet_start(folder.path, { first: env, second: env });
    try {
      const site = await site_make(await login({ url: fleet.addresses()[0] ?? '' }));
      const { ledger, end } = ledger_begin(fleet.addresses, site);
      await acknowledged_again(ledger);
      const back: number[] = [];
      for (const how of RESTARTS) {
        await sleep(1_000);
        await postgres.stop(how);
        await sleep(AWAY_MS);
        await postgres.start();
        back.push(await acknowledged_again(ledger));
      }
      await end();
      const [url = ''] = fleet.addresses();
      const wrong = await ledger_compare(url, { connectionString: postgres.url }, site, ledger);
      if (fleet.restarts() > 0) wrong.push(`${fleet.restarts()} servers ended with their database`);
      breach_throw(wrong);
      const slowest = Math.max(...back) / 1000;
      return `${RESTARTS.length} restarts, ${ledger_text(ledger)}, back at most ${slowest.toFixed(1)} s after the database`;
    } finally {
      await fleet.close();
      await postgres.remove();
      await folder.remove();
    }
  },
} satisfies Scenario;
