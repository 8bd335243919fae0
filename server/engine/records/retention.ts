/** Deletes expired data every hour: entries of the recycle bin, notices, request keys and expiring records. */
import { sql } from 'kysely';
import { writeAudit } from '../../platform/db/auditLog.ts';
import { forgetRequests } from '../../platform/db/requestKey.ts';
import { type LeasedWork, leaseEvery } from '../../platform/timers/lease.ts';
import type { Service, Services } from '../context.ts';
import { purgeBin } from '../entities/write/bin.ts';
import { forgetNotices } from '../notices/forget.ts';
import { expireRecords } from './expire.ts';

const HOUR_MS = 3_600_000;
/** Small batches, so that no transaction holds locks for long. */
const BATCH = 100;

export interface Retention extends Service {
  start(): Promise<void>;
  /** Deletes all expired data, until `signal` fires. */
  run(signal?: AbortSignal): Promise<void>;
}

export function createRetention({
  config,
  db,
  hub,
  log,
  files,
}: Pick<Services, 'config' | 'db' | 'hub' | 'log' | 'files'>): Retention {
  let work: LeasedWork | null = null;

  async function purgeBatch(): Promise<number> {
    const due = new Date(Date.now() - config.binDays * 24 * HOUR_MS).toISOString();
    const purged = await db.system(async (trx) => {
      // Skips records that are being restored.
      const { rows } = await sql<{ id: number; tenantId: number; entity: string; recordId: number }>`
        select id, tenant_id, entity, record_id from recycle_bin where deleted_at < ${due}
         order by deleted_at limit ${BATCH} for update skip locked`.execute(trx);
      const done = [];
      for (const entry of rows) {
        const { tenantId, entity, recordId } = entry;
        done.push({ tenantId, ...(await purgeBin(trx, entry)) });
        await writeAudit(trx, { tenantId, userId: null, entity, id: recordId, action: 'purge', diff: {} });
      }
      return done;
    });
    for (const { tenantId, gone } of purged)
      for (const record of gone) hub.publish({ type: 'entity', ...record, tenantId, do: 'purge' });
    await files.remove(purged.flatMap((purge) => purge.files));
    return purged.length;
  }

  async function run(signal?: AbortSignal): Promise<void> {
    while (!signal?.aborted && config.binDays > 0 && (await purgeBatch()) === BATCH);
    while (!signal?.aborted && config.noticeDays > 0 && (await forgetNotices(db, config.noticeDays)));
    if (!signal?.aborted) await forgetRequests(db);
    await expireRecords({ db, hub }, Date.now(), signal);
  }

  return {
    run,
    async start() {
      work = leaseEvery(db, log, 'retention', HOUR_MS, run);
    },
    close: async () => work?.close(),
  };
}
