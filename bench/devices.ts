/**
 * Measures a station of 10,000 devices. It reads the tree level by level, as pages do. It imports an Excel file of
 * all devices with twelve wrong rows. Goals: a level of the tree within 300 ms (95 of 100), the import within 20 s.
 * The growth of the server's memory is printed as well.
 */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import type { Client } from '../tests/support/calls/client.ts';
import { login } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './kit/cpuTime.ts';
import { median, percentile } from './kit/percentile.ts';
import { judge } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';
import { timed } from './kit/timed.ts';

const DEVICES = sized(10_000, 60);
const WRONG = sized(12, 2);
/** The last row of each group of this size is wrong, until there are enough wrong rows. */
const APART = sized(800, 20);
const ROUNDS = sized(40, 2);
const TREE_GOAL_MS = 300;
const IMPORT_GOAL_S = 20;
const MB = 1_048_576;
const HEAD = ['Device number', 'Device name', 'Station', 'Device type'];

/** Makes a file. A row is wrong if it names a station that does not exist. */
function makeFile(wrong: number): FormData {
  const rows = Array.from({ length: DEVICES }, (_, at) => {
    const station = at % APART === APART - 1 && at < wrong * APART ? 'NOWHERE' : 'BENCH';
    return [`D${at}`, `Device ${at}`, station, ['Meter', 'PV inverter', 'Charger'][at % 3]!].join(',');
  });
  const form = new FormData();
  form.set('file', new Blob([[HEAD.join(','), ...rows].join('\n')], { type: 'text/csv' }), 'devices.csv');
  return form;
}

async function bringIn(admin: Client, wrong: number): Promise<void> {
  const [memory, cpu, start] = [process.memoryUsage.rss(), cpuTimeOf([process.pid]), performance.now()];
  let most = memory;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 50);
  const { imported, errors } = await admin.call('emsDeviceImport', {
    form: makeFile(wrong),
    headers: { 'accept-language': 'en' },
    query: { dryRun: wrong > 0 },
  });
  clearInterval(watch);
  assert.equal(errors.length, wrong);
  if (wrong === 0) assert.equal(imported, DEVICES);
  const seconds = (performance.now() - start) / 1000;
  const work = (cpuTimeOf([process.pid]) - cpu) / 1000;
  const verdict = judge({ value: seconds, goal: IMPORT_GOAL_S, better: 'less' });
  console.log(
    `${wrong > 0 ? 'dry run' : 'import'} of ${DEVICES} rows: ${imported} in, ${errors.length} wrong, ${seconds.toFixed(1)} s (${verdict}), ${work.toFixed(1)} s of processor time, memory ${((most - memory) / MB).toFixed(0)} MB more`,
  );
}

const server = await startFresh();
try {
  const admin = await login(server);
  await admin.call('stationCreate', { body: { sn: 'BENCH', name: 'Bench', timeZone: 'UTC' } });
  const headers = { 'accept-language': 'en' };
  await bringIn(admin, WRONG);
  await bringIn(admin, 0);
  const first = { stationSn: 'BENCH', parent: 'inverter', current: 1, size: 100 };
  for (const [name, query, count] of [
    ['stations', {}, 1],
    ['groups of the station', { stationSn: 'BENCH' }, 3],
    ['the first 100 inverters', first, Math.min(100, Math.floor(DEVICES / 3))],
  ] as const) {
    const readTree = () => admin.call('emsDeviceTree', { query, headers });
    assert.equal((await readTree()).length, count, name);
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(readTree));
    const late = percentile(times, 0.95);
    console.log(
      `tree, ${name}: median ${median(times).toFixed(0)} ms, p95 ${late.toFixed(0)} ms (${judge({ value: late, goal: TREE_GOAL_MS, better: 'less' })})`,
    );
  }
} finally {
  await server.stop();
}
