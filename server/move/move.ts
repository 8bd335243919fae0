/**
 * Moves a running database to another one. Rows are copied while writes continue, and later writes are replicated. At
 * the end, writes are blocked for a short time until the last changes are replicated. FROM then rejects writes. A crash
 * before the switch changes nothing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { beginStep } from '../backup/progress.ts';
import { CommandError } from '../connectors/http/command.ts';
import { studioTables } from '../engine/studio/live.ts';
import { openReplication } from '../platform/db/connect/connect.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { createLogger } from '../platform/log.ts';
import { applySteps } from './apply.ts';
import { sumChanges } from './coalesceChanges.ts';
import { compareCounts } from './compare.ts';
import { copyTables, type Pair } from './copy.ts';
import { type Connections, type End, writable } from './endpoints.ts';
import { listHeldMonths, makePartitions } from './partitions.ts';
import {
  checkSource,
  dropPublication,
  endWrites,
  type Follower,
  followChanges,
  holdWrites,
  isClosed,
} from './source.ts';
import { findDifference, type MovedTable, readTables } from './tables.ts';
import {
  claimTarget,
  isUnfinished,
  loosenTarget,
  openWrites,
  releaseTarget,
  targetTables,
  tightenTarget,
  validateTarget,
} from './target.ts';

/** Number of parallel connections for copying and counting. */
const PAIRS = 3;
const IDLE_MS = 200;
/** Maximum number of attempts to switch. An attempt fails if a writer exceeds the lock timeout. */
const BLOCK_ATTEMPTS = 20;

interface Way {
  from: pg.Client;
  to: pg.Client;
  /** The connection that has the locks of the switch. */
  holder: pg.Client;
  replication: pg.Client;
  pairs: Pair[];
}

export interface MoveOptions {
  from: End;
  to: { target: { url: string }; name: string };
  /** Resolves when the switch may start. */
  wanted: Promise<void>;
  signal: AbortSignal;
}

async function openWay({ from, to }: MoveOptions, connections: Connections): Promise<Way> {
  const openFrom = () => connections.open(from.target, from.name);
  const openTo = () => connections.open(to.target, to.name);
  const pairs: Pair[] = [];
  for (let index = 0; index < PAIRS; index++) pairs.push({ from: await openFrom(), to: await openTo() });
  const replication = await connections.add(openReplication(from.target), from.name);
  return { from: await openFrom(), to: await openTo(), holder: await openFrom(), replication, pairs };
}

/** Creates the tables of FROM at TO, empty. Returns the tables to move. */
async function prepareTables({ from, to }: Way, target: { url: string }): Promise<MovedTable[]> {
  await claimTarget(to);
  await migrateDatabase(writable(target), () => studioTables(from), createLogger('error'));
  const tables = await readTables(from);
  const difference = findDifference(tables, await targetTables(to));
  if (difference)
    throw new CommandError(
      `the tables of FROM are of another version (${difference}): start the server of this version on FROM once`,
    );
  await loosenTarget(to);
  return tables;
}

async function copySnapshot(
  { pairs, to }: Way,
  { snapshot }: Follower,
  followed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<void> {
  for (const { from } of pairs) {
    await from.query('begin transaction isolation level repeatable read, read only');
    await from.query(`set transaction snapshot '${snapshot}'`);
  }
  // Partitions may have been added since the tables were read.
  const tables = (await readTables(pairs[0]!.from)).filter(({ name }) => followed.has(name));
  for (const table of tables) await makePartitions(to, table, listHeldMonths(table));
  const total = tables.flatMap(({ parts }) => parts).reduce((sum, { bytes }) => sum + bytes, 0);
  await copyTables(pairs, tables, beginStep('Copying', total), signal);
  for (const { from } of pairs) await from.query('commit');
}

/** Applies the changes since the last call. Returns true if there were changes. */
async function followOnce({ to }: Way, follower: Follower, tables: readonly MovedTable[]): Promise<boolean> {
  const changes = await follower.read();
  if (changes.length === 0) return false;
  await applySteps(to, sumChanges(changes, new Map(tables.map((table) => [table.name, table]))));
  return true;
}

async function followUntil(
  way: Way,
  follower: Follower,
  tables: readonly MovedTable[],
  { wanted, signal }: MoveOptions,
) {
  let isRequested = false;
  void wanted.then(() => {
    isRequested = true;
  });
  for (let isBehind = true; isBehind || !isRequested; ) {
    signal.throwIfAborted();
    const came = await followOnce(way, follower, tables);
    if (isBehind && !came) console.log('TO has all that was committed, and follows');
    isBehind &&= came;
    if (!came && !isBehind) await sleep(IDLE_MS, undefined, { signal });
  }
}

async function blockWrites(
  { holder }: Way,
  tables: readonly MovedTable[],
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; !(await holdWrites(holder, tables)); attempt++) {
    signal.throwIfAborted();
    if (attempt === BLOCK_ATTEMPTS)
      throw new CommandError('somebody writes to FROM without an end; nothing was switched');
  }
}

async function processId(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]!.pid;
}

/** Switches over. Writes are blocked during the switch, and FROM refuses writes after it. */
async function switchOver(
  way: Way,
  follower: Follower,
  { followed, keyless }: { followed: MovedTable[]; keyless: MovedTable[] },
  signal: AbortSignal,
): Promise<void> {
  const tables = [...followed, ...keyless];
  await blockWrites(way, tables, signal);
  const since = performance.now();
  await follower.flush();
  while (await followOnce(way, follower, followed));
  await copyTables(way.pairs, keyless, () => {}, signal);
  const changed = findDifference(await readTables(way.from), await targetTables(way.to));
  if (changed) throw new CommandError(`definitions were changed meanwhile (${changed}); run it again`);
  const { plans } = await studioTables(way.from);
  await tightenTarget(way.from, way.to, plans);
  const rows = await compareCounts(way.pairs, tables);
  signal.throwIfAborted();
  const pids = await Promise.all(
    [way.from, way.holder, way.replication, ...way.pairs.map(({ from }) => from)].map(processId),
  );
  await endWrites(way.from, pids);
  await releaseTarget(way.to);
  await way.holder.query('commit');
  const seconds = ((performance.now() - since) / 1000).toFixed(1);
  console.log(
    `${rows} rows in ${tables.length} tables are the same at both ends; writes waited for ${seconds} s`,
  );
}

/** Moves the database. If it throws before the switch is complete, FROM is unchanged. */
export async function moveDatabase(options: MoveOptions, connections: Connections): Promise<void> {
  const { signal } = options;
  const way = await openWay(options, connections);
  await checkSource(way.from);
  const isAgain = await isUnfinished(way.to);
  if (isAgain) console.log('A move that has not ended is begun anew');
  if (await isClosed(way.from)) {
    if (!isAgain) throw new CommandError('FROM was moved away before; --reopen lets it take writes again');
    await way.from.query(openWrites);
  }
  const tables = await prepareTables(way, options.to.target);
  const [followed, keyless] = [
    tables.filter(({ key }) => key.length > 0),
    tables.filter(({ key }) => key.length === 0),
  ];
  try {
    const follower = await followChanges(way.from, way.replication, followed);
    await copySnapshot(way, follower, new Set(followed.map(({ name }) => name)), signal);
    await way.to.query('analyze');
    await followUntil(way, follower, followed, options);
    console.log('Switching: writes wait from now on');
    await switchOver(way, follower, { followed, keyless }, signal);
  } finally {
    await way.holder.query('rollback').catch(() => {});
    await dropPublication(way.from).catch(() => {});
  }
  console.log('Looking at the references between the rows');
  await validateTarget(way.to);
}
