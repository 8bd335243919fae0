/** The same move of many records: each that can make it does, in one transaction; the others stay as they are. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { movesHeld, movesOf, transitionAction } from '../../../runtime/core/states.ts';
import type { Row } from '../../platform/db/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { recordScope } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { lockPicked, type Picked, runEach } from '../entities/bulkChange.ts';
import { writeGuard } from '../entities/constraints.ts';
import { valueStep } from '../entities/valueStep.ts';
import { announceRecord, requireRecord } from '../entities/write.ts';
import { hooksOf } from '../hooks.ts';
import type { Made } from './effects.ts';
import { checkForm } from './form.ts';
import { findRefusal } from './refusal.ts';
import { type MoveInput, moveIn } from './transition.ts';

interface BulkMove extends Picked, Pick<MoveInput, 'name' | 'form'> {}

interface Moved {
  record: Row;
  made: Made[];
}

/** `left`: the selected records that were in another state, did not meet the condition, or are not theirs to move. */
export async function recordsBulkMove(
  ctx: CallContext,
  entity: Entity,
  { name, form: given = {}, ...picked }: BulkMove,
): Promise<{ count: number; left: number }> {
  const { db, session, lang } = ctx;
  const transition = movesOf(entity).find((transition) => transition.name === name);
  if (!transition) throw new AppError('state.unknown', {}, { field: '/name' });
  const action = transitionAction(entity, transition);
  if (recordScope(session, entity, action) === null)
    throw new AppError('state.forbidden', { title: transition.title[lang] });
  const form = checkForm(entity, transition, given, valueStep(ctx));
  const { moved, left } = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const rows = await lockPicked(trx, ctx, entity, action, picked);
      const done: Moved[] = [];
      const allowed = rows.filter((row) => row.allowed);
      await runEach(allowed, async ({ id }) => {
        const before = await requireRecord(trx, session, entity, id, action, true);
        const isFree = !movesHeld(entity, before);
        if (isFree && (await findRefusal(trx, entity, transition, before, ctx)) === null)
          done.push(await moveIn(trx, entity, transition, before, form, ctx));
      });
      return { moved: done, left: rows.length - done.length };
    }),
  );
  for (const { record, made } of moved) {
    announceRecord(ctx, entity, Number(record.id), 'update');
    for (const touched of made) announceRecord(ctx, touched.entity, touched.id, touched.what);
    hooksOf(entity.name)?.moved?.(record, ctx);
  }
  return { count: moved.length, left };
}
