/**
 * Hands the records of a leaving user over to others, entity by entity. The records of an entity are handed over in
 * one transaction. Pending approvals are included, because a user who has left cannot withdraw them.
 */
import { type Entity, entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { countOwned } from '../entities/countOwned.ts';
import { lockPicked, runEach } from '../entities/write/bulkChange.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { announceRecord, findRecord } from '../entities/write/write.ts';
import type { JobStep } from '../jobs/index.ts';
import type { MoveStep } from '../states/moveStep.ts';
import { filterMembers } from '../states/people.ts';
import { HANDOVER, handRecord } from './handover.ts';
import { type Handed, notifyHandover } from './handoverNotices.ts';

export interface Receiver {
  entity: string;
  userId: number;
}

export interface HandedKind {
  entity: string;
  moved: number;
  /** The reason why no record was handed over. */
  reason: string | null;
}

/** Returns the entity for a receiver. Throws if records of the entity cannot be handed over. */
export function kindOf({ entity: name }: Receiver, place: number): Entity {
  const entity = entityRegistry.get(name);
  if (!entity?.handover) throw new AppError('http.invalid', {}, { field: `/receivers/${place}/entity` });
  return entity;
}

async function handKind(
  trx: Trx,
  ctx: MoveStep,
  entity: Entity,
  { from, to, reason }: { from: number; to: number; reason: string | undefined },
): Promise<Handed[]> {
  if (to === from || (await filterMembers(trx, [to])).length === 0) throw new AppError('handover.receiver');
  const picked = { selection: { where: { [entity.owner ?? '']: from } } };
  const chosen = await lockPicked(trx, ctx, entity, HANDOVER, picked);
  const whole = (await countOwned(trx, from)).find((owned) => owned.entity.name === entity.name)?.count ?? 0;
  if (chosen.length < whole || chosen.some(({ allowed }) => !allowed)) throw new AppError('handover.kind');
  const handed: Handed[] = [];
  await runEach(chosen, async ({ id }) => {
    const record = await findRecord(trx, entity, Number(id), true);
    handed.push(await handRecord(trx, ctx, entity, record, { userId: to, reason, whilePending: true }));
  });
  await notifyHandover(trx, ctx.session, entity, handed, to);
  return handed;
}

/** Hands all records over, with one transaction for each entity. Returns a result for each. */
export async function handOn(
  ctx: MoveStep,
  from: number,
  { receivers, reason }: { receivers: readonly Receiver[]; reason?: string | undefined },
  step: Pick<JobStep, 'signal' | 'progress' | 'keep'>,
): Promise<{ kinds: HandedKind[] }> {
  const { db, session, lang } = ctx;
  let kinds: HandedKind[] = [];
  for (const [place, receiver] of receivers.entries()) {
    if (step.signal.aborted) break;
    const entity = kindOf(receiver, place);
    const reportOf = (moved: number, why: string | null) => [
      ...kinds,
      { entity: entity.name, moved, reason: why },
    ];
    try {
      const handed = await writeGuard(db, entity, { deleting: false, lang }, () =>
        db.tenant(session.tenantId, async (trx) => {
          const all = await handKind(trx, ctx, entity, { from, to: receiver.userId, reason });
          await step.keep(trx, { kinds: reportOf(all.length, null) });
          return all;
        }),
      );
      kinds = reportOf(handed.length, null);
      for (const { id } of handed) announceRecord(ctx, entity, id, 'update');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      kinds = reportOf(0, answerError(error, lang).body.msg);
    }
    step.progress(place + 1, receivers.length);
  }
  return { kinds };
}
