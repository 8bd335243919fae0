/**
 * The clock of the server jumps forwards and back, while telemetry arrives with true times. It is up to 40
 * days fast and up to 23 hours slow. The database keeps its own clock, as on another machine.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedAccess } from '../support/server/embeddedAccess.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from './ledger.ts';
import { type Scenario, throwBreach } from './scenario.ts';

const HOUR_MS = 3_600_000;
const JUMPS_H = [2, -2, 25, 0, -23, 0.5, 40 * 24, -12, 0];
const SETTLE_MS = 2_500;

export default {
  title: 'the clock of the server jumps',
  async run() {
    const folder = await dataFolder();
    const file = join(folder.path, 'clock');
    await writeFile(file, '0');
    const preload = new URL('./clockShift.js', import.meta.url).href;
    const env = { NODE_OPTIONS: `--import ${preload}`, WATTDECK_TEST_CLOCK: file };
    const fleet = await startFleet(folder.path, { server: env });
    try {
      const [url = ''] = fleet.addresses();
      const site = await makeSite(await login({ url }));
      const { ledger, end } = beginLedger(fleet.addresses, site);
      const wrong: string[] = [];
      for (const hours of JUMPS_H) {
        await writeFile(file, String(hours * HOUR_MS));
        await sleep(SETTLE_MS);
        await acknowledgedAgain(ledger);
        // A new user can sign in, and sees the station.
        const client = await login({ url }).catch((error: unknown) => {
          wrong.push(`nobody can sign in with the clock ${hours} h off: ${error}`);
          return null;
        });
        const stations = await client?.call('stationsByDept').catch(() => []);
        if (client && stations?.length !== 1)
          wrong.push(`the station is not seen with the clock ${hours} h off`);
      }
      await end();
      wrong.push(...(await compareLedger(url, embeddedAccess(folder.path), site, ledger)));
      if (fleet.restarts() > 0) wrong.push(`the server ended ${fleet.restarts()} times`);
      throwBreach(wrong);
      return `${JUMPS_H.length} jumps, ${ledgerText(ledger)}`;
    } finally {
      await fleet.close();
      await folder.remove();
    }
  },
} satisfies Scenario;
