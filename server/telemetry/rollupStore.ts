/** Writes roll-ups, inside a transaction that has locked their variables: what is new is added, what changed is computed anew. */
import type pg from 'pg';
import type { BadPoint, BucketKey, Rolled, RolledRows, RollupRow } from './batch.ts';
import { float8_array, int4_array, timestamptz_array } from './binaryArrays.ts';
import { ROLLED_UNITS, rules_of } from './rollup.ts';
import { empty_delete, RECOMPUTE, type RollupTable, rollup_append, touched_find } from './rollupSql.ts';

const tenants = (rows: readonly BucketKey[]): Buffer =>
  int4_array(rows.map(({ variable }) => variable.tenantId));
const variables = (rows: readonly BucketKey[]): Buffer => int4_array(rows.map(({ variable }) => variable.id));
const starts = (rows: readonly BucketKey[]): Buffer => timestamptz_array(rows.map(({ bucket }) => bucket));
const ends = (rows: readonly BucketKey[]): Buffer =>
  timestamptz_array(rows.map(({ bucketEnd }) => bucketEnd));
const holds = (rows: readonly BucketKey[]): Buffer =>
  float8_array(rows.map(({ variable }) => rules_of(variable).hold ?? 0));
const rollOvers = (rows: readonly BucketKey[]): Buffer =>
  float8_array(rows.map(({ variable }) => variable.rollOver ?? 0));

const key_of = ({ variable: { tenantId, id }, bucket }: BucketKey): string => `${tenantId}/${id}/${bucket}`;

/** Answers the rows that could not be added because they do not lie behind what is there. */
async function rows_append(
  client: pg.PoolClient,
  table: RollupTable,
  rows: readonly RollupRow[],
): Promise<RollupRow[]> {
  if (rows.length === 0) return [];
  const float = (read: (row: RollupRow) => number): Buffer => float8_array(rows.map(read));
  const { rows: left } = await client.query<{ tenant_id: number; variable_id: number; bucket: number }>({
    name: `telemetry-${table}`,
    text: rollup_append(table),
    values: [
      tenants(rows),
      variables(rows),
      starts(rows),
      int4_array(rows.map(({ n }) => n)),
      float(({ sum }) => sum),
      float(({ min }) => min),
      float(({ max }) => max),
      float(({ first }) => first),
      timestamptz_array(rows.map(({ firstTs }) => firstTs)),
      float(({ last }) => last),
      timestamptz_array(rows.map(({ lastTs }) => lastTs)),
      float(({ increase }) => increase),
      float(({ integral }) => integral),
      float(({ held }) => held),
      holds(rows),
      rollOvers(rows),
    ],
  });
  if (left.length === 0) return [];
  const late = new Set(left.map((row) => `${row.tenant_id}/${row.variable_id}/${row.bucket}`));
  return rows.filter((row) => late.has(key_of(row)));
}

export async function rows_recompute(
  client: pg.PoolClient,
  table: RollupTable,
  rows: readonly BucketKey[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(RECOMPUTE[table], [
    tenants(rows),
    variables(rows),
    starts(rows),
    ends(rows),
    holds(rows),
    rollOvers(rows),
  ]);
}

async function bad_find(
  client: pg.PoolClient,
  table: RollupTable,
  bad: readonly BadPoint[],
): Promise<BucketKey[]> {
  if (bad.length === 0) return [];
  const times = timestamptz_array(bad.map(({ ts }) => ts));
  const { rows } = await client.query<{ at: string | number }>(touched_find(table), [
    ...[tenants(bad), variables(bad), starts(bad), times],
  ]);
  return rows.map(({ at }) => bad[Number(at) - 1]!);
}

async function table_write(
  client: pg.PoolClient,
  table: RollupTable,
  { rows, bad }: RolledRows,
): Promise<void> {
  const late = await rows_append(client, table, rows);
  const touched = await bad_find(client, table, bad);
  const again = new Map([...late, ...touched].map((row) => [key_of(row), row]));
  await rows_recompute(client, table, [...again.values()]);
  if (touched.length === 0) return;
  await client.query(empty_delete(table), [
    ...[tenants(touched), variables(touched), starts(touched), ends(touched)],
  ]);
}

export async function rollups_write(client: pg.PoolClient, rolled: Rolled): Promise<void> {
  for (const unit of ROLLED_UNITS) await table_write(client, `rollup_${unit}`, rolled[unit]);
}
