/** What somebody with a link is answered: the board and what it asks for, with the rights of who made the link. */
import type { Data } from '../../generated/calls.ts';
import { named } from '../access/records.ts';
import type { CallContext } from '../context.ts';
import { AppError, error_answer } from '../http/errors.ts';
import { openStation } from '../stations/open.ts';
import { openedLink } from './admit.ts';
import { board_asks, need_allowed } from './asks.ts';
import { board_binding } from './binding.ts';
import { type BoardNeed, board_query, type NeedResult } from './query.ts';
import { share_count } from './share.ts';
import { board_read } from './store.ts';

/** Anybody may ask as often as a link may be opened: so much work at a time. */
const MAX_STATISTICS = 100;

export async function shared_board(ctx: CallContext): Promise<Data<'sharedBoard'>> {
  const { id, place, author, expiresAt } = openedLink(ctx.request);
  return ctx.db.tenant(author.tenantId, async (trx) => {
    const { document } = await board_read(trx, place);
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
    const binding = await board_binding(trx, author, place, document);
    await share_count(trx, { id });
    return { name: place.name, station, document, binding, expiresAt };
  });
}

/** What the board does not ask for fails by itself; the others are answered. */
export async function shared_query(ctx: CallContext, needs: readonly BoardNeed[]): Promise<NeedResult[]> {
  const { place, author } = openedLink(ctx.request);
  if (needs.filter(({ kind }) => kind === 'statistic').length > MAX_STATISTICS)
    throw new AppError('board.tooManyStatistics', { limit: MAX_STATISTICS });
  const asks = await ctx.db.tenant(author.tenantId, async (trx) => {
    const document = (await board_read(trx, place)).document;
    return board_asks(document, await board_binding(trx, author, place, document));
  });
  const allowed = needs.filter((need) => need_allowed(need, asks, place.stationSn));
  // Everything else of the request stays; who asks is the author of the link.
  const asAuthor = Object.create(ctx, {
    session: { value: author },
    visitor: { value: author },
    permission: { value: 'kanban:get' },
  }) as CallContext;
  const answers = await board_query(asAuthor, place.stationSn, allowed);
  const { code, msg } = error_answer(new AppError('board.notShown'), ctx.lang).body;
  const answered = new Map(allowed.map((need, at) => [need, answers[at]]));
  return needs.map((need) => answered.get(need) ?? { key: need.key, ok: false, code, msg });
}
