/** Converts points to the sorted rows of a transaction. Pure. */
import { startUnit, unitNext } from '../../../../runtime/core/time/timeWindow.ts';
import type { ReadyPoint } from '../types.ts';
import {
  addSummary,
  joinSummary,
  type RolledUnit,
  type RolledVariable,
  rulesOf,
  type Summary,
  startSummary,
} from './rollups/rollup.ts';

/** Quality of points that are stored and shown, but not counted in roll-ups and statistics. */
export const BAD = 2;
/** Quality of a counter reading that was judged wrong. It counts as bad. */
export const JUDGED = 3;
/** Quality of the first point of another meter, see `BEGIN`. Senders cannot set it. */
export const BEGINS = -2;

export interface BucketKey {
  variable: RolledVariable;
  bucket: number;
  bucketEnd: number;
}

export interface RollupRow extends Summary, BucketKey {}

export interface BadPoint extends BucketKey {
  ts: number;
}

/** A numeric point with the fields for roll-ups. */
export interface RolledPoint extends Pick<ReadyPoint, 'ts' | 'value' | 'quality'> {
  variable: RolledVariable;
}

export interface NewestPoint extends ReadyPoint {
  /** The times of the variable's oldest and newest point in the batch. */
  since: number;
  until: number;
}

export interface Batch {
  /** Contains a point per variable: the newest good one of the batch, or else a bad one. */
  newest: NewestPoint[];
  numbers: ReadyPoint[];
  texts: ReadyPoint[];
}

export interface RolledRows {
  rows: RollupRow[];
  /** Bad points, each with the bucket from which it is excluded. */
  bad: BadPoint[];
}

export type Rolled = Record<RolledUnit, RolledRows>;

function comparePoint(a: ReadyPoint, b: ReadyPoint): number {
  return a.variable.tenantId - b.variable.tenantId || a.variable.id - b.variable.id || a.ts - b.ts;
}

/**
 * Sorts points by variable and time. Rows are locked in the same order, which prevents deadlocks between writers. Of
 * points with the same time, the last one is kept.
 */
export function orderPoints(points: readonly ReadyPoint[]): ReadyPoint[] {
  const sorted = [...points].sort(comparePoint);
  return sorted.filter((point, index) => {
    const next = sorted[index + 1];
    return !next || comparePoint(point, next) !== 0;
  });
}

type Bounds = Pick<BucketKey, 'bucket' | 'bucketEnd'>;

/**
 * Returns a function that finds the bucket of a point. It caches the last bucket, because the computation is slow and
 * the points of a batch are in few buckets.
 */
function createCut(unit: RolledUnit): (ts: number, zone: string) => Bounds {
  const last = new Map<string, Bounds>();
  return (ts, zone) => {
    const bounds = last.get(zone);
    if (bounds && ts >= bounds.bucket && ts < bounds.bucketEnd) return bounds;
    const bucket = startUnit(ts, unit, zone);
    const made = { bucket, bucketEnd: unitNext(bucket, unit, zone) };
    last.set(zone, made);
    return made;
  };
}

const isInside = ({ variable: own, bucketEnd }: RollupRow, variable: RolledVariable, ts: number): boolean =>
  own.id === variable.id && own.tenantId === variable.tenantId && ts < bucketEnd;

function rollHours(numbers: readonly RolledPoint[]): RollupRow[] {
  const cut = createCut('hour');
  const rows: RollupRow[] = [];
  let row: RollupRow | undefined;
  for (const { variable, ts, value, quality } of numbers) {
    const number = value as number;
    if (row && isInside(row, variable, ts)) {
      addSummary(row, ts, number, rulesOf(variable), quality === BEGINS);
      continue;
    }
    row = { variable, ...cut(ts, variable.zone), ...startSummary(ts, number) };
    rows.push(row);
  }
  return rows;
}

/** Merges hours into days, or days into months. */
function joinRows(smaller: readonly RollupRow[], unit: RolledUnit): RollupRow[] {
  const cut = createCut(unit);
  const rows: RollupRow[] = [];
  for (const source of smaller) {
    const { variable, firstTs } = source;
    const row = rows.at(-1);
    if (row && isInside(row, variable, firstTs))
      Object.assign(row, joinSummary(row, source, rulesOf(variable)));
    else rows.push({ ...source, ...cut(firstTs, variable.zone) });
  }
  return rows;
}

function badPlace(points: readonly RolledPoint[], unit: RolledUnit): BadPoint[] {
  const cut = createCut(unit);
  return points.map(({ variable, ts }) => ({ variable, ts, ...cut(ts, variable.zone) }));
}

/** Returns the newest of a variable's points, which must be in the order of time. */
function pickOne(ordered: readonly ReadyPoint[], start: number, end: number): NewestPoint {
  let newest = ordered[start]!;
  let quiet = true;
  for (let index = start; index < end; index += 1) {
    const point = ordered[index]!;
    if (point.quality < BAD || newest.quality >= BAD) newest = point;
    // A sent point counts as a message of its sender, even if an import has a later time.
    if (!point.quiet) quiet = false;
  }
  const { variable, value, quality } = newest;
  // A bad point only shows that a message arrived, so it counts as older than any value.
  const ts = quality < BAD ? newest.ts : 0;
  return { variable, ts, value, quality, quiet, since: ordered[start]!.ts, until: ordered[end - 1]!.ts };
}

/** `ordered` must be sorted by variable and time. */
function pickNewest(ordered: readonly ReadyPoint[]): NewestPoint[] {
  const newest: NewestPoint[] = [];
  for (let start = 0; start < ordered.length; ) {
    const { id, tenantId } = ordered[start]!.variable;
    let end = start + 1;
    while (ordered[end]?.variable.id === id && ordered[end]?.variable.tenantId === tenantId) end += 1;
    newest.push(pickOne(ordered, start, end));
    start = end;
  }
  return newest;
}

export function buildBatch(points: readonly ReadyPoint[]): Batch {
  const ordered = orderPoints(points);
  return {
    newest: pickNewest(ordered),
    numbers: ordered.filter(({ value }) => typeof value === 'number'),
    texts: ordered.filter(({ value }) => typeof value === 'string'),
  };
}

/** `numbers` must be sorted by variable and time. */
export function rollPoints(numbers: readonly RolledPoint[]): Rolled {
  const counted = numbers.filter(({ quality }) => quality < BAD);
  const bad = numbers.filter(({ quality }) => quality >= BAD);
  const hours = rollHours(counted);
  const days = joinRows(hours, 'day');
  return {
    hour: { rows: hours, bad: badPlace(bad, 'hour') },
    day: { rows: days, bad: badPlace(bad, 'day') },
    month: { rows: joinRows(days, 'month'), bad: badPlace(bad, 'month') },
  };
}
