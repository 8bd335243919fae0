import { sql } from 'kysely';
import type { Calls } from '../../generated/calls.ts';
import type { CallContext } from '../engine/context.ts';
import { AppError } from '../platform/errors/errors.ts';
import { CHANNEL } from '../sites/telemetry/storage/job.ts';
import { readRetention, reportStorage } from '../sites/telemetry/storage/report.ts';

export const storageCalls = {
  storageUsage: (_input, context) => reportStorage(context),

  /** The job may live in another process: whoever holds it hears of the line. */
  async storageRun(_input, { db, session }) {
    if (!session.admin) throw new AppError('http.forbidden');
    await db.pool.query(
      `INSERT INTO storage_run (asked_by) SELECT $1
        WHERE NOT EXISTS (SELECT FROM storage_run WHERE started_at IS NULL)`,
      [session.userId],
    );
    await db.notify(CHANNEL, '');
    return { pending: true };
  },

  async storageRetentionSave({ body: { retention } }, { db, session }) {
    const { tenantId, userId } = session;
    return db.system(async (trx) => {
      const before = await readRetention(trx, tenantId);
      await sql`UPDATE tenant SET point_retention = ${retention}, updated_at = now() WHERE id = ${tenantId}`.execute(
        trx,
      );
      if (before !== retention)
        await trx
          .insertInto('auditLog')
          .values({
            tenantId,
            userId,
            entity: 'storage',
            recordId: 'retention',
            action: 'update',
            diff: JSON.stringify({ retention: [before, retention] }),
          })
          .execute();
      return { retention };
    });
  },
} satisfies Partial<Calls<CallContext>>;
