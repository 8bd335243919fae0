/**
 * Determines from which time the raw points of variables are complete. For earlier times, retention has left only
 * roll-ups.
 */
import { sql } from 'kysely';
import { DAY_MS } from '../../../../runtime/core/time/timeWindow.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { runStatement } from '../../../platform/db/tenant.ts';
import { int4Array } from './binaryArrays.ts';

/** Minimum retention of raw points over all classes, in ms. */
const RAW_RETENTION_MS = 29 * DAY_MS;

/** Returns the time before which raw points may have been deleted, in epoch milliseconds. */
export const expirableUntil = (): number => Date.now() - RAW_RETENTION_MS;

export const isExpirable = (from: number): boolean => from < expirableUntil();

/** Returns the times by variable id, only for variables with deleted points since `from`. */
export async function readRawSince(
  trx: Trx,
  tenantId: number,
  ids: readonly number[],
  from: number,
): Promise<Map<number, number>> {
  if (ids.length === 0 || !isExpirable(from)) return new Map();
  const rows = await runStatement(
    trx,
    sql<{ id: number; since: number }>`
    select variable_id as id, (extract(epoch from raw_from) * 1000)::float8 as since from latest
     where tenant_id = ${tenantId} and variable_id = any(${int4Array(ids)}::int4[])
       and raw_from > to_timestamp(${from / 1000})`,
  );
  return new Map(rows.map(({ id, since }) => [id, since]));
}
