/**
 * Measures the time from the start of the process to the first answer of /healthz. It starts with an empty data
 * folder, then with the existing folder, both as an empty platform and with the demo. Goal for a start with existing
 * data: 10 s. Then it measures a first start with the demo until all data is created. The figures are processor time,
 * memory, disk space, and the processor share when idle.
 */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../tests/support/server/port.ts';
import { spawnServer } from '../tests/support/server/process.ts';
import { dataFolder } from '../tests/support/server/server.ts';
import { judge, keepRatio } from './kit/report.ts';
import { isMini, sized } from './kit/size.ts';
import { followFirstStart } from './startup/firstStart.ts';

const WARM_GOAL_S = 10;
/** Goals of a first start with the demo. */
const WORK_GOAL_S = 60;
const DISK_GOAL_MB = 500;
const NODE_GOAL_MB = 400;
const POSTGRES_GOAL_MB = 300;
const IDLE_GOAL = 0.02;
const IDLE_MS = 120_000;
const MB = 1_000_000;
const LIMIT_MS = 120_000;
const POLL_MS = 10;

const healthy = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    // The server does not accept connections yet.
    return false;
  }
};

/** Starts the server, waits for the first successful answer, and stops it again. */
async function startTime(dataDir: string, demo: boolean): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const server = spawnServer(dataDir, { demo, env: { WATTDECK_PORT: String(port) } });
  let over = false;
  void server.ended.then(() => {
    over = true;
  });
  try {
    while (!(await healthy(`http://127.0.0.1:${port}`))) {
      if (over || performance.now() - began > LIMIT_MS)
        throw new Error(`the server does not start:\n${server.output()}`);
      await sleep(POLL_MS);
    }
    return performance.now() - began;
  } finally {
    server.child.kill('SIGINT');
    await server.ended;
  }
}

interface StartupBench {
  coldMs: number;
  warmMs: number;
}

async function benchStartup(demo: boolean): Promise<StartupBench> {
  const folder = await dataFolder();
  try {
    const coldMs = await startTime(folder.path, demo);
    return { coldMs, warmMs: await startTime(folder.path, demo) };
  } finally {
    await folder.remove();
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
for (const demo of sized([false, true], [false])) {
  const { coldMs, warmMs } = await benchStartup(demo);
  const name = `start ${demo ? 'with the demo' : 'as an empty platform'}`;
  const value = warmMs / coldMs;
  const verdict = judge({ value: warmMs / 1000, goal: WARM_GOAL_S, better: 'less' });
  console.log(
    `${name}: first ${seconds(coldMs)}, again ${seconds(warmMs)} (${verdict}), ` +
      `${value.toFixed(2)} of the first (${keepRatio({ name: `${name}, again`, value, better: 'less' })})`,
  );
}

async function benchDemo(): Promise<void> {
  const folder = await dataFolder();
  try {
    const start = await followFirstStart(folder.path, { idleMs: IDLE_MS });
    const { cpuMs, peak, data, log, idle } = start;
    const work = (cpuMs.node + cpuMs.postgres) / 1000;
    const verdict = (value: number, goal: number): string => judge({ value, goal, better: 'less' });
    const megabytes = (bytes: number): string => `${Math.round(bytes / MB)} MB`;
    const share = (part: number): string => `${(part * 100).toFixed(1)} %`;
    const lines = [
      `first start with the demo: ready after ${seconds(start.readyMs)}, whole after ${seconds(start.wholeMs)}, ` +
        `the slowest answer meanwhile ${Math.round(start.slowestMs)} ms`,
      `work of processors ${work.toFixed(1)} s (${verdict(work, WORK_GOAL_S)}): ours ${seconds(cpuMs.node)}, ` +
        `PostgreSQL ${seconds(cpuMs.postgres)}`,
      `most in memory: ours ${megabytes(peak.node)} (${verdict(peak.node / MB, NODE_GOAL_MB)}), ` +
        `PostgreSQL ${megabytes(peak.postgres)} (${verdict(peak.postgres / MB, POSTGRES_GOAL_MB)})`,
      `on disk ${megabytes(data)} (${verdict(data / MB, DISK_GOAL_MB)}), of it log ${megabytes(log)}`,
      `idle ${share(idle.node + idle.postgres)} of a processor (${verdict(idle.node + idle.postgres, IDLE_GOAL)}): ` +
        `ours ${share(idle.node)}, PostgreSQL ${share(idle.postgres)}`,
    ];
    console.log(lines.join('\n'));
  } finally {
    await folder.remove();
  }
}

if (!isMini && existsSync('/proc/self/smaps_rollup')) await benchDemo();
