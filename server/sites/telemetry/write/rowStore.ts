/** Writes numbers of one tenant as rows or single points, inside a transaction that has locked their variables. */
import type pg from 'pg';
import type { ReadyPoint } from '../types.ts';
import { float8Array, int2Array, int4Array, int8Array, timestamptzArray } from './binaryArrays.ts';
import {
  type DeviceRow,
  type Placed,
  placePoints,
  pointKey,
  type Stored,
  type StoredPoints,
} from './placePoints.ts';
import { ADD_SHAPES, ROWS, SHAPES_THERE, STORED } from './rowSql.ts';
import type { Shape, ShapeBook } from './shapeBook.ts';
import { POINTS } from './storeSql.ts';

/** A shape that this process knew was deleted. The retry creates it again. */
class ShapeGone extends Error {
  override name = 'ShapeGone';
  /** The code of a serialization failure, which makes the caller retry. */
  readonly code = '40001';
}

type Client = Pick<pg.ClientBase, 'query'>;

/**
 * Time of the newest stored number, by variable id. Without an entry, all points of the variable are newer than the
 * stored ones.
 */
export type Tops = ReadonlyMap<number, number>;

const NOTHING: StoredPoints = new Map();
const idsOf = (points: readonly ReadyPoint[]): Buffer => int4Array(points.map(({ variable }) => variable.id));
const timesOf = (points: readonly ReadyPoint[]): Buffer => timestamptzArray(points.map(({ ts }) => ts));

/** Finds the stored numbers at the times of these points. Skips points that are certainly the first at their time. */
async function findStored(
  client: Client,
  tenantId: number,
  numbers: readonly ReadyPoint[],
  tops: Tops,
): Promise<StoredPoints> {
  if (tops.size === 0) return NOTHING;
  const known = numbers.filter(({ variable, ts }) => ts <= (tops.get(variable.id) ?? -Infinity));
  if (known.length === 0) return NOTHING;
  const { rows } = await client.query<Stored & { at: number }>({
    name: 'telemetry-stored',
    text: STORED,
    values: [tenantId, idsOf(known), timesOf(known)],
  });
  const stored = new Map<string, Stored>();
  for (const { at, value, quality } of rows) {
    const { variable, ts } = known[at - 1]!;
    stored.set(pointKey(variable.id, ts), { value, quality });
  }
  return stored;
}

export interface Proposal {
  shape: Shape;
  points: readonly ReadyPoint[];
}

/** Creates shapes for these points if the database accepts them, and records each result in the book. */
async function addShapes(
  client: Client,
  tenantId: number,
  book: ShapeBook,
  proposals: readonly Proposal[],
): Promise<void> {
  await client.query({
    name: 'telemetry-shapes-add',
    text: ADD_SHAPES,
    values: [tenantId, ...shapeColumns(proposals)],
  });
  const { rows } = await client.query<{ shape: number; variables: number[] }>({
    name: 'telemetry-shapes-there',
    text: SHAPES_THERE,
    values: [tenantId, int8Array(proposals.map(({ shape }) => shape.id))],
  });
  const listed = new Map(rows.map(({ shape, variables }) => [shape, variables.join()]));
  for (const { shape, points } of proposals)
    book.note(points, shape, listed.get(shape.id) === shape.variables.join());
}

/** Lists the variable sets of a batch without a shape, at most one per device. */
function listProposals(numbers: readonly ReadyPoint[], stored: StoredPoints, book: ShapeBook): Proposal[] {
  const proposals = new Map<string, Proposal>();
  placePoints(numbers, stored, (points) => {
    const { deviceSn } = points[0]!.variable;
    const shape = proposals.has(deviceSn) || book.find(points) ? null : book.propose(points);
    if (shape) proposals.set(deviceSn, { shape, points });
    return null;
  });
  return [...proposals.values()];
}

