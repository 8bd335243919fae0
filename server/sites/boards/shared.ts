/** Serves a board and its data to visitors with a link, with the permissions of the link's author. */
import type { Data } from '../../../generated/calls.ts';
import { named } from '../../engine/access/scopedRecords.ts';
import type { CallContext } from '../../engine/context.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { openStation } from '../stations/open.ts';
import { boardBinding } from './binding.ts';
import { answerBoardQuery, type BoardNeed, type NeedResult } from './query.ts';
import { countShare } from './share.ts';
import { isNeedAllowed, readSharedScope } from './sharedBoardScope.ts';
import { openedLink } from './shareLinkAccess.ts';
import { readBoard } from './store.ts';

/** Maximum number of statistics in one request, which limits the work for visitors without a session. */
const MAX_STATISTICS = 100;

export async function readSharedBoard(ctx: CallContext): Promise<Data<'sharedBoard'>> {
  const { id, place, author, expiresAt } = openedLink(ctx.request);
  return ctx.db.tenant(author.tenantId, async (trx) => {
    const { document } = await readBoard(trx, place);
    const { sn, timeZone } = await openStation(
      trx,
      { session: author, permission: 'kanban:get' },
      { sn: place.stationSn },
    );
    const { name = '' } =
      (await trx
        .selectFrom(named(trx, author, 'station').as('s'))
        .select('s.name')
        .where('s.sn', '=', sn)
        .executeTakeFirst()) ?? {};
    const station = { sn, name, timeZone };
    const binding = await boardBinding(trx, author, place, document);
    await countShare(trx, { id });
    return { name: place.name, station, document, binding, expiresAt };
  });
}

/** Answers the needs of a shared board. A need that is not part of the board fails, without affecting the others. */
export async function sharedQuery(ctx: CallContext, needs: readonly BoardNeed[]): Promise<NeedResult[]> {
  const { place, author } = openedLink(ctx.request);
  if (needs.filter(({ kind }) => kind === 'statistic').length > MAX_STATISTICS)
    throw new AppError('board.tooManyStatistics', { limit: MAX_STATISTICS });
  const scope = await ctx.db.tenant(author.tenantId, async (trx) => {
    const document = (await readBoard(trx, place)).document;
    return readSharedScope(document, await boardBinding(trx, author, place, document));
  });
  const allowed = needs.filter((need) => isNeedAllowed(need, scope, place.stationSn));
  // The author of the link becomes the caller. The rest of the request is unchanged.
  const asAuthor = Object.create(ctx, {
    session: { value: author },
    visitor: { value: author },
    permission: { value: 'kanban:get' },
  }) as CallContext;
  const answers = await answerBoardQuery(asAuthor, place.stationSn, allowed);
  const { code, msg } = answerError(new AppError('board.notShown'), ctx.lang).body;
  const answered = new Map(allowed.map((need, index) => [need, answers[index]]));
  return needs.map((need) => answered.get(need) ?? { key: need.key, ok: false, code, msg });
}
