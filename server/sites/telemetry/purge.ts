import { sql } from 'kysely';
import type { Database } from '../../platform/db/index.ts';
import type { LatestValues } from './latest.ts';

const TABLES = ['points', 'points_day', 'text_point', 'rollup_hour', 'rollup_day', 'rollup_month'] as const;
/** What comes back with a device out of the recycle bin. */
const DEVICE_TABLES = ['device_attribute', 'device_claim'] as const;

/**
 * Removes what variables left behind that are neither there nor in the recycle bin. Whatever is missed (a crash)
 * goes with the next purge.
 */
export async function purgeVariables(db: Database, latest: LatestValues, tenantId: number): Promise<void> {
  const ids = await db.system(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      DELETE FROM latest l WHERE tenant_id = ${tenantId} AND NOT EXISTS (
        SELECT FROM device_variable v WHERE v.tenant_id = l.tenant_id AND v.id = l.variable_id)
      AND NOT EXISTS (SELECT FROM recycle_bin b
        WHERE b.tenant_id = l.tenant_id AND b.entity = 'deviceVariable' AND b.record_id = l.variable_id)
      AND NOT EXISTS (SELECT FROM recycle_row r
        WHERE r.tenant_id = l.tenant_id AND r.entity = 'deviceVariable' AND r.record_id = l.variable_id)
      RETURNING variable_id AS id`.execute(trx);
    await sql`DELETE FROM device_heard h WHERE tenant_id = ${tenantId} AND NOT EXISTS (
      SELECT FROM device d WHERE d.tenant_id = h.tenant_id AND d.id = h.device_id)`.execute(trx);
    for (const table of DEVICE_TABLES)
      await sql`DELETE FROM ${sql.table(table)} a WHERE tenant_id = ${tenantId} AND NOT EXISTS (
        SELECT FROM device d WHERE d.tenant_id = a.tenant_id AND d.id = a.device_id)
        AND NOT EXISTS (SELECT FROM recycle_bin b
          WHERE b.tenant_id = a.tenant_id AND b.entity = 'device' AND b.record_id = a.device_id)
        AND NOT EXISTS (SELECT FROM recycle_row r
          WHERE r.tenant_id = a.tenant_id AND r.entity = 'device' AND r.record_id = a.device_id)`.execute(
        trx,
      );
    const gone = rows.map(({ id }) => id);
    if (gone.length === 0) return gone;
    for (const table of TABLES) {
      await sql`DELETE FROM ${sql.table(table)}
        WHERE tenant_id = ${tenantId} AND variable_id = ANY(${gone}::int4[])`.execute(trx);
    }
    return gone;
  });
  for (const id of ids) latest.forget(tenantId, id);
}
