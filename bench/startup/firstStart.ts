/** Observes a first start with the demo from the empty folder until no work is left, and some minutes without work. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerProcess, spawnServer } from '../../tests/support/server/process.ts';
import { type Costs, costsOf, folderBytes, type Sides } from './footprint.ts';

/** The server logs each of these once, when all of this data is created. */
const MADE = [/demo records are made/, /simulated stations are live/];
const LOOK_MS = 1_000;
/** The work is complete once a span of this length needs less than this share of a processor. */
const CALM_MS = 10_000;
const CALM_WORK = 0.15;
const LIMIT_MS = 900_000;

export interface FirstStart {
  readyMs: number;
  /** Milliseconds until stations, records and stored figures exist. */
  wholeMs: number;
  cpuMs: Sides;
  /** The highest memory use until then, in bytes. */
  peak: Sides;
  /** The slowest answer until then. */
  slowestMs: number;
  data: number;
  /** Bytes of `data` that PostgreSQL's log uses. */
  log: number;
  /** The share of a processor that is used without requests. */
  idle: Sides;
}

const addSides = ({ node, postgres }: Sides): number => node + postgres;

async function answerMs(url: string): Promise<number> {
  const began = performance.now();
  await fetch(`${url}/healthz`);
  return performance.now() - began;
}

interface Looked {
  peak: Sides;
  slowestMs: number;
}

async function lookOnce(costs: Costs, url: string, looked: Looked): Promise<void> {
  const { node, postgres } = costs.memory();
  looked.peak = {
    node: Math.max(looked.peak.node, node),
    postgres: Math.max(looked.peak.postgres, postgres),
  };
  looked.slowestMs = Math.max(looked.slowestMs, await answerMs(url));
  await sleep(LOOK_MS);
}

/** Watches until everything is reported as made and the server is idle. */
async function followUntilCalm(server: ServerProcess, costs: Costs, url: string): Promise<Looked> {
  const looked: Looked = { peak: { node: 0, postgres: 0 }, slowestMs: 0 };
  const end = performance.now() + LIMIT_MS;
  let began = performance.now();
  let before = addSides(costs.cpuMs());
  for (;;) {
    await lookOnce(costs, url, looked);
    const past = performance.now() - began;
    if (past < CALM_MS) continue;
    const work = addSides(costs.cpuMs());
    const isMade = MADE.every((line) => line.test(server.output()));
    if (isMade && work - before < past * CALM_WORK) return looked;
    if (performance.now() > end) throw new Error(`the demo does not end:\n${server.output()}`);
    [began, before] = [performance.now(), work];
  }
}

async function idleShare(costs: Costs, ms: number): Promise<Sides> {
  const [began, before] = [performance.now(), costs.cpuMs()];
  await sleep(ms);
  const [past, after] = [performance.now() - began, costs.cpuMs()];
  return { node: (after.node - before.node) / past, postgres: (after.postgres - before.postgres) / past };
}

/** `idleMs` is the time of observation without work. */
export async function followFirstStart(dataDir: string, { idleMs }: { idleMs: number }): Promise<FirstStart> {
  const began = performance.now();
  const server = spawnServer(dataDir, { demo: true, env: { WATTDECK_LOG: 'info' } });
  try {
    const url = await server.ready();
    const readyMs = performance.now() - began;
    const costs = costsOf(server.pid, dataDir);
    const looked = await followUntilCalm(server, costs, url);
    const [wholeMs, cpuMs] = [performance.now() - began, costs.cpuMs()];
    const data = folderBytes(dataDir);
    const log = folderBytes(join(dataDir, 'postgres/pg_wal'));
    const idle = await idleShare(costs, idleMs);
    return { readyMs, wholeMs, cpuMs, ...looked, data, log, idle };
  } finally {
    server.child.kill('SIGINT');
    await server.ended;
  }
}
