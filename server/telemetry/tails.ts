/**
 * Roll-ups hold what is older than `rolled_to` of their variable. What came since is its tail: points that come one by
 * one then cost no roll-up each. A tail is rolled up when it has become long, and before its time is read.
 */
import type pg from 'pg';
import type { Database } from '../db/index.ts';
import { points_roll, type RolledPoint } from './batch.ts';
import { float8s_read, int4_array, times_read, timestamptz_array } from './binaryArrays.ts';
import { isCalculated } from './calculation.ts';
import { cut_read, type RolledVariable } from './rollup.ts';
import { rollups_write } from './rollupStore.ts';
import { transaction_run } from './transaction.ts';
import type { TelemetryVariable } from './types.ts';

interface Tail {
  variable: RolledVariable;
  /** `rolled_to`. */
  since: number;
}

type Key = Pick<TelemetryVariable, 'tenantId' | 'id'>;

/** Variables of one transaction. */
const CHUNK = 500;

const POINTS = `
SELECT at::int4, string_agg(timestamptz_send(p.ts), '' ORDER BY p.ts) AS times,
    string_agg(float8send(value), '' ORDER BY p.ts) AS numbers
  FROM unnest($1::int4[], $2::int4[], $3::timestamptz[]) WITH ORDINALITY AS u(t, v, since, at),
    points_between(t, v, since, 'infinity') AS p
 WHERE quality < 2 GROUP BY at ORDER BY at`;

/** Every good point is as old as the newest value, or older. */
const MARK = `
UPDATE latest AS l SET rolled_to = l.ts + interval '1 millisecond'
  FROM unnest($1::int4[], $2::int4[]) AS u(t, v) WHERE l.tenant_id = t AND l.variable_id = v`;

/** Locks the variables that have a tail, in their order. */
async function tails_lock(client: pg.PoolClient, keys: readonly Key[]): Promise<Tail[]> {
  const { rows } = await client.query<Key & { cut: string; since: number }>({
    name: 'telemetry-tails',
    text: `SELECT tenant_id AS "tenantId", variable_id AS id, cut, (extract(epoch FROM rolled_to) * 1000)::float8 AS since
      FROM latest JOIN unnest($1::int4[], $2::int4[]) AS u(t, v) ON tenant_id = t AND variable_id = v
     WHERE ts >= rolled_to ORDER BY tenant_id, variable_id FOR UPDATE OF latest`,
    values: [int4_array(keys.map(({ tenantId }) => tenantId)), int4_array(keys.map(({ id }) => id))],
  });
  return rows.map(({ cut, since, ...key }) => ({ variable: { ...key, ...cut_read(cut) }, since }));
}

/** Rolls up what there is of these variables. */
export async function tails_roll(client: pg.PoolClient, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  const tails = await tails_lock(client, keys);
  if (tails.length === 0) return;
  const tenants = int4_array(tails.map(({ variable }) => variable.tenantId));
  const ids = int4_array(tails.map(({ variable }) => variable.id));
  const { rows } = await client.query<{ at: number; times: Buffer; numbers: Buffer }>({
    name: 'telemetry-tail-points',
    text: POINTS,
    values: [tenants, ids, timestamptz_array(tails.map(({ since }) => since))],
  });
  const points = rows.flatMap(({ at, times, numbers }): RolledPoint[] => {
    const { variable } = tails[at - 1]!;
    const values = float8s_read(numbers);
    return times_read(times).map((ts, index) => ({ variable, ts, value: values[index]!, quality: 0 }));
  });
  await client.query({ name: 'telemetry-rolled', text: MARK, values: [tenants, ids] });
  await rollups_write(client, points_roll(points));
}

const measured_ids = (variables: readonly TelemetryVariable[]): number[] => [
  ...new Set(
    variables
      .flatMap((variable) => (isCalculated(variable) ? variable.calculation.inputs : [variable]))
      .filter(({ dataType }) => dataType !== 'text')
      .map(({ id }) => id),
  ),
];

/** As `rollups_settle`, of measured variables by their numbers. */
export async function ids_settle(
  { pool }: Pick<Database, 'pool'>,
  tenantId: number,
  ids: readonly number[],
  to: number,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await pool.query<{ id: number }>({
    name: 'telemetry-unsettled',
    text: `SELECT variable_id AS id FROM latest WHERE tenant_id = $1 AND variable_id = ANY($2::int4[])
      AND ts >= rolled_to AND rolled_to < to_timestamp($3) ORDER BY variable_id`,
    values: [tenantId, int4_array(ids), to / 1000],
  });
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = rows.slice(at, at + CHUNK).map(({ id }) => ({ tenantId, id }));
    await transaction_run(pool, (client) => tails_roll(client, chunk));
  }
}

/**
 * Before roll-ups are read up to `to`: the tails of these variables, or of those that they are calculated from, are
 * rolled up where they begin before. Must not be called by who holds a connection.
 */
export const rollups_settle = (
  db: Pick<Database, 'pool'>,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  to: number,
): Promise<void> => ids_settle(db, tenantId, measured_ids(variables), to);