/** Returns rows as the parameters of `ROWS`, from $2 on, one array per column. The values of rows are concatenated. */
export function rowColumns(rows: readonly DeviceRow[]): Buffer[] {
  const all = rows.flatMap(({ points }) => points);
  const isMarked = ({ points }: DeviceRow): boolean => points.some(({ quality }) => quality !== 0);
  const starts: number[] = [];
  let next = 1;
  for (const { points } of rows) {
    starts.push(next);
    next += points.length;
  }
  const marks = rows.map(isMarked);
  return [
    int4Array(rows.map(({ points }) => points[0]!.variable.id)),
    int8Array(rows.map(({ shape }) => shape)),
    timestamptzArray(rows.map(({ points }) => points[0]!.ts)),
    int4Array(starts),
    float8Array(all.map(({ value }) => value as number)),
    int2Array(marks.includes(true) ? all.map(({ quality }) => quality) : []),
    int4Array(rows.map(({ points }, index) => starts[index]! + points.length - 1)),
    int2Array(marks.map(Number)),
  ];
}

/** Returns single points as the parameters of `POINTS`, from $2 on, one array per column. */
export const singleColumns = (singles: readonly ReadyPoint[]): Buffer[] => [
  idsOf(singles),
  timesOf(singles),
  float8Array(singles.map(({ value }) => value as number)),
  int2Array(singles.map(({ quality }) => quality)),
];

async function writeRows(client: Client, tenantId: number, rows: readonly DeviceRow[]): Promise<void> {
  const { rowCount } = await client.query({
    name: 'telemetry-rows',
    text: ROWS,
    values: [tenantId, ...rowColumns(rows)],
  });
  if (rowCount !== rows.length) throw new ShapeGone('a shape was removed');
}

async function writeSingles(
  client: Client,
  tenantId: number,
  singles: readonly ReadyPoint[],
): Promise<number> {
  const { rowCount } = await client.query({
    name: 'telemetry-points',
    text: POINTS,
    values: [tenantId, ...singleColumns(singles)],
  });
  return rowCount ?? 0;
}

/** Places numbers without a stored number at their time. Null if a device may need a new shape. */
export function placeFirst(book: ShapeBook, numbers: readonly ReadyPoint[]): Placed | null {
  let hasNew = false;
  const placed = placePoints(numbers, NOTHING, (points) => {
    const shape = book.find(points);
    if (!shape && book.propose(points)) hasNew = true;
    return shape?.id ?? null;
  });
  return hasNew ? null : placed;
}

/** Places numbers of devices that may need new shapes. Returns these shapes. */
export function placeNew(
  book: ShapeBook,
  numbers: readonly ReadyPoint[],
): { placed: Placed; proposals: Proposal[] } {
  const proposals = listProposals(numbers, NOTHING, book);
  const proposed = new Map(proposals.map(({ shape }) => [shape.variables.join(), shape.id]));
  const placed = placePoints(
    numbers,
    NOTHING,
    (points) =>
      book.find(points)?.id ?? proposed.get(points.map(({ variable }) => variable.id).join()) ?? null,
  );
  return { placed, proposals };
}

/** Returns new shapes as the parameters of `ADD_SHAPES`, from $2 on, one array per column. */
export function shapeColumns(proposals: readonly Proposal[]): Buffer[] {
  const places = proposals.flatMap(({ shape }) =>
    shape.variables.map((id, index) => ({ id, shape: shape.id, place: index + 1 })),
  );
  return [
    int4Array(places.map(({ id }) => id)),
    int8Array(places.map(({ shape }) => shape)),
    int4Array(places.map(({ place }) => place)),
  ];
}

/** Writes numbers. Returns whether a number is new or different. Points that are already stored change nothing. */
export async function writeNumbers(
  client: Client,
  book: ShapeBook,
  tenantId: number,
  numbers: readonly ReadyPoint[],
  tops: Tops,
): Promise<boolean> {
  if (numbers.length === 0) return false;
  const stored = await findStored(client, tenantId, numbers, tops);
  let hasNew = false;
  const findShape = (points: readonly ReadyPoint[]): number | null => {
    const shape = book.find(points);
    if (!shape) hasNew = true;
    return shape?.id ?? null;
  };
  let placed = placePoints(numbers, stored, findShape);
  const proposals = hasNew ? listProposals(numbers, stored, book) : [];
  if (proposals.length > 0) {
    await addShapes(client, tenantId, book, proposals);
    placed = placePoints(numbers, stored, findShape);
  }
  const { rows, singles } = placed;
  if (rows.length > 0) await writeRows(client, tenantId, rows);
  const changed = singles.length > 0 ? await writeSingles(client, tenantId, singles) : 0;
  return rows.length > 0 || changed > 0;
}
