/**
 * Makes the same transition for many records in one transaction. Records without this transition are returned with the
 * reason.
 */

import type { Transition } from '../../../generated/definition.ts';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { areMovesLocked, movesOf, transitionAction } from '../../../runtime/core/rules/states.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { recordScope } from '../access/recordScope.ts';
import type { CallContext } from '../context.ts';
import { settleFigures } from '../derived/rollups.ts';
import { lockPicked, type Picked, runEach } from '../entities/write/bulkChange.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { valueStep } from '../entities/write/valueStep.ts';
import { requireRecord } from '../entities/write/write.ts';
import { checkForm } from './form.ts';
import type { Made } from './moveStep.ts';
import { moveRefusal } from './refusal.ts';
import { announceMove, type MoveInput, moveIn } from './transition.ts';

interface BulkMove extends Picked, Pick<MoveInput, 'name' | 'form'> {}

interface Moved {
  record: Row;
  made: Made[];
}

interface Refused {
  id: number;
  reason: string;
}

/**
 * Returns the number of transitions, and the reason for each other record: its state, a condition, an approval, or
 * permissions.
 */
export async function bulkMoveRecords(
  ctx: CallContext,
  entity: Entity,
  { name, form: formValues = {}, ...picked }: BulkMove,
): Promise<{ count: number; refused: Refused[] }> {
  const { db, session, lang } = ctx;
  const transition = movesOf(entity).find((transition) => transition.name === name);
  if (!transition) throw new AppError('state.unknown', {}, { field: '/name' });
  const action = transitionAction(entity, transition);
  const forbidden = new AppError('state.forbidden', { title: pickText(transition.title, lang) });
  if (recordScope(session, entity, action) === null) throw forbidden;
  const form = checkForm(entity, transition, formValues, valueStep(ctx));
  const { moved, refused } = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const moved: Moved[] = [];
      const refused: Refused[] = [];
      await runEach(await lockPicked(trx, ctx, entity, action, picked), async ({ id, allowed }) => {
        await settleFigures(trx, session.tenantId);
        const before = allowed ? await requireRecord(trx, session, entity, id, action, true) : null;
        const why = before ? await hindrance(trx, entity, transition, before, ctx) : forbidden;
        if (why) refused.push({ id: Number(id), reason: answerError(why, lang).body.msg });
        else if (before) moved.push(await moveIn(trx, entity, transition, before, form, ctx));
      });
      return { moved, refused };
    }),
  );
  for (const move of moved) announceMove(ctx, entity, { ...move, stale: false });
  return { count: moved.length, refused };
}

/** Returns the reason why the record cannot make the transition. Null if it can. */
async function hindrance(
  trx: Trx,
  entity: Entity,
  transition: Transition,
  before: Row,
  ctx: CallContext,
): Promise<AppError | null> {
  return areMovesLocked(entity, before)
    ? new AppError('approval.pending')
    : moveRefusal(trx, entity, transition, before, ctx);
}
