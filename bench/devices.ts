/**
 * A station of 10,000 devices: its tree as pages read it, level by level, and the Excel file that makes them all, twelve
 * rows of it wrong. Goals: a level of the tree within 300 ms (95 of 100), the import within 20 s; how far the server's
 * memory grew stands beside it.
 */
import { performance } from 'node:perf_hooks';
import type { Client } from '../tests/support/calls/client.ts';
import { login, startServer } from '../tests/support/server/server.ts';
import { cpuTimeOf } from './cpuTime.ts';
import { percentile } from './figures/percentile.ts';

const DEVICES = 10_000;
const WRONG = 12;
const ROUNDS = 40;
const TREE_GOAL_MS = 300;
const IMPORT_GOAL_S = 20;
const MB = 1_048_576;
const HEAD = ['Device number', 'Device name', 'Station', 'Device type'];

/** A station that is not there makes a row wrong. */
function makeFile(wrong: number): FormData {
  const rows = Array.from({ length: DEVICES }, (_, at) => {
    const station = at % 800 === 799 && at < wrong * 800 ? 'NOWHERE' : 'BENCH';
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
  const seconds = (performance.now() - start) / 1000;
  const work = (cpuTimeOf([process.pid]) - cpu) / 1000;
  console.log(
    `${wrong > 0 ? 'dry run' : 'import'} of ${DEVICES} rows: ${imported} in, ${errors.length} wrong, ${seconds.toFixed(1)} s (goal ${IMPORT_GOAL_S}), ${work.toFixed(1)} s of processor time, memory ${((most - memory) / MB).toFixed(0)} MB more`,
  );
}

const server = await startServer({ fresh: true });
try {
  const admin = await login(server);
  await admin.call('stationCreate', { body: { sn: 'BENCH', name: 'Bench', timeZone: 'UTC' } });
  const headers = { 'accept-language': 'en' };
  await bringIn(admin, WRONG);
  await bringIn(admin, 0);
  for (const [name, query] of [
    ['stations', {}],
    ['groups of the station', { stationSn: 'BENCH' }],
    ['the first 100 inverters', { stationSn: 'BENCH', parent: 'inverter', current: 1, size: 100 }],
  ] as const) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await admin.call('emsDeviceTree', { query, headers });
      times.push(performance.now() - began);
    }
    console.log(
      `tree, ${name}: median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms (goal ${TREE_GOAL_MS})`,
    );
  }
} finally {
  await server.stop();
}
