/** Limits of uploads: for a user in a day, for a tenant in total, and by the disk. */
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
/** The lock under which the files of a tenant are added up. */
const LOCK = 1_060_106;

/** Throws for a write that would leave the database too little free space on the same disk. Never if the limit is 0. */
export async function checkDisk(
  { dataDir, diskFreeMb }: Pick<QuotaConfig, 'dataDir' | 'diskFreeMb'>,
  bytes = 0,
): Promise<void> {
  if (diskFreeMb === 0) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize - bytes < diskFreeMb * MB) throw new AppError('file.diskFull');
}

/** Counts an upload of a user for today before any of it is read. Throws above the amount of the day. */
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

/** Returns bytes of an upload that will not be sent after all, if they were counted today. */
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
 * Checks in the transaction that stores a file. Transactions run one after the other, so that simultaneous ones cannot
 * exceed the limit together.
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
