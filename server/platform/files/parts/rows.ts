/** The rows of uploads in parts: the progress of each, and the request that writes it. */
import { type Selectable, sql } from 'kysely';
import type { Database, Tables, Trx } from '../../db/index.ts';
import { AppError } from '../../errors/errors.ts';
import { checkTenant, type FileOwner, lockFiles, type QuotaConfig } from '../quota.ts';

export type LargeUpload = Selectable<Tables['largeUpload']>;
export type NewUpload = Pick<LargeUpload, 'id' | 'entity' | 'field' | 'name' | 'length' | 'fileKey'>;

/** Maximum number of a person's unfinished uploads. */
const MAX_OPEN = 10;
/** An upload without new data for this time expires. */
const EXPIRY = sql<string>`now() + interval '1 day'`;
/** After this time without new data, another request may take over the upload. */
const WRITER = sql<string>`now() + interval '10 seconds'`;

const ofOwner = (trx: Trx, { userId }: FileOwner, id: string) =>
  trx.selectFrom('largeUpload').selectAll().where('id', '=', id).where('userId', '=', userId);

/** Creates an upload if the tenant's limit allows it in addition to all unfinished uploads. */
export const beginRow = (db: Database, config: QuotaConfig, owner: FileOwner, upload: NewUpload) =>
  db.tenant(owner.tenantId, async (trx) => {
    await lockFiles(trx, owner.tenantId);
    const { bytes, open } = await trx
      .selectFrom('largeUpload')
      .select([
        sql<number>`coalesce(sum(length), 0)::float8`.as('bytes'),
        sql<number>`count(*) filter (where user_id = ${owner.userId})::int4`.as('open'),
      ])
      .where('isFinished', '=', false)
      .where('expiresAt', '>', sql<string>`now()`)
      .executeTakeFirstOrThrow();
    await checkTenant(trx, config, owner.tenantId, bytes + upload.length);
    if (open >= MAX_OPEN) throw new AppError('upload.tooMany', { limit: MAX_OPEN });
    return trx
      .insertInto('largeUpload')
      .values({ ...upload, tenantId: owner.tenantId, userId: owner.userId, expiresAt: EXPIRY })
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** Returns an upload of this person. Throws if it does not exist or has expired. */
export async function readRow(db: Database, owner: FileOwner, id: string): Promise<LargeUpload> {
  const row = await db.tenant(owner.tenantId, (trx) =>
    ofOwner(trx, owner, id).select(sql<boolean>`expires_at <= now()`.as('isExpired')).executeTakeFirst(),
  );
  if (!row) throw new AppError('http.notFound');
  if (row.isExpired) throw new AppError('upload.gone');
  return row;
}

/** Makes a request the only writer of an upload. Null if another process writes it, or if its progress has changed. */
export const takeRow = (db: Database, { tenantId, id, received }: LargeUpload, writer: string) =>
  db.tenant(tenantId, (trx) =>
    trx
      .updateTable('largeUpload')
      .set({ writer, writerUntil: WRITER })
      .where('id', '=', id)
      .where('received', '=', received)
      .where('isFinished', '=', false)
      .where((where) =>
        where.or([where('writer', 'is', null), where('writerUntil', '<', sql<string>`now()`)]),
      )
      .returning('id')
      .executeTakeFirst(),
  );

/** Stores the number of bytes on disk. Throws if another request has become the writer. */
export async function noteRow(
  db: Database,
  { tenantId, id }: LargeUpload,
  writer: string,
  received: number,
): Promise<void> {
  const updated = await db.tenant(tenantId, (trx) =>
    trx
      .updateTable('largeUpload')
      .set({ received, writerUntil: WRITER, expiresAt: EXPIRY })
      .where('id', '=', id)
      .where('writer', '=', writer)
      .returning('id')
      .executeTakeFirst(),
  );
  if (!updated) throw new AppError('upload.busy');
}

export const freeRow = (db: Database, { tenantId, id }: LargeUpload, writer: string) =>
  db.tenant(tenantId, (trx) =>
    trx
      .updateTable('largeUpload')
      .set({ writer: null })
      .where('id', '=', id)
      .where('writer', '=', writer)
      .execute(),
  );

export const deleteRow = (db: Database, { tenantId, id }: LargeUpload) =>
  db.tenant(tenantId, (trx) => trx.deleteFrom('largeUpload').where('id', '=', id).execute());

/** Locks an upload until the end of the transaction, so that only one request finishes it. */
export const lockRow = (trx: Trx, id: string) =>
  trx.selectFrom('largeUpload').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
