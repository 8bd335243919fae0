/** Kills every process of a divided platform in turn with kill -9, on an external database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { makePostgres } from '../support/server/postgres/postgres.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from './ledger.ts';
import { Breach, type Scenario, throwBreach } from './scenario.ts';

const ROLES = {
  screens: 'api',
  'intake 1': 'ingest',
  'intake 2': 'ingest',
  'jobs 1': 'jobs',
  'jobs 2': 'jobs',
};

/** Time after which a process counts as not started, even on a slow machine. */
const START_MS = 120_000;

/** Returns the number of processes that have this lease. Only one may have it. */
async function holders(urls: readonly string[]): Promise<number> {
  const counts = await Promise.all(
    urls.map(async (url) => {
      const text = await fetch(`${url}/metrics`)
        .then((response) => response.text())
        .catch(() => '');
      return text.includes('wattdeck_lease_held{name="retention"} 1') ? 1 : 0;
    }),
  );
  return counts.reduce<number>((sum, one) => sum + one, 0);
}

export default {
  title: 'kill -9 of every process in turn, with roles over one PostgreSQL',
  async run({ kills }) {
    const postgres = await makePostgres();
    const folder = await dataFolder();
    const environments = Object.entries(ROLES).map(([name, roles]) => [
      name,
      { DATABASE_URL: postgres.url, WATTDECK_ROLES: roles },
    ]);
    const fleet = await startFleet(folder.path, Object.fromEntries(environments));
    try {
      const site = await makeSite(await login({ url: fleet.addresses('screens')[0] ?? '' }));
      const { ledger, end } = beginLedger(() => fleet.addresses('intake 1', 'intake 2'), site);
      await acknowledgedAgain(ledger);
      const wrong: string[] = [];
      const back: number[] = [];
      for (let round = 0; round < kills; round++) {
        await sleep(300 + Math.random() * 700);
        const name = fleet.names()[round % fleet.names().length] ?? '';
        const victim = fleet.process(name);
        victim?.child.kill('SIGKILL');
        await victim?.ended;
        back.push(await acknowledgedAgain(ledger));
        const doing = await holders(fleet.addresses('jobs 1', 'jobs 2'));
        if (doing > 1) wrong.push(`${doing} processes do what one is to do`);
        const until = performance.now() + START_MS;
        while (fleet.addresses().length < Object.keys(ROLES).length) {
          if (performance.now() > until) throw new Breach(`${name} does not come back`);
          await sleep(20);
        }
      }
      await end();
      const [url = ''] = fleet.addresses('screens');
      wrong.push(...(await compareLedger(url, { connectionString: postgres.url }, site, ledger)));
      const jobs = fleet.addresses('jobs 1', 'jobs 2');
      for (let wait = 0; wait < 50 && (await holders(jobs)) !== 1; wait++) await sleep(200);
      if ((await holders(jobs)) !== 1) wrong.push('nobody does what one is to do');
      throwBreach(wrong);
      const slowest = Math.max(...back) / 1000;
      return `${kills} kills, ${ledgerText(ledger)}, back after at most ${slowest.toFixed(1)} s`;
    } finally {
      await fleet.close();
      await postgres.remove();
      await folder.remove();
    }
  },
} satisfies Scenario;
