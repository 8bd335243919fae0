/** Packs days of variables that are sealed together. Writes the packed days if their points have not changed since. */
import type pg from 'pg';
import { float8Array, int4Array, textArray } from '../write/binaryArrays.ts';
import { PACK, READ_PACKED, STATE, WRITE_PACKED } from './sealSql.ts';

export type Client = Pick<pg.ClientBase, 'query'>;

export interface Day {
  tenant: number;
  variable: number;
  day: string;
}

/** Variables that are sealed together, and the shapes of their rows. */
export interface Group extends Day {
  shapes: string;
  variables: readonly number[];
}

/** A packed day of a variable. Arrays are texts. */
interface PackedRow {
  id: number;
  n: number;
  slots: number;
  start: number;
  step: number;
  base: number;
  scale: number;
  apart2: string | null;
  apart4: string | null;
  value2: string | null;
  value4: string | null;
  value8: string | null;
  quality: string | null;
}

export interface PackedDays {
  rows: readonly PackedRow[];
  /** The hash of the packed data. */
  state: string;
}

/** Maximum number of values that the server packs, in about 30 MB of memory. The database packs larger days. */
const MOST_NUMBERS = 5_000_000;

async function readState(client: Client, { tenant, variables, day }: Group) {
  const { rows } = await client.query<{ state: string; numbers: number }>({
    name: 'telemetry-seal-state',
    text: STATE,
    values: [tenant, int4Array(variables), day],
  });
  return rows[0]!;
}

/** Packs a day without blocking writers. Null if the day is too large. */
export async function packDays(client: Client, group: Group): Promise<PackedDays | null> {
  const { tenant, variables, day } = group;
  // A single snapshot, so that the hash covers exactly the packed points.
  await client.query('begin isolation level repeatable read read only');
  try {
    const { state, numbers } = await readState(client, group);
    if (numbers > MOST_NUMBERS) return null;
    const { rows } = await client.query<PackedRow>({
      name: 'telemetry-seal-read',
      text: READ_PACKED,
      values: [tenant, int4Array(variables), day],
    });
    return { rows, state };
  } finally {
    await client.query('rollback').catch(() => {});
  }
}

async function writePacked(
  client: Client,
  { tenant, day }: Group,
  rows: readonly PackedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const numbers = (read: (row: PackedRow) => number): Buffer => int4Array(rows.map(read));
  const texts = (read: (row: PackedRow) => string | null): Buffer => textArray(rows.map(read));
  await client.query({
    name: 'telemetry-seal-write',
    text: WRITE_PACKED,
    values: [
      ...[tenant, numbers(({ id }) => id), day],
      numbers(({ n }) => n),
      numbers(({ slots }) => slots),
      numbers(({ start }) => start),
      numbers(({ step }) => step),
      float8Array(rows.map(({ base }) => base)),
      float8Array(rows.map(({ scale }) => scale)),
      texts(({ apart2 }) => apart2),
      texts(({ apart4 }) => apart4),
      texts(({ value2 }) => value2),
      texts(({ value4 }) => value4),
      texts(({ value8 }) => value8),
      texts(({ quality }) => quality),
    ],
  });
}

/**
 * Writes the days of a group whose variables are locked. If `packed` is null, the database packs them. Returns the
 * number of days. Null if the points have changed since they were packed.
 */
export async function writeDays(
  client: Client,
  group: Group,
  packed: PackedDays | null,
): Promise<number | null> {
  if (packed === null) {
    const { tenant, variables, day } = group;
    const { rowCount } = await client.query({
      name: 'telemetry-seal-pack',
      text: PACK,
      values: [tenant, int4Array(variables), day],
    });
    return rowCount ?? 0;
  }
  const { state } = await readState(client, group);
  if (state !== packed.state) return null;
  await writePacked(client, group, packed.rows);
  return packed.rows.length;
}
