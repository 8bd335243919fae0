/** Enforces time limits: a late decider is reminded, or the definition decides in their place. */
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/index.ts';
import type { Services } from '../context.ts';
import { expireChain } from './chain.ts';
import { announceRequest } from './decide.ts';
import { tellProgress, tellRemind } from './notifications.ts';
import { markRecord } from './record.ts';
import { addAction, findRequest, requestStore, type StoredRequest, type StoredStep } from './store.ts';

const HOUR_MS = 3_600_000;
const BATCH = 200;

type Parts = Pick<Services, 'db' | 'hub' | 'vault' | 'log'>;

/** Tells whether it is time again: at the limit, then once in every further period of it. */
export function remindDue({ dueAt, remindedAt, hours }: StoredStep, now: Date): boolean {
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
  await addAction(trx, request, { action: 'remind', userId: null, no: step.no });
  await tellRemind(trx, request);
}

/** Looks at the request again under its lock: somebody may have decided in the meantime. */
async function expireRequest(trx: Trx, parts: Parts, id: number, now: Date): Promise<StoredRequest | null> {
  const request = await findRequest(trx, id, true);
  const step = request?.steps.find(({ state }) => state === 'active');
  if (request?.state !== 'pending' || !step) return null;
  if (step.dueAt === null || Date.parse(step.dueAt) > now.getTime()) return null;
  if (step.late === 'remind') {
    if (remindDue(step, now)) await remind(trx, request, step, now);
    return null;
  }
  await addAction(trx, request, { action: step.late, userId: null, no: step.no });
  const stored = await requestStore(trx, request, expireChain(request, step.late), now);
  if (stored.state !== 'pending')
    await markRecord(trx, parts, { ...stored, userId: null }, 'late', stored.state);
  await tellProgress(trx, request, stored, null);
  return stored.state === 'pending' ? null : stored;
}

/** Handles everything whose time is over. */
export async function enforceDeadlines(parts: Parts, now = new Date()): Promise<void> {
  const { db, hub, log } = parts;
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
      const ended = await db.tenant(tenantId, (trx) => expireRequest(trx, parts, requestId, now));
      if (ended) announceRequest({ hub }, ended);
    } catch (error) {
      log.error('an overdue approval was not handled', { tenantId, requestId, error });
    }
  }
}
