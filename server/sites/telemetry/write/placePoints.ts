/** Decides which points are stored in rows of their device, and which as single points. Pure. */
import type { ReadyPoint } from '../types.ts';

/** A stored number at the time of a point. Null if its position in a row is used but empty by now. */
export interface Stored {
  value: number | null;
  quality: number;
}

/** By `pointKey`. */
export type StoredPoints = ReadonlyMap<string, Stored>;

/** The points of one device and time, in the order of their shape's variables. */
export interface DeviceRow {
  shape: number;
  points: readonly ReadyPoint[];
}

export interface Placed {
  rows: DeviceRow[];
  singles: ReadyPoint[];
}

/** Returns the shape of points that can be stored in a row. Null if there is none. */
export type FindShape = (points: readonly ReadyPoint[]) => number | null;

/** Maximum number of values in a row, so that a row fits into a quarter of a page. */
export const WIDEST = 200;
/** Minimum number of points in a row. A single point takes less space than a row. */
const NARROWEST = 2;

export const pointKey = (variableId: number, ts: number): string => `${variableId}/${ts}`;

/** Groups sent points by device and time. Imported points remain single, because they are reverted one by one. */
function groupPoints(numbers: readonly ReadyPoint[]): ReadyPoint[][] {
  const groups: ReadyPoint[][] = [];
  const devices = new Map<string, Map<number, ReadyPoint[]>>();
  for (const point of numbers) {
    if (point.quiet) {
      groups.push([point]);
      continue;
    }
    const { deviceSn } = point.variable;
    let times = devices.get(deviceSn);
    if (!times) {
      times = new Map();
      devices.set(deviceSn, times);
    }
    const group = times.get(point.ts);
    if (group) {
      group.push(point);
      continue;
    }
    const made = [point];
    times.set(point.ts, made);
    groups.push(made);
  }
  return groups;
}

const storedAt = (stored: StoredPoints, { variable, ts }: ReadyPoint): Stored | undefined =>
  stored.size === 0 ? undefined : stored.get(pointKey(variable.id, ts));

function isChanged(stored: StoredPoints, point: ReadyPoint): boolean {
  const found = storedAt(stored, point);
  return !found || found.value !== point.value || found.quality !== point.quality;
}

function placeGroup(group: readonly ReadyPoint[], findShape: FindShape, placed: Placed): void {
  for (let start = 0; start < group.length; start += WIDEST) {
    const points = group.length <= WIDEST ? group : group.slice(start, start + WIDEST);
    const shape = points.length < NARROWEST ? null : findShape(points);
    if (shape === null) placed.singles.push(...points);
    else placed.rows.push({ shape, points });
  }
}

/**
 * Places the numbers of one tenant, which must be sorted by variable and time and without duplicates. Unchanged stored
 * points are left out. A group without stored points at its time becomes a row. In any other group, the changed points
 * become single points.
 */
export function placePoints(
  numbers: readonly ReadyPoint[],
  stored: StoredPoints,
  findShape: FindShape,
): Placed {
  const placed: Placed = { rows: [], singles: [] };
  for (const group of groupPoints(numbers)) {
    if (group.some((point) => storedAt(stored, point) !== undefined))
      placed.singles.push(...group.filter((point) => isChanged(stored, point)));
    else placeGroup(group, findShape, placed);
  }
  return placed;
}
