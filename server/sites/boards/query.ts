import type { components } from '../../../generated/api.ts';
import { can } from '../../../runtime/core/access/permission.ts';
import { bucketsLeast, MAX_BUCKETS } from '../../../runtime/core/time/timeWindow.ts';
import type { HandlerContext } from '../../engine/context.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import { alarmsPage } from '../alarms/query.ts';
import { readStationStatus } from '../overview/status.ts';
import { readStationDetails } from '../stations/details.ts';
import { openStation } from '../stations/open.ts';
import { resolveNeed } from '../telemetry/read/needs.ts';
import { MAX_FIGURES } from '../telemetry/read/statistics.ts';
import { telemetrySeen } from '../telemetry/variableAccess.ts';

export type BoardNeed = components['schemas']['BoardNeed'];
export type NeedResult = components['schemas']['NeedResult'];

type BoardContext = Pick<
  HandlerContext,
  'db' | 'log' | 'lang' | 'session' | 'telemetry' | 'ask' | 'permission'
>;

const MAX_SNS = 2000;
/** Maximum number of a board's needs that are answered concurrently. A single board must not use all connections. */
const PARALLEL = 4;

/**
 * Required permission by kind of need, the same as for the separate call. A need of kind `call` requires the permission
 * of its operation.
 */
const NEEDED: Readonly<Record<Exclude<BoardNeed['kind'], 'call'>, string>> = {
  realtime: 'deviceVariable:list',
  statistic: 'deviceVariable:list',
  history: 'deviceVariable:list',
  stationDetails: 'station:get',
  stationStatus: 'station:get',
  alarms: 'alarm:list',
};

async function resolveNeedOf(
  need: BoardNeed,
  stationSn: string,
  board: BoardContext,
): Promise<NeedResult['data']> {
  const { db, session } = board;
  const permission = need.kind === 'call' ? board.permission : NEEDED[need.kind];
  const ctx: BoardContext = Object.create(board, { permission: { value: permission } });
  if (need.kind !== 'call' && !session.admin && !can(session.permissions, NEEDED[need.kind]))
    throw new AppError('http.forbidden');
  switch (need.kind) {
    case 'stationDetails':
      return db.tenant(session.tenantId, (trx) => readStationDetails(trx, ctx, stationSn));
    case 'stationStatus':
      return db.tenant(session.tenantId, async (trx) =>
        readStationStatus(trx, session, await openStation(trx, ctx, { sn: stationSn }), need.at),
      );
    case 'alarms':
      return db.tenant(session.tenantId, (trx) => alarmsPage(trx, session, { ...need, stationSn }));
    case 'call': {
      const { operation, path = {}, query = {}, body } = need;
      return (await ctx.ask(operation, { path, query, body })) as NeedResult['data'];
    }
    default:
      return resolveNeed(need, session.tenantId, telemetrySeen(ctx));
  }
}

/** Answers one need of a board. An error affects only this need. */
async function answerNeed(need: BoardNeed, stationSn: string, ctx: BoardContext): Promise<NeedResult> {
  try {
    return { key: need.key, ok: true, data: await resolveNeedOf(need, stationSn, ctx) };
  } catch (error) {
    if (!(error instanceof AppError)) ctx.log.error('a need of a board failed', { need: need.kind, error });
    const { body } = answerError(error instanceof AppError ? error : new AppError('http.internal'), ctx.lang);
    return { key: need.key, ok: false, code: body.code, msg: body.msg };
  }
}

/**
 * Returns the maximum number of figures in the answer to a need. A need with too long a window is refused, and the
 * other needs are answered.
 */
function countMostFigures(need: BoardNeed): number {
  if (need.kind === 'history') return need.sns.length * need.maxPoints;
  if (need.kind !== 'statistic') return 0;
  const buckets = bucketsLeast({ from: Date.parse(need.from), to: Date.parse(need.to) }, need.bucket);
  return buckets > 0 && buckets <= MAX_BUCKETS ? need.sns.length * buckets : 0;
}

/** Answers all needs of one round of a board, in their order. */
export async function answerBoardQuery(
  ctx: BoardContext,
  stationSn: string,
  needs: readonly BoardNeed[],
): Promise<NeedResult[]> {
  const valueCount = needs.reduce((sum, need) => sum + ('sns' in need ? need.sns.length : 0), 0);
  if (valueCount > MAX_SNS) throw new AppError('kanban.tooManyVariables', { limit: MAX_SNS });
  if (needs.reduce((sum, need) => sum + countMostFigures(need), 0) > MAX_FIGURES)
    throw new AppError('telemetry.tooManyFigures', { limit: MAX_FIGURES });
  await ctx.db.tenant(ctx.session.tenantId, (trx) => openStation(trx, ctx, { sn: stationSn }));
  const results: NeedResult[] = new Array(needs.length);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < needs.length; index = next++) {
      results[index] = await answerNeed(needs[index] as BoardNeed, stationSn, ctx);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return results;
}
