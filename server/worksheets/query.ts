import { sql } from 'kysely';
import type { Data } from '../../generated/calls.ts';
import type { Trx } from '../db/index.ts';
import { station_require } from '../stations/details.ts';

export interface OrderWindow {
  stationSn: string;
  from: string;
  to: string;
}

const OPEN = ['pending', 'processing'];
const IS_OPEN = sql<boolean>`o.status in ('pending', 'processing')`;
const IS_OVERDUE = sql<boolean>`(${IS_OPEN} and o.due_time is not null and o.due_time < now())`;

const counted = (condition: ReturnType<typeof sql<boolean>>) =>
  sql<number>`count(*) filter (where ${condition})`;
const in_state = (status: string) => counted(sql<boolean>`o.status = ${status}`);

/** C260: the open ones first, and of those the ones that are due first. */
export async function orders_list(
  trx: Trx,
  { stationSn, show, size }: { stationSn: string; show: 'open' | 'all'; size: number },
): Promise<Data<'boardOrderList'>> {
  await station_require(trx, stationSn);
  const orders = trx
    .selectFrom('siteWorksheet as o')
    .where('o.stationSn', '=', stationSn)
    .$if(show === 'open', (query) => query.where('o.status', 'in', OPEN));
  const records = await orders
    .leftJoin('user as u', (join) =>
      join.onRef('u.tenantId', '=', 'o.tenantId').onRef('u.id', '=', 'o.handlerId'),
    )
    .select(['o.id', 'o.name', 'o.type', 'o.priority', 'o.status', 'o.dueTime', 'o.createdAt'])
    .select(['u.name as handler', IS_OVERDUE.as('overdue')])
    .orderBy(IS_OPEN, 'desc')
    .orderBy(sql`case when ${IS_OPEN} then o.due_time end`, (order) => order.asc().nullsLast())
    .orderBy('o.id', 'desc')
    .limit(size)
    .execute();
  const { total } = await orders
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { records, total: Number(total) };
}

const made_in = (trx: Trx, { stationSn, from, to }: OrderWindow) =>
  trx
    .selectFrom('siteWorksheet as o')
    .where('o.stationSn', '=', stationSn)
    .where('o.createdAt', '>=', from)
    .where('o.createdAt', '<', to);

/** C261 */
export async function orders_total(trx: Trx, window: OrderWindow): Promise<Data<'boardOrderTotal'>> {
  await station_require(trx, window.stationSn);
  return made_in(trx, window)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      in_state('pending').as('pending'),
      in_state('processing').as('processing'),
      in_state('completed').as('completed'),
      in_state('revoked').as('revoked'),
      counted(IS_OVERDUE).as('overdue'),
    ])
    .executeTakeFirstOrThrow();
}

/** C262 */
export async function orders_byType(trx: Trx, window: OrderWindow): Promise<Data<'boardOrderType'>> {
  await station_require(trx, window.stationSn);
  return made_in(trx, window)
    .select(({ fn }) => ['o.type', fn.countAll<number>().as('total'), counted(IS_OPEN).as('open')])
    .groupBy('o.type')
    .orderBy('total', 'desc')
    .orderBy('o.type')
    .execute();
}
