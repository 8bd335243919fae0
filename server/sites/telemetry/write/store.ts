/**
 * Writes batches of one tenant: raw points, latest values and what of roll-ups is due, in one transaction. A distributed
 * database keeps each tenant in one place, and a transaction of several tenants would have to agree between places.
 */
import type pg from 'pg';
import { errorCode } from '../../../platform/db/connect.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { ReadyPoint } from '../types.ts';
import { BAD, type Batch, buildBatch, type NewestPoint, rollPoints } from './batch.ts';
import { float8Array, int2Array, int4Array, textArray, timestamptzArray } from './binaryArrays.ts';
import { type FrozenPoints, findFrozen, NONE_FROZEN, openPoints } from './frozenHours.ts';
import { rollTails } from './pendingRollups.ts';
import { cutOf } from './rollup.ts';
import { writeRollups } from './rollupStore.ts';
import {
  LATEST_BACK,
  LATEST_FOUND,
  latestOf,
  latestOfAll,
  latestOfFirst,
  POINTS,
  TEXTS,
  type Way,
} from './storeSql.ts';
import { runTransaction } from './transaction.ts';

/** The roll-ups of these variables are cut in another way (zone, rules) than the batch was built for. */
export class ZoneChanged extends Error {
  override name = 'ZoneChanged';
  readonly points: readonly ReadyPoint[];

  constructor(points: readonly ReadyPoint[]) {
    super('roll-ups are cut in another way');
    this.points = points;
  }
}

export interface TelemetryStore {
  /**
   * Takes points of one tenant. Resolves once everything is on disk, but for what cannot count any more; throws and leaves
   * nothing behind otherwise.
   */
  write(tenantId: number, points: readonly ReadyPoint[]): Promise<FrozenPoints>;
}

function keys(tenantId: number, points: readonly ReadyPoint[]): [number, Buffer, Buffer] {
  return [
    tenantId,
    int4Array(points.map(({ variable }) => variable.id)),
    timestamptzArray(points.map(({ ts }) => ts)),
  ];
}

const isNumber = ({ value }: ReadyPoint): boolean => typeof value === 'number';
const isText = ({ value, quality }: ReadyPoint): boolean => typeof value === 'string' && quality < BAD;

interface Due {
  /** By variable: up to when its roll-ups are written, of those that got points from before. */
  late: Map<number, number>;
  /** The variables whose tail has become long. */
  due: readonly number[];
  /** The variables that had raw points deleted, by their number. */
  expired: ReadonlySet<number>;
}

async function writeLatestOf(
  client: pg.PoolClient,
  tenantId: number,
  newest: readonly NewestPoint[],
  way: Way,
): Promise<Due> {
  const values = [
    ...keys(tenantId, newest),
    float8Array(newest.map((point) => (isNumber(point) ? (point.value as number) : 0))),
    textArray(newest.map((point) => (isText(point) ? (point.value as string) : null))),
    textArray(newest.map(({ variable }) => cutOf(variable))),
    int2Array(newest.map((point) => (isNumber(point) && point.quality < BAD ? 1 : 0))),
    timestamptzArray(newest.map(({ since }) => since)),
  ];
  const write = async (name: string, text: string) => {
    const { rows } = await client.query<{ written: number; due: number[]; expired: number[] }>({
      name,
      text,
      values,
    });
    return rows[0]!;
  };
  const late = new Map<number, number>();
  let { written, due, expired } = await write(`telemetry-latest-${way}`, latestOf(way));
  if (written === 0)
    ({ written, due, expired } = await write(`telemetry-latest-first-${way}`, latestOfFirst(way)));
  if (written < newest.length) {
    const { rows } = await client.query<{ at: number; moved: boolean; rolledTo: number }>({
      name: 'telemetry-latest-found',
      text: LATEST_FOUND,
      values,
    });
    const moved = rows.filter((row) => row.moved).map(({ at }) => newest[at - 1]!);
    if (moved.length > 0) throw new ZoneChanged(moved);
    for (const { at, rolledTo } of rows) late.set(newest[at - 1]!.variable.id, rolledTo);
    ({ due, expired } = await write(`telemetry-latest-all-${way}`, latestOfAll(way)));
  }
  return { late, due, expired: new Set(expired) };
}

