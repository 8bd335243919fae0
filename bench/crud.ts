/**
 * Measures list, create and update over HTTP with 1 and 16 clients. A list has filter, sort, count, and a page of 20 of
 * a million rows. Directus runs on the same PostgreSQL with the same table and rows, in turns in one run. Lists are
 * measured twice. The first queries repeat. The second are always new, with a write after every few of them, so that no
 * count can be cached. Goals: a multiple of its throughput, and 95 of 100 lists of either kind within 30 ms.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { login, startServer } from '../tests/support/server/server.ts';
import { findDirectus, startDirectus, TOKEN, VERSION } from './crud/directus.ts';
import type { Figures, Job } from './crud/load.ts';
import { assertMade, assertSame, KINDS, type Kind, makeOurs, makeTheirs, type Side } from './crud/sides.ts';
import { fillOurs, fillTheirs, makeOwners, ROWS, runSql } from './crud/tables.ts';
import { judge, keepRatio } from './kit/report.ts';
import { sized } from './kit/size.ts';

const TENANT = 1;
const CLIENTS = sized([1, 16], [1, 4]);
const ROUNDS = sized(3, 1);
const SHOTS = sized(600, 10);
const QUESTIONS = sized(40, 8);
const LIST_GOAL_MS = 30;
const GOALS: Readonly<Record<Kind, number>> = { list: 3, 'list new': 3, create: 3, update: 3 };

async function measure(job: Job): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crud/load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const answer = await text(child.stdout);
  return JSON.parse(answer) as Figures;
}

/** Returns the best of some rounds of each side, in turns. An earlier round only warms up. */
async function measureKind(sides: readonly Side[], kind: Kind, clients: number): Promise<Figures[]> {
  const best: Figures[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [at, side] of sides.entries()) {
      const { url, token } = side;
      const figures = await measure({ url, token, clients, shots: side.shots(kind, SHOTS) });
      if (round > 0 && !(best[at] && best[at].perSecond >= figures.perSecond)) best[at] = figures;
    }
  return best;
}

const told = ({ perSecond, p50, p95 }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms`;

function report(kind: Kind, clients: number, ours: Figures, theirs: Figures | undefined): void {
  console.log(`${kind}, ${clients} ${clients === 1 ? 'client' : 'clients'}`);
  const goal = kind.startsWith('list') ? LIST_GOAL_MS : undefined;
  console.log(`  wattdeck             ${told(ours)} (${judge({ value: ours.p95, goal, better: 'less' })})`);
  if (!theirs) return;
  console.log(`  directus ${VERSION.padEnd(12)}${told(theirs)}`);
  const value = ours.perSecond / theirs.perSecond;
  const name = `${kind}, ${clients} clients`;
  console.log(
    `  ratio ${value.toFixed(1)} (${keepRatio({ name, value, goal: GOALS[kind], better: 'more' })})`,
  );
}

async function benchSides(sides: readonly Side[]): Promise<void> {
  await assertSame(sides, QUESTIONS);
  for (const kind of KINDS)
    for (const clients of CLIENTS) {
      const [ours, theirs] = await measureKind(sides, kind, clients);
      report(kind, clients, ours!, theirs);
    }
  for (const side of sides) await assertMade(side);
}

const server = await startServer();
try {
  const { pool } = server.app.db;
  const token = (await login(server)).tokens().main ?? '';
  console.log(`filling two tables with ${ROWS.toLocaleString('en')} rows each …`);
  const owners = await makeOwners(server, TENANT);
  await fillOurs(pool, TENANT, owners);
  const ours = makeOurs({ url: server.url, token });
  if (findDirectus()) {
    const directus = await startDirectus(pool, fillTheirs(pool, owners), runSql(pool));
    try {
      await pool.query('checkpoint');
      await benchSides([ours, makeTheirs({ url: directus.url, token: TOKEN })]);
    } finally {
      await directus.stop();
    }
  } else await benchSides([ours]);
} finally {
  await server.stop();
}
