/**
 * Writes typical batches, each with one statement and one message to the database. A typical batch has good numbers
 * that are newer than all values of their variables, from devices with known shapes. It may also have the first values
 * of new variables. Other batches are written in several steps.
 */
import type pg from 'pg';
import { errorCode } from '../../../platform/db/connect/connect.ts';
import { BAD, type Batch, type NewestPoint } from './batch.ts';
import { float8Array, int4Array, textArray, timestamptzArray } from './binaryArrays.ts';
import { FIRST, GOING } from './goingSql.ts';
import type { LatestValues } from './latest.ts';
import { cutOf } from './rollups/rollup.ts';
import { placeFirst, placeNew, rowColumns, shapeColumns, singleColumns } from './rowStore.ts';
import type { ShapeBook } from './shapeBook.ts';

/** Error code of the division by which the statement refuses a batch. */
const REFUSED = '22012';
/** Number of a tenant's batches that are written in several steps after a wrong guess. */
const CAREFUL = 100;

/** The newest values in memory. */
export type Known = Pick<LatestValues, 'get'>;

const isPlain = ({ quality, quiet, value }: NewestPoint): boolean =>
  !quiet && quality < BAD && typeof value === 'number';

/**
 * Returns 'going' if all points of a batch are newer than the known values of their variables, 'first' if no
 * variable has a known value. Null for a mixture.
 */
function wayOf(known: Known, newest: readonly NewestPoint[]): 'going' | 'first' | null {
  if (!newest.every(isPlain)) return null;
  const times = newest.map(({ variable }) => known.get(variable.tenantId, variable.id)?.ts ?? null);
  if (times.every((ts) => ts === null)) return 'first';
  return newest.every(({ since }, index) => since > (times[index] ?? Infinity)) ? 'going' : null;
}

const columnsOf = (newest: readonly NewestPoint[]): Buffer[] => [
  int4Array(newest.map(({ variable }) => variable.id)),
  float8Array(newest.map(({ value }) => value as number)),
  textArray(newest.map(({ variable }) => cutOf(variable))),
  timestamptzArray(newest.map(({ since }) => since)),
  timestamptzArray(newest.map(({ until }) => until)),
];

/**
 * Writes a batch whose variables all continue or all are new. Returns the variables with a long tail. Null if nothing
 * was written.
 */
export type WriteGoing = (tenantId: number, batch: Batch) => Promise<number[] | null>;

export function createGoing(pool: pg.Pool, book: ShapeBook, known: Known): WriteGoing {
  /** Remaining number of batches that are written in several steps, by tenant. */
  const careful = new Map<number, number>();

  function isCareful(tenantId: number): boolean {
    const left = careful.get(tenantId) ?? 0;
    if (left > 1) careful.set(tenantId, left - 1);
    else careful.delete(tenantId);
    return left > 0;
  }

  async function send(query: { name: string; text: string; values: unknown[] }): Promise<number[] | null> {
    try {
      const { rows } = await pool.query<{ due: number[] }>(query);
      return rows[0]!.due;
    } catch (error) {
      if (errorCode(error) !== REFUSED) throw error;
      return null;
    }
  }

  async function writeOnward(tenantId: number, { newest, numbers }: Batch): Promise<number[] | null> {
    const placed = placeFirst(book, numbers);
    if (!placed) return null;
    const columns = [...rowColumns(placed.rows), ...singleColumns(placed.singles)];
    const values = [tenantId, ...columnsOf(newest), ...columns];
    return send({ name: 'telemetry-going', text: GOING, values });
  }

  async function writeFirst(tenantId: number, { newest, numbers }: Batch): Promise<number[] | null> {
    const { placed, proposals } = placeNew(book, numbers);
    const columns = [
      ...rowColumns(placed.rows),
      ...singleColumns(placed.singles),
      ...shapeColumns(proposals),
    ];
    const values = [tenantId, ...columnsOf(newest), ...columns];
    const due = await send({ name: 'telemetry-first', text: FIRST, values });
    if (due) for (const { points, shape } of proposals) book.note(points, shape, true);
    return due;
  }

  return async (tenantId, batch) => {
    const { newest, numbers, texts } = batch;
    if (texts.length > 0 || numbers.some(({ quality }) => quality >= BAD)) return null;
    const way = wayOf(known, newest);
    if (!way || isCareful(tenantId)) return null;
    const due = await (way === 'going' ? writeOnward : writeFirst)(tenantId, batch);
    if (due) return due;
    // Another process, a correction or an import has written these variables.
    careful.set(tenantId, CAREFUL);
    book.forget(numbers);
    return null;
  };
}
