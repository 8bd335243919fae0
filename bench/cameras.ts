/**
 * Measures a wall of 16 simulated cameras in one run, with one viewer for each camera and with four. It measures the
 * load of the server's thread, its longest task, and the bytes that viewers receive. Goals: half a core, and no task
 * over 50 ms. Each camera is drawn once, so four times the viewers cause at most twice the work.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { login } from '../tests/support/server/server.ts';
import { judge, keepRatio } from './kit/report.ts';
import { startFresh } from './kit/server.ts';
import { sized } from './kit/size.ts';

const CAMERAS = sized(16, 2);
const CORE_GOAL = 50;
const TASK_GOAL_MS = 50;
const RATIO_GOAL = 2;
const SETTLE_MS = sized(3_000, 500);
const MEASURED_MS = sized(15_000, 1_000);
const NS = 1e6;

interface Watched {
  /** Percent of a core. */
  busy: number;
  longestMs: number;
  p99Ms: number;
  kbPerSecond: number;
}

async function bytesOf(viewers: Worker): Promise<number> {
  viewers.postMessage('bytes');
  const [bytes] = (await once(viewers, 'message')) as [number];
  return bytes;
}

async function watch(addresses: readonly string[], cookie: string): Promise<Watched> {
  const viewers = new Worker(new URL('./cameras/watch.ts', import.meta.url), {
    workerData: { addresses, cookie },
  });
  await sleep(SETTLE_MS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const [before, began] = [await bytesOf(viewers), performance.eventLoopUtilization()];
  delay.enable();
  await sleep(MEASURED_MS);
  delay.disable();
  const { utilization } = performance.eventLoopUtilization(began);
  const bytes = (await bytesOf(viewers)) - before;
  viewers.postMessage('stop');
  await once(viewers, 'exit');
  return {
    busy: utilization * 100,
    longestMs: delay.max / NS,
    p99Ms: delay.percentile(99) / NS,
    kbPerSecond: bytes / Math.max(1, addresses.length) / MEASURED_MS,
  };
}

const server = await startFresh();
try {
  const admin = await login(server);
  await admin.call('stationCreate', { body: { sn: 'BENCH', name: 'Bench', timeZone: 'UTC' } });
  const addresses: string[] = [];
  for (let at = 0; at < CAMERAS; at += 1) {
    const body = { stationSn: 'BENCH', name: `Camera ${at}`, protocol: 'simulated' as const };
    const { id } = await admin.call('ipcCreate', { body });
    addresses.push(`${server.url}/ems/api/ipc/ipc/${id}/stream`);
  }
  const cookie = admin.cookies();
  // The load without viewers, which other programs of the machine cause.
  const idle = await watch([], cookie);
  console.log(`nobody watches: the thread away for ${idle.longestMs.toFixed(1)} ms at most`);
  const alone = await watch(addresses, cookie);
  const many = await watch([...addresses, ...addresses, ...addresses, ...addresses], cookie);
  for (const [viewers, one] of [
    [CAMERAS, alone],
    [4 * CAMERAS, many],
  ] as const) {
    assert.ok(one.kbPerSecond > 0, 'viewers see pictures');
    const [core, task] = [
      judge({ value: one.busy, goal: CORE_GOAL, better: 'less' }),
      judge({ value: one.longestMs, goal: TASK_GOAL_MS, better: 'less' }),
    ];
    console.log(
      `${CAMERAS} cameras, ${viewers} viewers: ${one.busy.toFixed(1)} % of a core (${core}), the thread away for ${one.longestMs.toFixed(1)} ms at most (${task}), p99 ${one.p99Ms.toFixed(1)} ms; ${one.kbPerSecond.toFixed(1)} kB a second to each`,
    );
  }
  const ratio = many.busy / alone.busy;
  const verdict = keepRatio({
    name: 'four times the viewers',
    value: ratio,
    goal: RATIO_GOAL,
    better: 'less',
  });
  console.log(`four times the viewers take ${ratio.toFixed(2)} times the work (${verdict})`);
} finally {
  await server.stop();
}
