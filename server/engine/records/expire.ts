/** Deletes records permanently after the number of days in their definition (`keep`). */
import { sql } from 'kysely';
import type { EntityDefinition } from '../../../generated/definition.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Services } from '../context.ts';

const DAY_MS = 86_400_000;
/** Small batches, so that no transaction holds locks for long. */
const BATCH = 1000;

type Parts = Pick<Services, 'db' | 'hub'>;
type Retention = NonNullable<EntityDefinition['keep']>;

/**
 * Deletes a batch of expired records with their child records and file entries, but not the bytes of files. Returns
 * whether there may be more.
 */
async function expireBatch({ db, hub }: Parts, name: string, keep: Retention, now: number): Promise<boolean> {
  const table = sql.table(name);
  const before = new Date(now - keep.days * DAY_MS).toISOString();
  const conditions = Object.entries(keep.where ?? {}).map(
    ([field, value]) => sql`and ${sql.ref(field)} = ${value}`,
  );
  const theirs = sql`using gone g where x.tenant_id = g.tenant_id and x.entity = ${name} and x.record_id = g.id`;
  const { rows } = await db.system((trx) =>
    sql<{ tenantId: number; count: number }>`
      with gone as (delete from ${table} where (tenant_id, id) in (
        select tenant_id, id from ${table}
         where ${sql.ref(keep.field)} < ${before} ${sql.join(conditions, sql` `)}
         order by ${sql.ref(keep.field)} limit ${BATCH} for update skip locked) returning tenant_id, id),
      comments as (delete from record_comment x ${theirs}),
      marks as (delete from record_mark x ${theirs}),
      attachments as (delete from record_attachment x ${theirs}),
      files as (delete from file_use x ${theirs})
      select distinct tenant_id, count(*) over ()::int4 as count from gone`.execute(trx),
  );
  for (const { tenantId } of rows)
    hub.publish({ type: 'entity', entity: name, tenantId, id: 0, do: 'purge' });
  return rows[0]?.count === BATCH;
}

export async function expireRecords(parts: Parts, now: number, signal?: AbortSignal): Promise<void> {
  for (const { name, keep } of entityRegistry.all())
    while (keep && !signal?.aborted && (await expireBatch(parts, name, keep, now)));
}
