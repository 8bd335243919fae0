/**
 * List (filter, sort, count, page of 20 out of a million rows), create and update over HTTP with 1 and 16 clients,
 * beside Directus on the same PostgreSQL with the same table and rows, in turns in one run. Lists twice: questions that
 * come again and again, and questions that were never asked before with a write after every few of them, so that no
 * count can be remembered. Goals: 3 times its throughput, and 95 of 100 lists of either kind within 30 ms.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { login, startServer } from '../tests/support/server/server.ts';
import { startDirectus, TOKEN, VERSION } from './crud/directus.ts';
import type { Figures, Job, Shot } from './crud/load.ts';
import { newQuestions, pathOurs, pathTheirs, type Question, questionKnown } from './crud/questions.ts';
import { fillOurs, fillTheirs, ROWS, runSql } from './crud/tables.ts';

const TENANT = 1;
const CLIENTS = [1, 16];
const ROUNDS = 3;
const LISTS = 600;
const WRITES = 600;
/** Among new questions every so many shots is a write. */
const WRITE_EVERY = 5;
export const GOAL = { ratio: 3, listMs: 30 };

const KINDS = ['list', 'list new', 'create', 'update'] as const;
type Kind = (typeof KINDS)[number];
type Side = (kind: Kind, count: number) => Shot[];

let made = 0;
const customer = () => {
  made += 1;
  return { name: `Made ${made}`, state: 'developing', level: 'PP', city: 'Suzhou', remark: `number ${made}` };
};

/** Each record is changed once, so that its version is known. */
function changedNext(first: number): () => number {
  let id = first;
  return () => id++;
}

/** The shots of one side: how it is asked, and how it creates and updates. */
function makeSide(
  list: (question: Question) => string,
  create: () => Shot,
  update: (index: number) => Shot,
): Side {
  const fresh = newQuestions();
  const shot = (kind: Kind, index: number): Shot => {
    switch (kind) {
      case 'create':
        return create();
      case 'update':
        return update(index);
      case 'list':
        return { method: 'GET', path: list(questionKnown(index)) };
      case 'list new':
        return index % WRITE_EVERY === 0
          ? { ...create(), aside: true }
          : { method: 'GET', path: list(fresh.next().value) };
    }
  };
  return (kind, count) => Array.from({ length: count }, (_, index) => shot(kind, index));
}

function ours(): Side {
  const next = changedNext(1);
  return makeSide(
    pathOurs,
    () => ({ method: 'POST', path: '/manager/customer', body: customer() }),
    (index) => ({
      method: 'PUT',
      path: '/manager/customer',
      body: { id: next(), version: 1, city: `Moved ${index}` },
    }),
  );
}

function theirs(): Side {
  const next = changedNext(1);
  return makeSide(
    pathTheirs,
    () => ({ method: 'POST', path: '/items/customer', body: customer() }),
    (index) => ({ method: 'PATCH', path: `/items/customer/${next()}`, body: { city: `Moved ${index}` } }),
  );
}

async function measure(job: Job): Promise<Figures> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'crud/load.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(job));
  const answer = await text(child.stdout);
  return JSON.parse(answer) as Figures;
}

export interface CrudRow {
  kind: Kind;
  clients: number;
  ours: Figures;
  theirs: Figures;
  ratio: number;
}

const better = (a: Figures | undefined, b: Figures): Figures => (a && a.perSecond >= b.perSecond ? a : b);

/** The best of some rounds of each, in turns; a round before only warms up. */
export async function benchCrud(onRow: (row: CrudRow) => void = () => {}): Promise<CrudRow[]> {
  const server = await startServer();
  const { pool } = server.app.db;
  try {
    const token = (await login(server)).tokens().main ?? '';
    console.log(`filling two tables with ${ROWS.toLocaleString('en')} rows each …`);
    await fillOurs(pool, TENANT);
    const directus = await startDirectus(pool, fillTheirs(pool), runSql(pool));
    try {
      await pool.query('checkpoint');
      const sides = {
        ours: { url: server.url, token, shots: ours() },
        theirs: { url: directus.url, token: TOKEN, shots: theirs() },
      };
      const rows: CrudRow[] = [];
      for (const kind of KINDS) {
        const count = kind.startsWith('list') ? LISTS : WRITES;
        for (const clients of CLIENTS) {
          const best: { ours?: Figures; theirs?: Figures } = {};
          for (let round = 0; round <= ROUNDS; round += 1) {
            for (const name of ['ours', 'theirs'] as const) {
              const { shots, ...place } = sides[name];
              const figures = await measure({ ...place, clients, shots: shots(kind, count) });
              if (round > 0) best[name] = better(best[name], figures);
            }
          }
          const [own, other] = [best.ours as Figures, best.theirs as Figures];
          const row = { kind, clients, ours: own, theirs: other, ratio: own.perSecond / other.perSecond };
          rows.push(row);
          onRow(row);
        }
      }
      return rows;
    } finally {
      await directus.stop();
    }
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  const figure = ({ perSecond, p50, p95 }: Figures): string =>
    `${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50.toFixed(1).padStart(6)} ms  p95 ${p95.toFixed(1).padStart(6)} ms`;
  const rows = await benchCrud(({ kind, clients, ours: own, theirs: other, ratio }) => {
    console.log(`${kind.padEnd(8)} ${String(clients).padStart(2)} clients`);
    console.log(`  wattdeck             ${figure(own)}`);
    console.log(`  directus ${VERSION.padEnd(12)}${figure(other)}`);
    console.log(`  ratio ${ratio.toFixed(1)} (goal ${GOAL.ratio})`);
  });
  const lists = rows.filter(({ kind }) => kind.startsWith('list'));
  const slow = Math.max(...lists.map((row) => row.ours.p95));
  if (rows.some(({ ratio }) => ratio < GOAL.ratio) || slow > GOAL.listMs) process.exitCode = 1;
}
