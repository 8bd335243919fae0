/**
 * With a synchronous standby, a message is acknowledged only after the standby has stored it. The standby is promoted
 * and continues with all data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { startFleet } from '../faults/fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from '../faults/ledger.ts';
import { type Scenario, throwBreach } from '../faults/scenario.ts';
import { runAt } from '../support/server/postgres/citus.ts';
import { makePair } from '../support/server/postgres/postgresPair.ts';
import { dataFolder, login } from '../support/server/server.ts';

const SENDING_MS = 3_000;
/** Time after the stop of the standby in which messages that were already sent are answered. */
const SETTLE_MS = 500;
const ALONE_MS = 3_000;

export default {
  title: 'a synchronous standby stops, comes back and is promoted while devices send',
  async run() {
    const { primary, standby, url, remove } = await makePair();
    const folder = await dataFolder();
    try {
      await runAt(
        primary.adminUrl,
        "alter system set synchronous_standby_names = '*'",
        'select pg_reload_conf()',
      );
      const fleet = await startFleet(folder.path, {
        first: { DATABASE_URL: url },
        second: { DATABASE_URL: url },
      });
      try {
        const site = await makeSite(await login({ url: fleet.addresses()[0] ?? '' }));
        const { ledger, end } = beginLedger(fleet.addresses, site);
        await sleep(SENDING_MS);
        const wrong: string[] = [];
        await standby.stop();
        await sleep(SETTLE_MS);
        const [last, since] = [ledger.lastAt, Date.now()];
        await sleep(ALONE_MS);
        if (ledger.lastAt > since)
          wrong.push(`acknowledged without the standby, ${ledger.lastAt - last} ms after`);
        await standby.start();
        await acknowledgedAgain(ledger);
        await sleep(SENDING_MS);
        await primary.stop('immediate');
        await runAt(standby.adminUrl, 'select pg_promote()');
        const back = await acknowledgedAgain(ledger);
        await sleep(SENDING_MS);
        await end();
        const [address = ''] = fleet.addresses();
        wrong.push(...(await compareLedger(address, { connectionString: standby.url }, site, ledger)));
        if (fleet.restarts() > 0) wrong.push(`${fleet.restarts()} servers ended`);
        throwBreach(wrong);
        return `${ledgerText(ledger)}, taken again ${(back / 1000).toFixed(1)} s after the promotion`;
      } finally {
        await fleet.close();
      }
    } finally {
      await folder.remove();
      await remove();
    }
  },
} satisfies Scenario;
