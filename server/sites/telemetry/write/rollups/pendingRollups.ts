/**
 * Roll-ups include the points before `rolled_to` of their variable. Later points are its tail, which avoids a roll-up
 * for every single point. A tail is rolled up when it is long, and before its time is read.
 */
import type pg from 'pg';
import type { Database } from '../../../../platform/db/index.ts';
import { isCalculated } from '../../calculation/calculation.ts';
import type { TelemetryVariable } from '../../types.ts';
import { rollPoints } from '../batch.ts';
import { int4Array } from '../binaryArrays.ts';
import { readTailPoints, type Tail } from '../tailPoints.ts';
import { runTransaction } from '../transaction.ts';
import { readCut } from './rollup.ts';
import { writeRollups } from './rollupStore.ts';

/** Maximum number of variables in one transaction. */
const CHUNK = 500;

/**
 * No good point is newer than the newest value. The sum is computed without a time zone, because a distributed database
 * requires the same result in every session.
 */
const MARK = `
update latest as l set rolled_to = (l.ts at time zone 'UTC' + interval '1 millisecond') at time zone 'UTC'
  from unnest($2::int4[]) as u(v) where l.tenant_id = $1 and l.variable_id = v`;

/** Locks the variables with a tail, in order. */
async function lockTails(client: pg.PoolClient, tenantId: number, ids: readonly number[]): Promise<Tail[]> {
  const { rows } = await client.query<{ id: number; cut: string; since: number }>({
    name: 'telemetry-tails',
    text: `select variable_id as id, cut, (extract(epoch from rolled_to) * 1000)::float8 as since
      from latest join unnest($2::int4[]) as u(v) on tenant_id = $1 and variable_id = v
     where ts >= rolled_to order by variable_id for update OF latest`,
    values: [tenantId, int4Array(ids)],
  });
  return rows.map(({ id, cut, since }) => ({ variable: { tenantId, id, ...readCut(cut) }, since }));
}

/** Rolls up the tails of these variables of a tenant. */
export async function rollTails(
  client: pg.PoolClient,
  tenantId: number,
  variableIds: readonly number[],
): Promise<void> {
  if (variableIds.length === 0) return;
  const tails = await lockTails(client, tenantId, variableIds);
  if (tails.length === 0) return;
  const ids = int4Array(tails.map(({ variable }) => variable.id));
  const points = await readTailPoints(client, tenantId, tails);
  await client.query({ name: 'telemetry-rolled', text: MARK, values: [tenantId, ids] });
  await writeRollups(client, tenantId, rollPoints(points));
}

const measuredIds = (variables: readonly TelemetryVariable[]): number[] => [
  ...new Set(
    variables
      .flatMap((variable) => (isCalculated(variable) ? variable.calculation.inputs : [variable]))
      .filter(({ dataType }) => dataType !== 'text')
      .map(({ id }) => id),
  ),
];

/** Like `settleRollups`, for measured variables by id. */
export async function settleIds(
  { pool }: Pick<Database, 'pool'>,
  tenantId: number,
  ids: readonly number[],
  to: number,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await pool.query<{ id: number }>({
    name: 'telemetry-unsettled',
    text: `select variable_id as id from latest where tenant_id = $1 and variable_id = any($2::int4[])
      and ts >= rolled_to and rolled_to < to_timestamp($3) order by variable_id`,
    values: [tenantId, int4Array(ids), to / 1000],
  });
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK).map(({ id }) => id);
    await runTransaction(pool, (client) => rollTails(client, tenantId, chunk));
  }
}

/**
 * Rolls up tails that start before `to`, before roll-ups up to `to` are read. Includes the tails of calculated
 * variables' inputs. The caller must not use a connection at the same time.
 */
export const settleRollups = (
  db: Pick<Database, 'pool'>,
  tenantId: number,
  variables: readonly TelemetryVariable[],
  to: number,
): Promise<void> => settleIds(db, tenantId, measuredIds(variables), to);
