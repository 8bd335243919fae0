/** The disk of the data folder is full for some time. Nothing is acknowledged, and nothing is lost. */
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedAccess } from '../support/server/embeddedAccess.ts';
import { login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from './ledger.ts';
import { Breach, type Scenario, throwBreach } from './scenario.ts';
import { fillDisk, makeSmallDisk } from './smallDisk.ts';

const FULL_MS = 12_000;

export default {
  title: 'the disk is full for a while',
  async run() {
    const disk = await makeSmallDisk();
    const folder = join(disk.path, 'data');
    let fleet: Awaited<ReturnType<typeof startFleet>> | null = null;
    try {
      await chmod(disk.path, 0o711);
      fleet = await startFleet(folder, { server: {} });
      const site = await makeSite(await login({ url: fleet.addresses()[0] ?? '' }));
      const { ledger, end } = beginLedger(fleet.addresses, site);
      await acknowledgedAgain(ledger);
      await sleep(2_000);
      const filler = await fillDisk(disk.path);
      const failures = ledger.failures;
      const until = performance.now() + FULL_MS;
      // The preallocated space is used up first.
      while (performance.now() < until || ledger.failures === failures) {
        if (performance.now() > until + 60_000) throw new Breach('a full disk was never noticed');
        await sleep(100);
      }
      await sleep(3_000);
      await rm(filler);
      const back = await acknowledgedAgain(ledger);
      await end();
      const [url = ''] = fleet.addresses();
      throwBreach(await compareLedger(url, embeddedAccess(folder), site, ledger));
      return `${ledger.failures - failures} attempts refused while it was full, ${ledgerText(ledger)}, the server started again ${fleet.restarts()} times, back ${(back / 1000).toFixed(1)} s after there was room`;
    } finally {
      await fleet?.close();
      await disk.remove();
    }
  },
} satisfies Scenario;
