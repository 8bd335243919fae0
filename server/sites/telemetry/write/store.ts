/**
 * Writes batches of one tenant: raw points, latest values and due roll-ups, in one transaction. A distributed database
 * stores a tenant on one node, and a transaction of several tenants would need agreement between nodes.
 */
import type pg from 'pg';
import { errorCode } from '../../../platform/db/connect/connect.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { ReadyPoint } from '../types.ts';
import { BAD, type Batch, buildBatch, type NewestPoint, rollPoints } from './batch.ts';
import { float8Array, int2Array, int4Array, textArray, timestamptzArray } from './binaryArrays.ts';
import { createGoing, type Known } from './going.ts';
import { type FrozenPoints, findFrozen, NONE_FROZEN, openPoints } from './rollups/frozenHours.ts';
import { rollTails } from './rollups/pendingRollups.ts';
import { cutOf } from './rollups/rollup.ts';
import { writeRollups } from './rollups/rollupStore.ts';
import { type Tops, writeNumbers } from './rowStore.ts';
import { createShapeBook } from './shapeBook.ts';
import {
  LATEST_BACK,
  LATEST_FOUND,
  latestOf,
  latestOfAll,
  latestOfFirst,
  TEXTS,
  type Way,
} from './storeSql.ts';
import { runTransaction } from './transaction.ts';

/** Thrown if the stored roll-ups of these variables have other settings (time zone, rules) than the batch. */
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
   * Stores points of one tenant. Resolves when they are on disk, with the points that can no longer be counted. If it
   * throws, nothing was stored.
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
  /** Time up to which roll-ups are written, by variable. Only for variables with earlier points in the batch. */
  late: ReadonlyMap<number, number>;
  tops: Tops;
  /** The variables with a long tail. */
  due: readonly number[];
  /** The ids of variables with deleted raw points. */
  expired: ReadonlySet<number>;
}

interface Written extends Pick<Due, 'due'> {
  written: number;
  /** Variables that were written. Null for all. */
  going: number[] | null;
  expired: number[];
}

const latestValues = (tenantId: number, newest: readonly NewestPoint[]): unknown[] => [
  ...keys(tenantId, newest),
  float8Array(newest.map((point) => (isNumber(point) ? (point.value as number) : 0))),
  textArray(newest.map((point) => (isText(point) ? (point.value as string) : null))),
  textArray(newest.map(({ variable }) => cutOf(variable))),
  int2Array(newest.map((point) => (isNumber(point) && point.quality < BAD ? 1 : 0))),
  timestamptzArray(newest.map(({ since }) => since)),
  timestamptzArray(newest.map(({ until }) => until)),
];

/** Writes the newest values of variables that only continue. */
async function writeGoing(
  client: pg.PoolClient,
  tenantId: number,
  newest: readonly NewestPoint[],
  way: Way,
): Promise<Written> {
  const values = latestValues(tenantId, newest);
  const write = async (name: string, text: string) => {
    const { rows } = await client.query<Written>({ name, text, values });
    return rows[0]!;
  };
  let written = await write(`telemetry-latest-${way}`, latestOf(way));
  if (written.written === 0) written = await write(`telemetry-latest-first-${way}`, latestOfFirst(way));
  return written;
}

/** Writes the newest values of the variables that `writeGoing` skipped. Their rows must be locked. */
async function writeFound(
  client: pg.PoolClient,
  tenantId: number,
  newest: readonly NewestPoint[],
  way: Way,
): Promise<Due> {
  const values = latestValues(tenantId, newest);
  const { rows } = await client.query<{ at: number; moved: boolean; rolledTo: number; top: number }>({
    name: 'telemetry-latest-found',
    text: LATEST_FOUND,
    values,
  });
  const moved = rows.filter((row) => row.moved).map(({ at }) => newest[at - 1]!);
  if (moved.length > 0) throw new ZoneChanged(moved);
  const { rows: all } = await client.query<Written>({
    name: `telemetry-latest-all-${way}`,
    text: latestOfAll(way),
    values,
  });
  const idOf = (at: number): number => newest[at - 1]!.variable.id;
  return {
    late: new Map(rows.map(({ at, rolledTo }) => [idOf(at), rolledTo])),
    tops: new Map(rows.map(({ at, top }) => [idOf(at), top])),
    due: all[0]!.due,
    expired: new Set(all[0]!.expired),
  };
}

async function writeLatestOf(
  client: pg.PoolClient,
  tenantId: number,
  newest: readonly NewestPoint[],
  way: Way,
): Promise<Due> {
  const { going, due, expired } = await writeGoing(client, tenantId, newest, way);
  const first: Due = { late: new Map(), tops: new Map(), due, expired: new Set(expired) };
  if (going === null) return first;
  const ids = new Set(going);
  const rest = newest.filter(({ variable }) => !ids.has(variable.id));
  return joinDue([first, await writeFound(client, tenantId, rest, way)]);
}

