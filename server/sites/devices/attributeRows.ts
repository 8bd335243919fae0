/** Reads and writes attributes in the database. */
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
 * Adds or changes attributes. Returns the time of the change. Throws `attribute.tooMany` if the device would exceed its
 * limit. Concurrent writers of one device are serialized, so that the count is correct.
 */
export async function writeAttributes(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  scope: Scope,
  values: ReadonlyMap<string, string>,
): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`attributes ${tenantId}/${id}`}, 0))`.execute(
    trx,
  );
  await sql`
    insert into device_attribute as a (tenant_id, device_id, scope, key, value)
    select ${tenantId}::int4, ${id}::int8, ${scope}::text, u.key, u.value::jsonb
      from unnest(${[...values.keys()]}::text[], ${[...values.values()]}::text[]) as u(key, value)
    on conflict (tenant_id, device_id, scope, key) do update set value = excluded.value, updated_at = now()`.execute(
    trx,
  );
  const { rows } = await sql<{ count: number; at: string }>`
    select count(*)::int4 as count, now()::text as at from device_attribute
     where tenant_id = ${tenantId} and device_id = ${id} and scope = ${scope}`.execute(trx);
  const { count, at } = rows[0]!;
  if (count > MAX_ATTRIBUTES) throw new AppError('attribute.tooMany', { limit: MAX_ATTRIBUTES });
  return at;
}

/** Returns attributes sorted by scope and key. Null in `keys` selects all attributes. */
export async function readAttributeRows(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  scopes: readonly Scope[],
  keys: readonly string[] | null = null,
): Promise<AttributeRow[]> {
  const { rows } = await sql<AttributeRow>`
    select scope, key, value, updated_at as "updatedAt" from device_attribute
     where tenant_id = ${tenantId} and device_id = ${id} and scope = any(${scopes}::text[])
       and (${keys}::text[] is null or key = any(${keys}::text[]))
     order by scope, key`.execute(trx);
  return rows;
}

/** Reads the shared attributes with exactly this time, which belong to one change. */
export async function readChanged(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  moment: string,
): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select key, value from device_attribute
     where tenant_id = ${tenantId} and device_id = ${id} and scope = 'shared'
       and updated_at = ${moment}::text::timestamptz`.execute(trx);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Returns false if the attribute does not exist. */
export async function removeAttribute(
  trx: ScopedTrx,
  { tenantId, id }: DeviceKey,
  scope: Scope,
  key: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from device_attribute
     where tenant_id = ${tenantId} and device_id = ${id} and scope = ${scope} and key = ${key}`.execute(trx);
  return numAffectedRows === 1n;
}