/** Writes sent points, then imported ones: they seldom meet in one batch. */
async function writeLatest(client: pg.PoolClient, tenantId: number, { newest }: Batch): Promise<Due> {
  const dueRollups: Due[] = [];
  const sent = newest.filter(({ quiet }) => !quiet);
  if (sent.length > 0) dueRollups.push(await writeLatestOf(client, tenantId, sent, 'sent'));
  const imported = sent.length < newest.length ? newest.filter(({ quiet }) => quiet) : [];
  if (imported.length > 0) dueRollups.push(await writeLatestOf(client, tenantId, imported, 'quiet'));
  return {
    late: new Map(dueRollups.flatMap(({ late }) => [...late])),
    due: dueRollups.flatMap(({ due }) => due),
    expired: new Set(dueRollups.flatMap(({ expired }) => [...expired])),
  };
}

/** Tells whether a number is new or another one: points that are known already change nothing. */
async function writePoints(
  client: pg.PoolClient,
  tenantId: number,
  { numbers, texts }: Omit<Batch, 'newest'>,
): Promise<boolean> {
  let written = 0;
  if (numbers.length > 0) {
    const values = float8Array(numbers.map(({ value }) => value as number));
    const quality = int2Array(numbers.map((point) => point.quality));
    const { rowCount } = await client.query({
      name: 'telemetry-points',
      text: POINTS,
      values: [...keys(tenantId, numbers), values, quality],
    });
    written = rowCount ?? 0;
  }
  if (texts.length > 0) {
    const values = textArray(texts.map(({ value }) => value as string));
    const quality = int2Array(texts.map((point) => point.quality));
    await client.query({
      name: 'telemetry-texts',
      text: TEXTS,
      values: [...keys(tenantId, texts), values, quality],
    });
  }
  return written > 0;
}

const DAY_MS = 86_400_000;
/** "No partition of the table was found for the row", as any other check. */
const NO_PARTITION = '23514';
const monthOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);

/** Months are made where tables are, whatever way the points take. */
export function createStore({ pool, points: pointsPool }: Pick<Database, 'pool' | 'points'>): TelemetryStore {
  const partitions = new Set<string>();

  /** Outside of the batch's transaction: a partition stays even when the batch fails. */
  async function ensurePartitions(points: readonly ReadyPoint[]): Promise<void> {
    const days = new Set<number>();
    for (const { ts } of points) days.add(Math.floor(ts / DAY_MS));
    const months = new Set([...days].map(monthOf));
    for (const month of [...months].filter((month) => !partitions.has(month)).sort()) {
      await pool.query('select points_partition($1::date)', [`${month}-01`]);
      partitions.add(month);
    }
  }

  return {
    async write(tenantId, points) {
      const batch = buildBatch(points);
      await ensurePartitions(batch.numbers);
      try {
        let closed = NONE_FROZEN;
        await runTransaction(pointsPool, async (client) => {
          const { late, due, expired } = await writeLatest(client, tenantId, batch);
          if (expired.size > 0)
            closed = await findFrozen(
              client,
              batch.numbers.filter(({ variable }) => expired.has(variable.id)),
            );
          const numbers = openPoints(batch.numbers, closed);
          const isNew = await writePoints(client, tenantId, { numbers, texts: batch.texts });
          const isLate = (point: ReadyPoint) => point.ts < (late.get(point.variable.id) ?? -Infinity);
          if (isNew && late.size > 0)
            await writeRollups(client, tenantId, rollPoints(numbers.filter(isLate)));
          await rollTails(client, tenantId, due);
          const bad = points.filter(({ quality }) => quality >= BAD);
          if (bad.length > 0)
            await client.query({
              name: 'telemetry-latest-back',
              text: LATEST_BACK,
              values: keys(tenantId, bad),
            });
        });
        return closed;
      } catch (error) {
        // An empty month was dropped since we looked: the next attempt makes it again.
        if (errorCode(error) === NO_PARTITION) partitions.clear();
        throw error;
      }
    },
  };
}
