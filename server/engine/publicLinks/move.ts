/** Guests with the link of a record can read it, and can make one of the allowed transitions. */
import { sql } from 'kysely';
import type { Data } from '../../../generated/calls.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { everything, NO_USER } from '../access/asker.ts';
import type { CallContext, Session } from '../context.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { valueStep } from '../entities/write/valueStep.ts';
import { checkForm } from '../states/form.ts';
import { checkMove } from '../states/refusal.ts';
import { announceMove, type Moved, moveIn } from '../states/transition.ts';
import { linkMoves, linkOf, type OpenedLink, readLinked } from './open.ts';
import { drawRecord } from './shown.ts';

type Shown = Data<'recordByLink'>;

/** Returns the session of a guest. The definition determines what guests may do. */
export const guestOf = ({ tenantId, id }: OpenedLink, { lang }: Pick<CallContext, 'lang'>): Session => ({
  ...{ ...everything, userId: NO_USER, tenantId, lang },
  ...{ name: '', sessionId: `link.${id}`, apiKey: false },
});

export function readByLink({ db, lang, request }: CallContext): Promise<Shown> {
  const link = linkOf(request);
  return db.tenant(link.tenantId, async (trx) => {
    const record = await readLinked(trx, link, false);
    await trx
      .updateTable('recordLink')
      .set({ opens: sql`opens + 1`, openedAt: sql`now()` })
      .where('id', '=', link.id)
      .execute();
    return drawRecord(trx, link, record, lang);
  });
}

/**
 * Makes a transition by a link. A record that already has an answer is returned unchanged, even if the new answer
 * differs.
 */
export async function moveByLink(
  ctx: CallContext,
  { name, form }: { name: string; form: Values },
): Promise<Shown> {
  const { db, hub, vault, lang, zone } = ctx;
  const link = linkOf(ctx.request);
  const { entity, open, tenantId } = link;
  const step = { db, hub, vault, lang, zone, session: guestOf(link, ctx) };
  const moves = linkMoves(entity, open);
  const transition = moves.find((one) => one.name === name);
  if (!transition) throw new AppError('state.unknown', {}, { field: '/name' });
  const { moved, shown } = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(tenantId, async (trx) => {
      const before = await readLinked(trx, link, true);
      if (moves.some(({ to }) => to === before[entity.states!.field]))
        return { moved: null, shown: await drawRecord(trx, link, before, lang) };
      await checkMove(trx, entity, transition, before, step);
      const formValues = checkForm(entity, transition, form, valueStep(step));
      const done: Moved = {
        ...(await moveIn(trx, entity, transition, before, formValues, step)),
        stale: false,
      };
      return { moved: done, shown: await drawRecord(trx, link, done.record, lang) };
    }),
  );
  if (moved) announceMove(step, entity, moved);
  return shown;
}
