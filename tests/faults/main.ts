/**
 * `npm run test:faults` causes faults while telemetry and alarms arrive. At the end it compares the stored data with
 * the acknowledged data. `npm run test:faults -- kills clock --kills 5` runs these two scenarios, with five kills.
 */
import { parseArgs } from 'node:util';
import broker from './broker.ts';
import brokerShared from './brokerShared.ts';
import clock from './clock.ts';
import clusterCommit from './clusterCommit.ts';
import clusterFull from './clusterFull.ts';
import clusterNodes from './clusterNodes.ts';
import databaseRestart from './databaseRestart.ts';
import diskFull from './diskFull.ts';
import kills from './kills.ts';
import processes from './processes.ts';
import { type Scenario, Skipped } from './scenario.ts';
import twoServers from './twoServers.ts';

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  kills,
  processes,
  databaseRestart,
  diskFull,
  clock,
  broker,
  brokerShared,
  twoServers,
  clusterNodes,
  clusterCommit,
  clusterFull,
};

const { values, positionals } = parseArgs({
  options: { kills: { type: 'string', default: '20' } },
  allowPositionals: true,
  strict: false,
});
const rounds = typeof values.kills === 'string' ? Number(values.kills) : Number.NaN;
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--kills takes how often the server is killed, a whole number from 1 on: --kills 5');
  process.exit(1);
}
const unknownOptions = Object.keys(values).filter((name) => name !== 'kills');
if (unknownOptions.length > 0) {
  console.error(`There is no option --${unknownOptions.join(', --')}; there is --kills.`);
  process.exit(1);
}
const unknown = positionals.filter((name) => !(name in SCENARIOS));
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}; there are ${Object.keys(SCENARIOS).join(', ')}.`);
  process.exit(1);
}

const counts = { passed: 0, failed: 0, skipped: 0 };
for (const [name, { title, run }] of Object.entries(SCENARIOS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n── ${name}: ${title} ──`);
  const start = performance.now();
  const seconds = (): string => `${((performance.now() - start) / 1000).toFixed(0)} s`;
  try {
    const outcome = await run({ kills: rounds });
    counts.passed++;
    console.log(`ok      ${outcome} (${seconds()})`);
  } catch (error) {
    const skipped = error instanceof Skipped;
    counts[skipped ? 'skipped' : 'failed']++;
    console.log(
      `${skipped ? 'skipped' : 'FAILED '} ${error instanceof Error ? (error.stack ?? '') : error} (${seconds()})`,
    );
  }
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed > 0 ? 1 : 0;
