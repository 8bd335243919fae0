/** A person in a day, a tenant altogether and the disk limit how much may be sent and kept. */
import { statfs } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Database, Trx } from '../db/index.ts';
import { AppError } from '../errors/errors.ts';

export type QuotaConfig = Pick<Config, 'dataDir' | 'uploadDayMb' | 'uploadTenantMb' | 'diskFreeMb'>;

export interface FileOwner {
  tenantId: number;
  userId: number;
}

const MB = 1_048_576;
/** Names the lock under which the files of a tenant are added up. */
const LOCK = 1_060_106;

/** Refuses what would be written while the database on the same disk still has room; 0: never. */
export async function checkDisk(
  { dataDir, diskFreeMb }: Pick<QuotaConfig, 'dataDir' | 'diskFreeMb'>,
  bytes = 0,
): Promise<void> {
  if (diskFreeMb === 0) return;
  const { bavail, bsize } = await statfs(dataDir);
  if (bavail * bsize - bytes < diskFreeMb * MB) throw new AppError('file.diskFull');
}

/** Counts what a person is about to send today, before any of it is read; refuses what is beyond the day's amount. */
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

/** Within the transaction that keeps a file: one after the other, so that many at once do not go beyond it together. */
export async function checkTenant(
  trx: Trx,
  { uploadTenantMb }: QuotaConfig,
  tenantId: number,
  bytes: number,
): Promise<void> {
  if (uploadTenantMb === 0) return;
  await sql`select pg_advisory_xact_lock(${LOCK}::int, ${tenantId}::int)`.execute(trx);
  const { held } = await trx
    .selectFrom('file')
    .select(sql<number>`coalesce(sum(size), 0)::float8`.as('held'))
    .executeTakeFirstOrThrow();
  if (held + bytes > uploadTenantMb * MB) throw new AppError('file.tenantFull', { limit: uploadTenantMb });
}
