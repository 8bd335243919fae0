/** What somebody with a link is answered: the board and what it asks for, with the rights of who made the link. */
import type { Data } from '../../generated/calls.ts';
import { named } from '../access/records.ts';
import type { CallContext } from '../context.ts';
import { AppError, error_answer } from '../http/errors.ts';
import { openStation } from '../stations/open.ts';
import { board_asks, need_allowed } from './asks.ts';
import { board_binding } from './binding.ts';
import { ip_wait } from './limit.ts';
import { type BoardNeed, board_query, type NeedResult } from './query.ts';
import { type Opened, share_count, share_open } from './share.ts';
import { board_read } from './store.ts';

async function link_open(ctx: CallContext, token: string): Promise<Opened> {
  const wait = ip_wait(ctx.ip);
  if (wait > 0) throw new AppError('http.tooMany', {}, { headers: { 'retry-after': String(wait) } });
  return share_open(ctx, token);
}

export async function shared_board(ctx: CallContext, token: string): Promise<Data<'sharedBoard'>> {
  const { id, place, author, expiresAt } = await link_open(ctx, token);
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
export async function shared_query(
  ctx: CallContext,
  token: string,
  needs: readonly BoardNeed[],
): Promise<NeedResult[]> {
  const { place, author } = await link_open(ctx, token);
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
