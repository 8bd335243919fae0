import { sql } from 'kysely';
import type { Data } from '../../../generated/calls.ts';
import { named, seen } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import { stateAt } from '../../engine/states/stateHistory.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { requireStation } from '../stations/open.ts';

export interface OrderWindow {
  stationSn: string;
  from: string;
  to: string;
  /** The time of the requested states, by default the current time. */
  at?: string | undefined;
}

const IS_OPEN = sql<boolean>`o.status in ('pending', 'processing', 'waiting', 'checking')`;
/** Work that waits for its check is done, so it is not overdue. */
const OPEN_DUE = sql`case when ${IS_OPEN} and o.status <> 'checking' then o.due_time end`;

const isOverdue = (moment: string | undefined) =>
  sql<boolean>`coalesce(${OPEN_DUE} < ${moment === undefined ? sql`now()` : sql`${moment}::timestamptz`}, false)`;

const counted = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`count(*) filter (where ${condition})`;
const inState = (status: string) => counted(sql<boolean>`o.status = ${status}`);

/** Selects the work orders of a station that the caller may list, with their current or past state. */
function ordersOf(trx: ScopedTrx, caller: Session, { stationSn, at }: Pick<OrderWindow, 'stationSn' | 'at'>) {
  const status = at === undefined ? sql<string>`w.status` : stateAt('siteWorksheet', 'w', at);
  return trx.selectFrom(
    trx
      .selectFrom(seen(trx, caller, 'siteWorksheet').as('w'))
      .select(['w.tenantId', 'w.id', 'w.name', 'w.type', 'w.priority', 'w.handlerId', 'w.dueTime'])
      .select(['w.createdAt', status.as('status')])
      .where('w.stationSn', '=', stationSn)
      .$if(at !== undefined, (query) => query.where('w.createdAt', '<=', at as string))
      .as('o'),
  );
}

/** C260: lists work orders. Open ones are first, sorted by their due time. */
export async function listOrders(
  trx: ScopedTrx,
  caller: Session,
  {
    stationSn,
    show,
    size,
    at,
  }: Pick<OrderWindow, 'stationSn' | 'at'> & { show: 'open' | 'all'; size: number },
): Promise<Data<'boardOrderList'>> {
  await requireStation(trx, caller, { sn: stationSn });
  const orders = ordersOf(trx, caller, { stationSn, at }).$if(show === 'open', (query) =>
    query.where(IS_OPEN),
  );
  const records = await orders
    .leftJoin(named(trx, caller, 'user').as('u'), (join) =>
      join.onRef('u.tenantId', '=', 'o.tenantId').onRef('u.id', '=', 'o.handlerId'),
    )
    .select(['o.id', 'o.name', 'o.type', 'o.priority', 'o.status', 'o.dueTime', 'o.createdAt'])
    .select(['u.name as handler', isOverdue(at).as('overdue')])
    .orderBy(IS_OPEN, 'desc')
    .orderBy(OPEN_DUE, (order) => order.asc().nullsLast())
    .orderBy('o.id', 'desc')
    .limit(size)
    .execute();
  const { total } = await orders
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { records, total: Number(total) };
}

const madeIn = (trx: ScopedTrx, caller: Session, window: OrderWindow) =>
  ordersOf(trx, caller, window).where('o.createdAt', '>=', window.from).where('o.createdAt', '<', window.to);

/** C261: returns the number of work orders by state. */
export async function ordersTotal(
  trx: ScopedTrx,
  caller: Session,
  window: OrderWindow,
): Promise<Data<'boardOrderTotal'>> {
  await requireStation(trx, caller, { sn: window.stationSn });
  return madeIn(trx, caller, window)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      inState('pending').as('pending'),
      inState('processing').as('processing'),
      inState('waiting').as('waiting'),
      inState('checking').as('checking'),
      inState('completed').as('completed'),
      inState('revoked').as('revoked'),
      counted(isOverdue(window.at)).as('overdue'),
    ])
    .executeTakeFirstOrThrow();
}

/** C262: returns the number of work orders by type. */
export async function ordersByType(
  trx: ScopedTrx,
  caller: Session,
  window: OrderWindow,
): Promise<Data<'boardOrderType'>> {
  await requireStation(trx, caller, { sn: window.stationSn });
  return madeIn(trx, caller, window)
    .select(({ fn }) => ['o.type', fn.countAll<number>().as('total'), counted(IS_OPEN).as('open')])
    .groupBy('o.type')
    .orderBy('total', 'desc')
    .orderBy('o.type')
    .execute();
}
