import type { Data } from '../../../generated/calls.ts';
import { publishOnCommit, type Trx } from '../../platform/db/index.ts';
import type { Session } from '../context.ts';
import type { NoticeKind } from './index.ts';

type NoticePage = Data<'noticePage'>;
export type NoticeView = Data<'noticeGet'>;
type Me = Pick<Session, 'userId' | 'tenantId'>;

export interface NoticeQuery {
  unread?: boolean;
  kind?: NoticeKind;
  current?: number;
  size?: number;
}

const DEFAULT_SIZE = 10;
const COLUMNS = ['id', 'kind', 'text', 'link', 'isRead', 'createdAt'] as const;

const mine = (trx: Trx, { userId }: Me) =>
  trx.selectFrom('notice').where('userId', '=', userId).where('heldUntil', 'is', null);

export async function noticesPage(
  trx: Trx,
  me: Me,
  { unread, kind, current = 1, size = DEFAULT_SIZE }: NoticeQuery,
): Promise<NoticePage> {
  let selected = mine(trx, me);
  if (unread !== undefined) selected = selected.where('isRead', '=', !unread);
  if (kind) selected = selected.where('kind', '=', kind);
  const { total } = await selected
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selected
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { records: rows as NoticeView[], total, current, size };
}

export async function findNotice(trx: Trx, me: Me, id: number): Promise<NoticeView | undefined> {
  const row = await mine(trx, me).select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row as NoticeView | undefined;
}

export async function countUnread(trx: Trx, me: Me): Promise<number> {
  const { unread } = await mine(trx, me)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('isRead', '=', false)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Marks the given notices, or all notices of the user. Returns their number. */
export async function markNotices(
  trx: Trx,
  { userId, tenantId }: Me,
  isRead: boolean,
  ids?: readonly number[],
): Promise<number> {
  if (ids?.length === 0) return 0;
  let update = trx
    .updateTable('notice')
    .set({ isRead })
    .where('userId', '=', userId)
    .where('heldUntil', 'is', null);
  if (ids) update = update.where('id', 'in', ids);
  const { numUpdatedRows } = await update.executeTakeFirstOrThrow();
  publishOnCommit(trx, { type: 'counts', tenantId, userIds: [userId] });
  return Number(numUpdatedRows);
}

export async function deleteNotices(
  trx: Trx,
  { userId, tenantId }: Me,
  ids: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('notice')
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  publishOnCommit(trx, { type: 'counts', tenantId, userIds: [userId] });
  return Number(numDeletedRows);
}
