/** Upload limits: per user and day, per tenant in total, and by disk space. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, Trx } from '../db/index.ts';
import { AppError } from '../errors/errors.ts';

export type QuotaConfig = Pick<Config, 'dataDir' | 'uploadDayMb' | 'uploadTenantMb' | 'diskFreeMb' | 'scan'>;

export interface FileOwner {
  tenantId: number;
  userId: number;
}

const MB = 1_048_576;
/** The lock for summing up the files of a tenant. */
const LOCK = 1_060_106;

/**
 * Throws if a write would leave the database too little free space on the same disk. Never throws if the limit is 0.
 */
export async function checkDisk(
  { dataDir, diskFreeMb }: Pick<QuotaConfig, 'dataDir' | 'diskFreeMb'>,
  bytes = 0,
): Promise<void> {
  if (diskFreeMb === 0) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize - bytes < diskFreeMb * MB) throw new AppError('file.diskFull');
}

/** Counts an upload for a user's day before it is read. Throws if the daily limit is exceeded. */
export async function reserveDay(
  db: Database,
  { uploadDayMb }: QuotaConfig,
  { tenantId, userId }: FileOwner,
  bytes: number,
): Promise<void> {
  if (uploadDayMb === 0) return;
  const limit = uploadDayMb * MB;
  const fits =
    bytes <= limit &&
    (await db.tenant(tenantId, async (trx) => {
      const { rows } = await sql`
        insert into upload_day as u (tenant_id, user_id, day, bytes)
        values (${tenantId}, ${userId}, (now() at time zone 'utc')::date, ${bytes})
        on conflict (tenant_id, user_id, day) do update set bytes = u.bytes + excluded.bytes
          where u.bytes + excluded.bytes <= ${limit}
        returning bytes`.execute(trx);
      return rows.length > 0;
    }));
  if (!fits) throw new AppError('file.dayFull', { limit: uploadDayMb });
}

/** Subtracts bytes that will not be uploaded, if they were counted today. */
export const returnDay = (db: Database, { tenantId, userId }: FileOwner, bytes: number) =>
  db.tenant(tenantId, (trx) =>
    sql`
      update upload_day set bytes = greatest(bytes - ${bytes}, 0)
       where user_id = ${userId} and day = (now() at time zone 'utc')::date`.execute(trx),
  );

/** Locks the files of a tenant until the end of the transaction. */
export const lockFiles = (trx: Trx, tenantId: number) =>
  sql`select pg_advisory_xact_lock(${LOCK}::int, ${tenantId}::int)`.execute(trx);

/**
 * Checks the tenant's limit in the transaction that stores a file. The lock serializes transactions, so concurrent ones
 * cannot exceed the limit together.
 */
export async function checkTenant(
  trx: Trx,
  { uploadTenantMb }: QuotaConfig,
  tenantId: number,
  bytes: number,
): Promise<void> {
  if (uploadTenantMb === 0) return;
  await lockFiles(trx, tenantId);
  const { held } = await trx
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('held'))
    .executeTakeFirstOrThrow();
  if (held + bytes > uploadTenantMb * MB) throw new AppError('file.tenantFull', { limit: uploadTenantMb });
}