const joinDue = (parts: readonly Due[]): Due => ({
  late: new Map(parts.flatMap(({ late }) => [...late])),
  tops: new Map(parts.flatMap(({ tops }) => [...tops])),
  due: parts.flatMap(({ due }) => due),
  expired: new Set(parts.flatMap(({ expired }) => [...expired])),
});

/** Writes sent points, then imported points. A batch rarely has both. */
async function writeLatest(client: pg.PoolClient, tenantId: number, { newest }: Batch): Promise<Due> {
  const parts: Due[] = [];
  const sent = newest.filter(({ quiet }) => !quiet);
  if (sent.length > 0) parts.push(await writeLatestOf(client, tenantId, sent, 'sent'));
  const imported = sent.length < newest.length ? newest.filter(({ quiet }) => quiet) : [];
  if (imported.length > 0) parts.push(await writeLatestOf(client, tenantId, imported, 'quiet'));
  return parts.length === 1 ? parts[0]! : joinDue(parts);
}

async function writeTexts(
  client: pg.PoolClient,
  tenantId: number,
  texts: readonly ReadyPoint[],
): Promise<void> {
  if (texts.length === 0) return;
  const values = textArray(texts.map(({ value }) => value as string));
  const quality = int2Array(texts.map((point) => point.quality));
  await client.query({
    name: 'telemetry-texts',
    text: TEXTS,
    values: [...keys(tenantId, texts), values, quality],
  });
}

/** Finds the variables with a long tail, and the other variables of their devices, because they share rows. */
function findDueNeighbours({ newest }: Batch, due: readonly number[]): number[] {
  if (due.length === 0) return [];
  const ids = new Set(due);
  const devices = new Set(
    newest.filter(({ variable }) => ids.has(variable.id)).map(({ variable }) => variable.deviceSn),
  );
  return newest.flatMap(({ variable: { id, deviceSn } }) => (devices.has(deviceSn) ? [id] : []));
}

const DAY_MS = 86_400_000;
/** Error code for a missing partition. Other violated checks have the same code. */
const NO_PARTITION = '23514';
const monthOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);

/** Creates a store. Partitions are created on the main database, even if points use another connection. */
export function createStore(
  { pool, points: pointsPool }: Pick<Database, 'pool' | 'points'>,
  known: Known,
): TelemetryStore {
  const partitions = new Set<string>();
  const book = createShapeBook();
  const writeOnward = createGoing(pointsPool, book, known);

  /** Creates partitions outside of the batch's transaction, so that a partition remains even if the batch fails. */
  async function ensurePartitions(points: readonly ReadyPoint[]): Promise<void> {
    const days = new Set<number>();
    for (const { ts } of points) days.add(Math.floor(ts / DAY_MS));
    const months = new Set([...days].map(monthOf));
    for (const month of [...months].filter((month) => !partitions.has(month)).sort()) {
      await pool.query('select points_partition($1::date)', [`${month}-01`]);
      partitions.add(month);
    }
  }

  async function writeSteps(tenantId: number, batch: Batch): Promise<FrozenPoints> {
    let closed = NONE_FROZEN;
    await runTransaction(pointsPool, async (client) => {
      const { late, tops, due, expired } = await writeLatest(client, tenantId, batch);
      if (expired.size > 0)
        closed = await findFrozen(
          client,
          batch.numbers.filter(({ variable }) => expired.has(variable.id)),
        );
      const numbers = openPoints(batch.numbers, closed);
      const isNew = await writeNumbers(client, book, tenantId, numbers, tops);
      await writeTexts(client, tenantId, batch.texts);
      const isLate = (point: ReadyPoint) => point.ts < (late.get(point.variable.id) ?? -Infinity);
      if (isNew && late.size > 0) await writeRollups(client, tenantId, rollPoints(numbers.filter(isLate)));
      await rollTails(client, tenantId, findDueNeighbours(batch, due));
      const bad = [...batch.numbers, ...batch.texts].filter(({ quality }) => quality >= BAD);
      if (bad.length > 0)
        await client.query({
          name: 'telemetry-latest-back',
          text: LATEST_BACK,
          values: keys(tenantId, bad),
        });
    });
    return closed;
  }

  return {
    async write(tenantId, points) {
      const batch = buildBatch(points);
      await ensurePartitions(batch.numbers);
      try {
        const due = await writeOnward(tenantId, batch);
        if (due === null) return await writeSteps(tenantId, batch);
        // The points are stored, so roll-ups may fail here and be repeated later.
        if (due.length > 0)
          await runTransaction(pointsPool, (client) =>
            rollTails(client, tenantId, findDueNeighbours(batch, due)),
          );
        return NONE_FROZEN;
      } catch (error) {
        // An empty partition was dropped since the check. The retry creates it again.
        if (errorCode(error) === NO_PARTITION) partitions.clear();
        // Shapes created by this batch were rolled back, or another process deleted a known shape.
        book.forget(batch.numbers);
        throw error;
      }
    },
  };
}
