/** In a cluster, the disk of one worker and later the disks of all nodes are full for some time. */
import { chmod, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SitePostgres } from '../support/server/postgres/postgres.ts';
import { runOnCluster } from './clusterSites.ts';
import { acknowledgedAgain, type Ledger } from './ledger.ts';
import { Breach, type Scenario, throwBreach } from './scenario.ts';
import { fillDisk, makeSmallDisk } from './smallDisk.ts';

const FULL_MS = 12_000;
const PATIENCE_MS = 60_000;
const OTHERS_MS = 5_000;

/** Fills these disks until messages of this ledger are refused, and for some time longer. */
async function fillDisks(paths: readonly string[], { ledger }: { ledger: Ledger }): Promise<string[]> {
  const fillers = await Promise.all(paths.map(fillDisk));
  const { failures } = ledger;
  const until = performance.now() + FULL_MS;
  // The preallocated space is used up first.
  while (performance.now() < until || ledger.failures === failures) {
    if (performance.now() > until + PATIENCE_MS) throw new Breach('a full disk was never noticed');
    await sleep(100);
  }
  return fillers;
}

/** Frees the space. A server that stopped because of it is started again. */
async function freeDisks(fillers: readonly string[], nodes: readonly SitePostgres[]): Promise<void> {
  await Promise.all(fillers.map((filler) => rm(filler)));
  for (const node of nodes) await node.start();
}

export default {
  title: 'the disk of a worker is full for a while, then those of the whole cluster',
  async run() {
    const disks: Awaited<ReturnType<typeof makeSmallDisk>>[] = [];
    try {
      for (let count = 0; count < 3; count += 1) disks.push(await makeSmallDisk());
      const homes = disks.map(({ path }) => path);
      for (const home of homes) await chmod(home, 0o711);
      return await runOnCluster(
        async ({ cluster, sites }) => {
          const [first, second] = sites;
          const wrong: string[] = [];
          let over = false;
          const others = (async () => {
            let waited = 0;
            while (!over) waited = Math.max(waited, await acknowledgedAgain(second.ledger));
            if (waited > OTHERS_MS) wrong.push(`the tenant of another worker waited ${waited.toFixed(0)} ms`);
          })();
          const refused = first.ledger.failures;
          await freeDisks(await fillDisks(homes.slice(1, 2), first), [first.worker]);
          over = true;
          await others;
          const back = [await acknowledgedAgain(first.ledger)];
          await freeDisks(await fillDisks(homes, second), cluster.nodes);
          for (const { ledger } of sites) back.push(await acknowledgedAgain(ledger));
          throwBreach(wrong);
          const seconds = (Math.max(...back) / 1000).toFixed(1);
          return `${first.ledger.failures - refused} attempts refused, back at most ${seconds} s after there was room`;
        },
        { cluster: { homes } },
      );
    } finally {
      for (const disk of disks) await disk.remove();
    }
  },
} satisfies Scenario;
