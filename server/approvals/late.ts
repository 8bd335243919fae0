/** Time limits: whoever does not decide in time is reminded, or the definition decides in their place. */
import { sql } from 'kysely';
import type { Services } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { chain_expire } from './chain.ts';
import { request_announce } from './decide.ts';
import { record_mark } from './record.ts';
import { action_add, request_find, request_store, type StoredRequest, type StoredStep } from './store.ts';
import { progress_tell, remind_tell } from './tell.ts';

const HOUR_MS = 3_600_000;
const BATCH = 200;

type Parts = Pick<Services, 'db' | 'hub' | 'log'>;

/** Whether it is time again: at the limit, then once in every further period of it. */
export function remind_due({ dueAt, remindedAt, hours }: StoredStep, now: Date): boolean {
  if (dueAt === null || hours === null || Date.parse(dueAt) > now.getTime()) return false;
  return remindedAt === null || Date.parse(remindedAt) + hours * HOUR_MS <= now.getTime();
}

async function remind(trx: Trx, request: StoredRequest, step: StoredStep, now: Date): Promise<void> {
  await trx
    .updateTable('approvalStep')
    .set({ remindedAt: now.toISOString() })
    .where('requestId', '=', request.id)
    .where('no', '=', step.no)
    .execute();
  await action_add(trx, request, { action: 'remind', userId: null, no: step.no });
  await remind_tell(trx, request);
}

/** Looks at the request again under its lock: somebody may have decided in the meantime. */
async function request_expire(trx: Trx, id: number, now: Date): Promise<StoredRequest | null> {
  const request = await request_find(trx, id, true);
  const step = request?.steps.find(({ state }) => state === 'active');
  if (request?.state !== 'pending' || !step) return null;
  if (step.dueAt === null || Date.parse(step.dueAt) > now.getTime()) return null;
  if (step.late === 'remind') {
    if (remind_due(step, now)) await remind(trx, request, step, now);
    return null;
  }
  await action_add(trx, request, { action: step.late, userId: null, no: step.no });
  const stored = await request_store(trx, request, chain_expire(request, step.late), now);
  if (stored.state !== 'pending') await record_mark(trx, { ...stored, userId: null }, 'late', stored.state);
  await progress_tell(trx, request, stored, null);
  return stored.state === 'pending' ? null : stored;
}

/** Handles everything whose time is over. */
export async function late_run({ db, hub, log }: Parts, now = new Date()): Promise<void> {
  const due = await db.system((trx) =>
    trx
      .selectFrom('approvalStep')
      .select(['tenantId', 'requestId'])
      .where('state', '=', 'active')
      .where('dueAt', '<=', now.toISOString())
      .where((eb) =>
        eb.or([
          eb('late', '<>', 'remind'),
          eb('remindedAt', 'is', null),
          sql<boolean>`reminded_at + hours * interval '1 hour' <= ${now.toISOString()}`,
        ]),
      )
      .orderBy('dueAt')
      .limit(BATCH)
      .execute(),
  );
  for (const { tenantId, requestId } of due) {
    try {
      const ended = await db.tenant(tenantId, (trx) => request_expire(trx, requestId, now));
      if (ended) request_announce({ hub }, ended);
    } catch (error) {
      log.error('an overdue approval was not handled', { tenantId, requestId, error });
    }
  }
}
