/**
 * Compares a Citus cluster without workers, with one and with two workers with the same PostgreSQL without Citus, in
 * turn. It measures telemetry over HTTP, and statistics and reads of one tenant. It also measures a board, a figure
 * over a fleet of 1,000 stations in 20 tenants, and the cost of a batch by the number of its tenants. All servers
 * share this machine, so a cluster is no faster here. The ratios show the cost of distribution, by processor time of
 * server and databases, and by elapsed time. Other work on the machine changes only the elapsed time. Goals for
 * processor time: 0.8 of the telemetry with one worker; 1.3 times for requests of one tenant; 1.5 times for the
 * fleet.
 *
 * `node bench/cluster.ts [--rounds 5]`; needs PostgreSQL 15 and Citus, as `npm run test:cluster` does. Otherwise only
 * PostgreSQL is measured.
 */
import assert from 'node:assert/strict';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findCitus, makeCluster, runAt, urlOf } from '../tests/support/server/postgres/citus.ts';
import { makePostgres, type SitePostgres } from '../tests/support/server/postgres/postgres.ts';
import { type ClusterSetting, FLEET_TENANTS, openSetting } from './cluster/setting.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median } from './kit/percentile.ts';
import { keepRatio, missing } from './kit/report.ts';
import { isMini, sized } from './kit/size.ts';

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: sized('5', '1') } },
});
const WORKERS = sized([0, 1, 2], [1]);
const GOALS: Readonly<Record<string, number>> = {
  ingest: 1 / 0.8,
  statistics: 1.3,
  board: 1.3,
  read: 1.3,
  fleet: 1.5,
};
const BATCH_TENANTS = sized([1, 5, 10, 20], [1, FLEET_TENANTS]);
/** Compiling plans takes longer than these queries. The embedded database does not compile plans either. */
const DATABASE = { shared_buffers: '256MB', jit: 'off' };

interface Cost {
  cpu: number;
  clock: number;
}

/** A step that is repeated often enough in a round. The system counts processor time in units of 10 ms. */
interface Measure {
  times: number;
  act(setting: ClusterSetting): Promise<unknown>;
}

const MEASURES: Readonly<Record<string, Measure>> = {
  ingest: { times: 3, act: (setting) => setting.ingest() },
  statistics: { times: 50, act: (setting) => setting.askStatistics() },
  board: { times: 50, act: (setting) => setting.askBoard() },
  read: { times: 100, act: (setting) => setting.askCourse() },
  'read, its statements alone': { times: 300, act: (setting) => setting.askDatabase() },
  fleet: { times: 5, act: (setting) => setting.askFleet() },
  ...Object.fromEntries(
    BATCH_TENANTS.map((tenants): [string, Measure] => [
      `batch of ${tenants}`,
      { times: 10, act: (setting) => setting.storeBatch(tenants) },
    ]),
  ),
};

/** Returns the cost of one run. The senders of telemetry are separate processes, whose time is not counted. */
async function costOf(setting: ClusterSetting, measure: Measure): Promise<Cost> {
  const { act } = measure;
  const times = isMini ? 1 : measure.times;
  const start = performance.now();
  const before = cpuTimeOf(setting.pids);
  const own = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await act(setting);
  const { user, system } = process.cpuUsage(own);
  const cpu = cpuTimeOf(setting.pids) - before + (user + system) / 1000;
  return { cpu: cpu / times, clock: (performance.now() - start) / times };
}

async function openAll(close: (() => Promise<void>)[]): Promise<ClusterSetting[]> {
  const found = findCitus();
  const isAlone = typeof found === 'string';
  const settings: ClusterSetting[] = [];
  const add = async (name: string, url: string, nodes: readonly SitePostgres[]): Promise<void> => {
    const setting = await openSetting(
      name,
      url,
      nodes.map((node) => node.pid()),
    );
    close.unshift(setting.close);
    settings.push(setting);
  };
  const own = isAlone ? undefined : found.bin;
  const plain = await makePostgres({ ...DATABASE, wal_level: 'logical' }, undefined, own);
  close.unshift(plain.remove);
  await add('plain', plain.url, [plain]);
  if (isAlone) {
    missing(`Citus: ${found}`);
    return settings;
  }
  for (const workers of WORKERS) {
    const cluster = await makeCluster(found, { workers, settings: DATABASE });
    close.unshift(cluster.remove);
    const [coordinator = ''] = cluster.admins;
    if (workers === 0)
      await runAt(
        urlOf(coordinator, 'site'),
        `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true) from pg_dist_node`,
      );
    await add(`${workers} workers`, cluster.url, cluster.nodes);
  }
  return settings;
}

function printMeasure(name: string, settings: readonly ClusterSetting[], found: Map<string, Cost[]>): void {
  const plain = found.get(settings[0]!.name)!;
  const texts = settings.map((setting, index) => {
    const costs = found.get(setting.name)!;
    const of = (way: keyof Cost): number => median(costs.map((cost) => cost[way]));
    const ratio = (way: keyof Cost): number =>
      median(costs.map((cost, round) => cost[way] / plain[round]![way]));
    const text = `  ${setting.name}: ${of('cpu').toFixed(1)} ms of processors, ${of('clock').toFixed(1)} ms by the clock`;
    if (index === 0) return text;
    const value = ratio('cpu');
    const figure = { name: `${name}, ${setting.name}`, value, goal: GOALS[name], better: 'less' } as const;
    return `${text}; ${value.toFixed(2)} (${keepRatio(figure)}) and ${ratio('clock').toFixed(2)} times plain`;
  });
  console.log([name, ...texts].join('\n'));
}

const close: (() => Promise<void>)[] = [];
try {
  const settings = await openAll(close);
  const [plain, ...clusters] = settings;
  for (const one of clusters) assert.deepEqual(await one.askBoard(), await plain!.askBoard(), one.name);
  console.log(`load ${loadavg()[0]!.toFixed(1)} as it begins`);
  for (const [name, measure] of Object.entries(MEASURES)) {
    const found = new Map(settings.map((setting): [string, Cost[]] => [setting.name, []]));
    // The first round only warms up. Each later round begins with another setting.
    for (let round = 0; round <= Number(options.rounds); round += 1)
      for (const index of settings.keys()) {
        const setting = settings[(index + round) % settings.length]!;
        const cost = await costOf(setting, measure);
        if (round > 0) found.get(setting.name)!.push(cost);
      }
    printMeasure(name, settings, found);
  }
  console.log(`load ${loadavg()[0]!.toFixed(1)} as it ends; a fleet has ${FLEET_TENANTS} tenants`);
} finally {
  for (const end of close) await end();
}
