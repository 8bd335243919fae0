/**
 * Compares one kind of records with Directus, on the same PostgreSQL with the same table. Both alternate in one run.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { login, startServer } from '../../tests/support/server/server.ts';
import { judge, keepRatio } from '../kit/report.ts';
import { sized } from '../kit/size.ts';
import { findDirectus, startDirectus, TOKEN, VERSION } from './directus.ts';
import type { Figures, Job } from './load.ts';
import { ROWS } from './rows.ts';
import { assertMade, assertSame, type Kind, makeOurs, makeTheirs, type Side } from './sides.ts';
import type { Subject } from './subjects.ts';
import { fillOurs, fillTheirs, makeOwners, runSql } from './tables.ts';

const TENANT = 1;
const CLIENTS = sized([1, 16], [1, 4]);
const ROUNDS = sized(3, 1);
const SHOTS = sized(600, 10);
const QUESTIONS = sized(40, 8);
const LIST_GOAL_MS = 30;

/** The goals by kind of request, as multiples of Directus' throughput. */
export type Goals = Readonly<Partial<Record<Kind, number>>>;

async function measure(job: Job): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const answer = await text(child.stdout);
  return JSON.parse(answer) as Figures;
}

/** Returns the best of several rounds of each side. The sides alternate. The first round only warms up. */
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

const figuresText = ({ perSecond, p50, p95 }: Figures): string =>
  `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms`;

function report(
  { kind, goal: targetRatio }: { kind: Kind; goal: number },
  clients: number,
  ours: Figures,
  theirs: Figures | undefined,
): void {
  console.log(`${kind}, ${clients} ${clients === 1 ? 'client' : 'clients'}`);
  const goal = kind.startsWith('list') ? LIST_GOAL_MS : undefined;
  console.log(
    `  wattdeck             ${figuresText(ours)} (${judge({ value: ours.p95, goal, better: 'less' })})`,
  );
  if (!theirs) return;
  console.log(`  directus ${VERSION.padEnd(12)}${figuresText(theirs)}`);
  const value = ours.perSecond / theirs.perSecond;
  const name = `${kind}, ${clients} clients`;
  console.log(
    `  ratio ${value.toFixed(1)} (${keepRatio({ name, value, goal: targetRatio, better: 'more' })})`,
  );
}

async function benchSides(subject: Subject, goals: Goals, sides: readonly Side[]): Promise<void> {
  await assertSame(subject, sides, QUESTIONS);
  for (const [kind, goal] of Object.entries(goals) as [Kind, number][])
    for (const clients of CLIENTS) {
      const [ours, theirs] = await measureKind(sides, kind, clients);
      report({ kind, goal }, clients, ours!, theirs);
    }
  for (const side of sides) await assertMade(side);
}

/** Measures the kinds of requests that have a goal, for ours and, if it is installed, for Directus. */
export async function benchSubject(subject: Subject, goals: Goals): Promise<void> {
  const server = await startServer();
  try {
    const { pool } = server.app.db;
    const token = (await login(server)).tokens().main ?? '';
    console.log(`filling two tables with ${ROWS.toLocaleString('en')} rows each …`);
    const owners = await makeOwners(server, TENANT);
    await fillOurs(pool, TENANT, subject, owners);
    const place = { subject, owners };
    const ours = makeOurs({ ...place, url: server.url, token });
    if (!findDirectus()) return await benchSides(subject, goals, [ours]);
    const fill = fillTheirs(pool, subject, owners);
    const directus = await startDirectus(pool, subject.table, fill, runSql(pool));
    try {
      await pool.query('checkpoint');
      await benchSides(subject, goals, [ours, makeTheirs({ ...place, url: directus.url, token: TOKEN })]);
    } finally {
      await directus.stop();
    }
  } finally {
    await server.stop();
  }
}
