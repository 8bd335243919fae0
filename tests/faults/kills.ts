/** Kills every process of a server with its embedded database in turn (kill -9), while telemetry arrives. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedAccess } from '../support/server/embeddedAccess.ts';
import { postmasterPid } from '../support/server/process.ts';
import { dataFolder, login } from '../support/server/server.ts';
import { startFleet } from './fleet.ts';
import { acknowledgedAgain, beginLedger, compareLedger, ledgerText, makeSite } from './ledger.ts';
import { type Scenario, throwBreach } from './scenario.ts';

/** Returns the process ids of the children of a process. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process had already ended.
  }
};

export default {
  title: 'kill -9 of server, database, its parts, and both, during ingest',
  async run({ kills }) {
    const folder = await dataFolder();
    const fleet = await startFleet(folder.path, { server: {} });
    try {
      const [url = ''] = fleet.addresses();
      const site = await makeSite(await login({ url }));
      const { ledger, end } = beginLedger(fleet.addresses, site);
      await acknowledgedAgain(ledger);
      const back: number[] = [];
      const victims = ['server', 'database', 'part', 'both'] as const;
      for (let round = 0; round < kills; round++) {
        await sleep(300 + Math.random() * 700);
        const server = fleet.process('server')?.pid ?? 0;
        const database = postmasterPid(folder.path);
        const parts = childrenOf(database);
        const victim = victims[round % victims.length];
        if (victim === 'server' || victim === 'both') kill(server);
        if (victim === 'database' || victim === 'both') kill(database);
        if (victim === 'part') kill(parts[Math.floor(Math.random() * parts.length)] ?? database);
        back.push(await acknowledgedAgain(ledger));
      }
      await end();
      const [last = ''] = fleet.addresses();
      throwBreach(await compareLedger(last, embeddedAccess(folder.path), site, ledger));
      const slowest = Math.max(...back) / 1000;
      return `${kills} kills, ${ledgerText(ledger)}, ${ledger.failures} attempts failed, back after at most ${slowest.toFixed(1)} s`;
    } finally {
      await fleet.close();
      await folder.remove();
    }
  },
} satisfies Scenario;
