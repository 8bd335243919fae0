import type { Calls } from '../../generated/calls.ts';
import { seen } from '../engine/access/scopedRecords.ts';
import type { HandlerContext } from '../engine/context.ts';
import { turnOf } from '../engine/turn.ts';
import { AppError } from '../platform/errors/errors.ts';
import { disposition } from '../platform/files/disposition.ts';
import { runInTurn } from '../platform/worker/turns.ts';
import { readTestCurve } from '../sites/factoryTests/curve.ts';
import { makeCurveBook } from '../sites/factoryTests/curveBook.ts';

/** Enough for one day with a point every two seconds. */
const MOST_POINTS = 43_200;

export const factoryTestCalls = {
  async factoryTestCurve({ query: { id } }, ctx) {
    const { db, session, lang, zone, reply } = ctx;
    const record = await db.tenant(session.tenantId, (trx) =>
      trx
        .selectFrom(seen(trx, session, 'factoryTestRecord', 'get').as('t'))
        .select(['t.id', 't.deviceId', 't.number', 't.name'])
        .where('t.id', '=', id)
        .executeTakeFirst(),
    );
    if (!record) throw new AppError('http.notFound');
    const curve = await readTestCurve(record, ctx, MOST_POINTS);
    if (!curve || curve.lines.length === 0) throw new AppError('factoryTest.noCurve');
    const title = `${record.number ?? ''} ${record.name ?? ''}`.trim();
    const content = await runInTurn(turnOf(ctx, 'table'), () => makeCurveBook(curve, { title, lang, zone }));
    reply.header('content-disposition', disposition('attachment', `${title}.xlsx`));
    return content;
  },
} satisfies Partial<Calls<HandlerContext>>;
