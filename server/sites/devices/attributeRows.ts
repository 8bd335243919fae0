/** Attributes in the database. */
import { sql } from 'kysely';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { MAX_ATTRIBUTES } from './values.ts';

export type Scope = 'client' | 'shared' | 'server';

export interface AttributeRow {
  scope: Scope;
  key: string;
  value: unknown;
  updatedAt: string;
}

interface DeviceKey {
  tenantId: number;
  id: number;
}

/**
 * Adds or changes attributes; answers the time that they have now. Throws `attribute.tooMany` when the device would
 * have more than it may: writers of one device wait for each other, so that all see the same count.
 */
export async function writeAttributes(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  scope: Scope,
  values: ReadonlyMap<string, string>,
): Promise<string> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`attributes ${tenantId}/${id}`}, 0))`.execute(
    trx,
  );
  await sql`
    INSERT INTO device_attribute AS a (tenant_id, device_id, scope, key, value)
    SELECT ${tenantId}::int4, ${id}::int8, ${scope}::text, u.key, u.value::jsonb
      FROM unnest(${[...values.keys()]}::text[], ${[...values.values()]}::text[]) AS u(key, value)
    ON CONFLICT (tenant_id, device_id, scope, key) DO UPDATE SET value = excluded.value, updated_at = now()`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number; at: string }>`
    SELECT count(*)::int4 AS count, now()::text AS at FROM device_attribute
     WHERE tenant_id = ${tenantId} AND device_id = ${id} AND scope = ${scope}`.execute(trx);
  const { count, at } = rows[0]!;
  if (count > MAX_ATTRIBUTES) throw new AppError('attribute.tooMany', { limit: MAX_ATTRIBUTES });
  return at;
}

/** By scope and key; `keys` null: all of them. */
export async function readAttributeRows(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  scopes: readonly Scope[],
  keys: readonly string[] | null = null,
): Promise<AttributeRow[]> {
  const { rows } = await sql<AttributeRow>`
    SELECT scope, key, value, updated_at AS "updatedAt" FROM device_attribute
     WHERE tenant_id = ${tenantId} AND device_id = ${id} AND scope = ANY(${scopes}::text[])
       AND (${keys}::text[] IS NULL OR key = ANY(${keys}::text[]))
     ORDER BY scope, key`.execute(trx);
  return rows;
}

/** Shared attributes that have this very time: those of one change. */
export async function readChanged(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  at: string,
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    SELECT key, value FROM device_attribute
     WHERE tenant_id = ${tenantId} AND device_id = ${id} AND scope = 'shared'
       AND updated_at = ${at}::text::timestamptz`.execute(trx);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** False: there was none. */
export async function removeAttribute(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  scope: Scope,
  key: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM device_attribute
     WHERE tenant_id = ${tenantId} AND device_id = ${id} AND scope = ${scope} AND key = ${key}`.execute(trx);
  return numAffectedRows === 1n;
}
