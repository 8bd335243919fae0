/**
 * Writes roll-ups of one tenant, inside a transaction that has locked their variables. New points are appended, and
 * changed buckets are computed again.
 */
import type pg from 'pg';
import type { BadPoint, BucketKey, Rolled, RolledRows, RollupRow } from '../batch.ts';
import { float8Array, int4Array, timestamptzArray } from '../binaryArrays.ts';
import { unpackHours } from './hourDays.ts';
import { ROLLED_UNITS, rulesOf } from './rollup.ts';
import { appendRollup, deleteEmpty, findTouched, RECOMPUTE, type RollupTable } from './rollupSql.ts';

const variables = (rows: readonly BucketKey[]): Buffer => int4Array(rows.map(({ variable }) => variable.id));
const starts = (rows: readonly BucketKey[]): Buffer => timestamptzArray(rows.map(({ bucket }) => bucket));
const ends = (rows: readonly BucketKey[]): Buffer => timestamptzArray(rows.map(({ bucketEnd }) => bucketEnd));
const holdsOf = (rows: readonly BucketKey[]): Buffer =>
  float8Array(rows.map(({ variable }) => rulesOf(variable).hold ?? 0));
const rollOvers = (rows: readonly BucketKey[]): Buffer =>
  float8Array(rows.map(({ variable }) => variable.rollOver ?? 0));

const keyOf = ({ variable: { id }, bucket }: BucketKey): string => `${id}/${bucket}`;

/** Returns the rows that could not be appended, because they are not later than the stored points. */
async function appendRows(
  client: pg.PoolClient,
  tenantId: number,
  table: RollupTable,
  rows: readonly RollupRow[],
): Promise<RollupRow[]> {
  if (rows.length === 0) return [];
  const float = (read: (row: RollupRow) => number): Buffer => float8Array(rows.map(read));
  const { rows: left } = await client.query<{ variable_id: number; bucket: number }>({
    name: `telemetry-${table}`,
    text: appendRollup(table),
    values: [
      tenantId,
      variables(rows),
      starts(rows),
      int4Array(rows.map(({ n }) => n)),
      float(({ sum }) => sum),
      float(({ min }) => min),
      float(({ max }) => max),
      float(({ first }) => first),
      timestamptzArray(rows.map(({ firstTs }) => firstTs)),
      float(({ last }) => last),
      timestamptzArray(rows.map(({ lastTs }) => lastTs)),
      float(({ increase }) => increase),
      float(({ integral }) => integral),
      float(({ held }) => held),
      holdsOf(rows),
      rollOvers(rows),
    ],
  });
  if (left.length === 0) return [];
  const late = new Set(left.map((row) => `${row.variable_id}/${row.bucket}`));
  return rows.filter((row) => late.has(keyOf(row)));
}

export async function recomputeRows(
  client: pg.PoolClient,
  tenantId: number,
  table: RollupTable,
  rows: readonly BucketKey[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(RECOMPUTE[table], [
    tenantId,
    variables(rows),
    starts(rows),
    ends(rows),
    holdsOf(rows),
    rollOvers(rows),
  ]);
}

async function findBad(
  client: pg.PoolClient,
  tenantId: number,
  table: RollupTable,
  bad: readonly BadPoint[],
): Promise<BucketKey[]> {
  if (bad.length === 0) return [];
  const times = timestamptzArray(bad.map(({ ts }) => ts));
  const { rows } = await client.query<{ at: string | number }>(findTouched(table), [
    ...[tenantId, variables(bad), starts(bad), times],
  ]);
  return rows.map(({ at }) => bad[Number(at) - 1]!);
}

async function writeTable(
  client: pg.PoolClient,
  tenantId: number,
  table: RollupTable,
  { rows, bad }: RolledRows,
): Promise<void> {
  const isHour = table === 'rollup_hour';
  let late = await appendRows(client, tenantId, table, rows);
  if (isHour && late.length > 0 && (await unpackHours(client, tenantId, late)))
    late = await appendRows(client, tenantId, table, late);
  if (isHour && bad.length > 0) await unpackHours(client, tenantId, bad);
  const touched = await findBad(client, tenantId, table, bad);
  const again = new Map([...late, ...touched].map((row) => [keyOf(row), row]));
  await recomputeRows(client, tenantId, table, [...again.values()]);
  if (touched.length === 0) return;
  await client.query(deleteEmpty(table), [...[tenantId, variables(touched), starts(touched), ends(touched)]]);
}

export async function writeRollups(client: pg.PoolClient, tenantId: number, rolled: Rolled): Promise<void> {
  for (const unit of ROLLED_UNITS) await writeTable(client, tenantId, `rollup_${unit}`, rolled[unit]);
}
