/** Writes batches: raw points, latest values and both roll-ups in one transaction. */
import type pg from 'pg';
import { type Batch, batch_build, type RollupRow } from './batch.ts';
import { float8_array, int2_array, int4_array, text_array, timestamptz_array } from './binaryArrays.ts';
import {
  DAYS_RECOMPUTE,
  HOURS_RECOMPUTE,
  LATEST,
  POINTS,
  type RollupTable,
  rollup_append,
  TEXTS,
} from './storeSql.ts';
import { transaction_run } from './transaction.ts';
import type { ReadyPoint } from './types.ts';

/** The roll-ups of these variables are cut in another zone than the batch was built for. */
export class ZoneChanged extends Error {
  override name = 'ZoneChanged';
  readonly points: readonly ReadyPoint[];

  constructor(points: readonly ReadyPoint[]) {
    super('roll-ups are cut in another zone');
    this.points = points;
  }
}

export interface TelemetryStore {
  /** Resolves once everything is on disk; throws and leaves nothing behind otherwise. */
  write(points: readonly ReadyPoint[]): Promise<void>;
}

function keys(points: readonly ReadyPoint[]): [Buffer, Buffer, Buffer] {
  return [
    int4_array(points.map(({ variable }) => variable.tenantId)),
    int4_array(points.map(({ variable }) => variable.id)),
    timestamptz_array(points.map(({ ts }) => ts)),
  ];
}

const isNumber = ({ value }: ReadyPoint): boolean => typeof value === 'number';

async function latest_write(client: pg.PoolClient, { newest }: Batch): Promise<void> {
  const { rows } = await client.query<{ tenant_id: number; variable_id: number; zone: string }>({
    name: 'telemetry-latest',
    text: LATEST,
    values: [
      ...keys(newest),
      float8_array(newest.map((point) => (isNumber(point) ? (point.value as number) : 0))),
      text_array(newest.map((point) => (isNumber(point) ? null : (point.value as string)))),
      text_array(newest.map(({ variable }) => variable.zone)),
      int2_array(newest.map((point) => (isNumber(point) ? 1 : 0))),
    ],
  });
  const zones = new Map(rows.map((row) => [`${row.tenant_id}/${row.variable_id}`, row.zone]));
  const moved = newest.filter(
    ({ variable }) => zones.get(`${variable.tenantId}/${variable.id}`) !== variable.zone,
  );
  if (moved.length > 0) throw new ZoneChanged(moved);
}

async function points_write(client: pg.PoolClient, { numbers, texts }: Batch): Promise<void> {
  if (numbers.length > 0) {
    const values = float8_array(numbers.map(({ value }) => value as number));
    const quality = int2_array(numbers.map((point) => point.quality));
    await client.query({
      name: 'telemetry-points',
      text: POINTS,
      values: [...keys(numbers), values, quality],
    });
  }
  if (texts.length > 0) {
    const values = text_array(texts.map(({ value }) => value as string));
    const quality = int2_array(texts.map((point) => point.quality));
    await client.query({ name: 'telemetry-texts', text: TEXTS, values: [...keys(texts), values, quality] });
  }
}

async function rows_append(
  client: pg.PoolClient,
  table: RollupTable,
  rows: readonly RollupRow[],
): Promise<RollupRow[]> {
  const float = (read: (row: RollupRow) => number): Buffer => float8_array(rows.map(read));
  const { rows: done } = await client.query<{ tenant_id: number; variable_id: number; bucket: number }>({
    name: `telemetry-${table}`,
    text: rollup_append(table),
    values: [
      int4_array(rows.map(({ variable }) => variable.tenantId)),
      int4_array(rows.map(({ variable }) => variable.id)),
      timestamptz_array(rows.map(({ bucket }) => bucket)),
      int4_array(rows.map(({ n }) => n)),
      float(({ sum }) => sum),
      float(({ min }) => min),
      float(({ max }) => max),
      float(({ first }) => first),
      timestamptz_array(rows.map(({ firstTs }) => firstTs)),
      float(({ last }) => last),
      timestamptz_array(rows.map(({ lastTs }) => lastTs)),
      float(({ increase }) => increase),
    ],
  });
  if (done.length === rows.length) return [];
  const appended = new Set(done.map((row) => `${row.tenant_id}/${row.variable_id}/${row.bucket}`));
  return rows.filter((row) => !appended.has(`${row.variable.tenantId}/${row.variable.id}/${row.bucket}`));
}

async function rows_recompute(
  client: pg.PoolClient,
  text: string,
  rows: readonly RollupRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query(text, [
    int4_array(rows.map(({ variable }) => variable.tenantId)),
    int4_array(rows.map(({ variable }) => variable.id)),
    timestamptz_array(rows.map(({ bucket }) => bucket)),
    timestamptz_array(rows.map(({ bucketEnd }) => bucketEnd)),
  ]);
}

async function rollups_write(client: pg.PoolClient, { hours, days }: Batch): Promise<void> {
  if (hours.length === 0) return;
  await rows_recompute(client, HOURS_RECOMPUTE, await rows_append(client, 'rollup_hour', hours));
  await rows_recompute(client, DAYS_RECOMPUTE, await rows_append(client, 'rollup_day', days));
}

const DAY_MS = 86_400_000;
const month_of = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 7);

export function createStore(pool: pg.Pool): TelemetryStore {
  const partitions = new Set<string>();

  /** Outside of the batch's transaction: a partition stays even when the batch fails. */
  async function partitions_ensure(points: readonly ReadyPoint[]): Promise<void> {
    const days = new Set<number>();
    for (const { ts } of points) days.add(Math.floor(ts / DAY_MS));
    const months = new Set([...days].map(month_of));
    for (const month of [...months].filter((one) => !partitions.has(one)).sort()) {
      await pool.query('SELECT points_partition($1::date)', [`${month}-01`]);
      partitions.add(month);
    }
  }

  return {
    async write(points) {
      const batch = batch_build(points);
      await partitions_ensure(batch.numbers);
      await transaction_run(pool, async (client) => {
        await latest_write(client, batch);
        await points_write(client, batch);
        await rollups_write(client, batch);
      });
    },
  };
}
