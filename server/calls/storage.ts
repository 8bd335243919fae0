import { sql } from 'kysely';
import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { writeAudit } from '../platform/db/auditLog.ts';
import { AppError } from '../platform/errors/errors.ts';
import { storageJob } from '../sites/telemetry/storage/job.ts';
import { readRetention, readRun, reportStorage } from '../sites/telemetry/storage/report.ts';

export const storageCalls = {
  storageUsage: (_input, context) => reportStorage(context),

  /** Starts a run, unless one is already in progress. */
  async storageRun(_input, { config, db, jobs, log, session }) {
    if (!session.admin) throw new AppError('http.forbidden');
    const run = await readRun(db);
    if (run?.finishedAt !== null) await jobs.start(storageJob({ config, db, log }, session));
    return { pending: true };
  },

  async storageRetentionSave({ body: { retention } }, { db, session }) {
    const { tenantId, userId } = session;
    return db.system(async (trx) => {
      const before = await readRetention(trx, tenantId);
      await sql`update tenant set point_retention = ${retention}, updated_at = now() where id = ${tenantId}`.execute(
        trx,
      );
      if (before !== retention)
        await writeAudit(trx, {
          tenantId,
          userId,
          entity: 'storage',
          id: 'retention',
          action: 'update',
          diff: { retention: [before, retention] },
        });
      return { retention };
    });
  },
} satisfies Partial<Calls<CallContext>>;
