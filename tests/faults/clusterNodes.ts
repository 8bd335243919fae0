/** Every node of a cluster is killed in turn and restarted. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SitePostgres } from '../support/server/postgres/postgres.ts';
import { askReady, type ClusterSites, type Readiness, runOnCluster } from './clusterSites.ts';
import { acknowledgedAgain } from './ledger.ts';
import { type Scenario, throwBreach } from './scenario.ts';

const ROUNDS = 2;
const AWAY_MS = 4_000;
/** The longest wait of the tenants of other nodes while one is down. */
const OTHERS_MS = 5_000;

const nameOf = ({ port }: SitePostgres): string => `127.0.0.1:${port}`;
const same = (found: Readiness, code: number, status: string, ...away: string[]): boolean =>
  JSON.stringify(found) === JSON.stringify({ code, status, away });

async function checkWorker({ fleet, sites }: ClusterSites, index: 0 | 1): Promise<number> {
  const [own, other] = [sites[index], sites[1 - index]!];
  const { worker, ledger } = own;
  await worker.stop('immediate');
  const wrong: string[] = [];
  const until = performance.now() + AWAY_MS;
  const last = ledger.lastAt;
  let waited = 0;
  while (performance.now() < until) waited = Math.max(waited, await acknowledgedAgain(other.ledger));
  if (waited > OTHERS_MS) wrong.push(`the tenant of another node waited ${waited.toFixed(0)} ms`);
  if (Date.now() - ledger.lastAt < AWAY_MS / 2)
    wrong.push(`points were acknowledged ${ledger.lastAt - last} ms after their node was killed`);
  const answer = await askReady(fleet);
  if (!same(answer, 200, 'degraded', nameOf(worker)))
    wrong.push(`without ${nameOf(worker)} /readyz says ${JSON.stringify(answer)}`);
  await worker.start();
  const back = await acknowledgedAgain(ledger);
  const after = await askReady(fleet);
  if (!same(after, 200, 'ok')) wrong.push(`with all nodes /readyz says ${JSON.stringify(after)}`);
  throwBreach(wrong);
  return back;
}

async function checkCoordinator({ cluster, fleet, sites }: ClusterSites): Promise<number> {
  const coordinator = cluster.nodes[0]!;
  await coordinator.stop('immediate');
  await sleep(AWAY_MS);
  const answer = await askReady(fleet);
  const wrong = same(answer, 503, 'unavailable', 'database')
    ? []
    : [`without the coordinator /readyz says ${JSON.stringify(answer)}`];
  await coordinator.start();
  const back = await Promise.all(sites.map(({ ledger }) => acknowledgedAgain(ledger)));
  throwBreach(wrong);
  return Math.max(...back);
}

export default {
  title: 'workers and the coordinator of a cluster are killed and brought back',
  run: () =>
    runOnCluster(async (parts) => {
      const workers: number[] = [];
      const coordinators: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        workers.push(await checkWorker(parts, 0), await checkWorker(parts, 1));
        coordinators.push(await checkCoordinator(parts));
      }
      const seconds = (all: number[]): string => (Math.max(...all) / 1000).toFixed(1);
      return `${workers.length} kills of workers, back at most ${seconds(workers)} s after them, ${coordinators.length} of the coordinator, ${seconds(coordinators)} s`;
    }),
} satisfies Scenario;
