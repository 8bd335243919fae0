/**
 * Records that are shared with users and departments. The sharing user chooses recipients, access, and the last day.
 */

import { sql } from 'kysely';
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { DAY_MS, startDate } from '../../../runtime/core/time/timeWindow.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type RecordCondition, type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError, fillText } from '../../platform/errors/errors.ts';
import { errorTable } from '../../platform/errors/errorTable.ts';
import { recordScope, recordWhere } from '../access/recordScope.ts';
import type { CallContext, Session } from '../context.ts';
import { recordTitle } from '../entities/texts.ts';
import { lockPicked, type Picked } from '../entities/write/bulkChange.ts';
import type { Diff } from '../entities/write/recordDiff.ts';
import { announceRecord, findRecord, requireRecord } from '../entities/write/write.ts';
import { sendNotice } from '../notices/index.ts';
import { recordLink } from '../states/link.ts';
import { filterMembers } from '../states/people.ts';
import { sumUp } from './handoverNotices.ts';
import { NOTE } from './notes.ts';

export interface ShareInput {
  userIds?: readonly number[] | undefined;
  deptIds?: readonly number[] | undefined;
  right: 'read' | 'write';
  /** The last day in the caller's time zone. Without it, the share has no end. */
  until?: string | undefined;
}

export interface Share {
  id: number;
  userId: number | null;
  deptId: number | null;
  name: string;
  right: 'read' | 'write';
  endsAt: string | null;
}

type ShareStep = Pick<CallContext, 'db' | 'hub' | 'session' | 'zone'>;

const SHARE = 'share';
const SHARED_WITH = `${NOTE}sharedWith`;

async function readShares(trx: Trx, entity: Entity, id: number): Promise<Share[]> {
  const { rows } = await sql<Share>`
    select s.id, s.user_id, s.dept_id, coalesce(u.name, d.name) as name,
           case when s.may_write then 'write' else 'read' end as "right", s.ends_at
      from record_share s
      left join "user" u on u.tenant_id = s.tenant_id and u.id = s.user_id
      left join dept d on d.tenant_id = s.tenant_id and d.id = s.dept_id
     where s.entity = ${entity.name} and s.record_id = ${id} and (s.ends_at is null or s.ends_at > now())
     order by s.id`.execute(trx);
  const number = (value: number | null) => (value === null ? null : Number(value));
  return rows.map(({ id: shareId, userId, deptId, ...row }) => ({
    ...row,
    id: Number(shareId),
    userId: number(userId),
    deptId: number(deptId),
  }));
}

/**
 * Runs a function with a record that the caller may share. Throws if the share would exceed the caller's own access.
 */
function withShared<T>(
  { db, session }: Pick<ShareStep, 'db' | 'session'>,
  entity: Entity,
  id: number,
  right: ShareInput['right'],
  run: (trx: Trx, record: Row) => Promise<T>,
): Promise<T> {
  if (!entity.share) throw new AppError('http.notFound');
  return db.tenant(session.tenantId, async (trx) => {
    const record = await requireRecord(trx, session, entity, id, SHARE, true);
    if (right === 'write') await requireRecord(trx, session, entity, id, 'update');
    return run(trx, record);
  });
}

export const listShares = (ctx: CallContext, entity: Entity, id: number): Promise<Share[]> =>
  withShared(ctx, entity, id, 'read', (trx) => readShares(trx, entity, id));

async function checkWhom(trx: Trx, users: readonly number[], depts: readonly number[]): Promise<void> {
  if (users.length + depts.length === 0) throw new AppError('share.nobody', {}, { field: '/userIds' });
  if ((await filterMembers(trx, users)).length < users.length)
    throw new AppError('share.unknown', {}, { field: '/userIds' });
  if (depts.length === 0) return;
  const known = await trx.selectFrom('dept').select('id').where('id', 'in', depts).execute();
  if (known.length < depts.length) throw new AppError('share.unknown', {}, { field: '/deptIds' });
}

/** Returns the end of the last day in the caller's time zone. Null without a last day. */
function readEnd({ until }: ShareInput, zone: string): string | null {
  if (until === undefined) return null;
  const end = startDate(Date.parse(until) / DAY_MS + 1, zone);
  if (end <= Date.now()) throw new AppError('share.past', {}, { field: '/until' });
  return new Date(end).toISOString();
}

const auditOf = ({ tenantId, userId }: Session, entity: Entity, id: number) => ({
  tenantId,
  userId,
  entity: entity.name,
  id,
});

async function storeShares(
  trx: Trx,
  session: Session,
  entity: Entity,
  id: number,
  whom: readonly { userId: number | null; deptId: number | null }[],
  how: { mayWrite: boolean; endsAt: string | null },
): Promise<void> {
  const { tenantId, userId: createdBy } = session;
  const row = { tenantId, entity: entity.name, recordId: id, createdBy, ...how };
  await trx
    .insertInto('recordShare')
    .values(whom.map((one) => ({ ...row, ...one })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenantId', 'entity', 'recordId', 'userId', 'deptId'])
        .doUpdateSet({ ...how, createdBy }),
    )
    .execute();
}

/** Sends one notice to each recipient for all records. */
function notifyShared(
  trx: Trx,
  { tenantId, userId, name }: Session,
  entity: Entity,
  records: readonly Row[],
  to: readonly number[],
): Promise<unknown> {
  const [first, ...others] = records;
  if (!first) return Promise.resolve();
  const { zh, en } = sumUp(
    entity,
    records.map((record) => ({ entity, title: recordTitle(entity, record) })),
  );
  return sendNotice(trx, {
    tenantId,
    userIds: to.filter((person) => person !== userId),
    text: { zh: `${name}与您共享了${zh}`, en: `${name} shared with you: ${en}` },
    link: others.length === 0 ? recordLink(entity.name, Number(first.id)) : null,
    kind: 'transition',
  });
}

/** Returns the ids of the records that match. */
async function idsWhere(
  trx: Trx,
  entity: Entity,
  ids: readonly number[],
  where: RecordCondition,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await trxAny(trx)
    .selectFrom(entity.name)
    .select('id')
    .where('id', 'in', ids)
    .where(where)
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

interface Wish {
  users: number[];
  depts: number[];
  right: ShareInput['right'];
  endsAt: string | null;
}

/** Reads the input of a share, once for all records. */
function readWish({ zone }: Pick<CallContext, 'zone'>, input: ShareInput): Wish {
  const { userIds = [], deptIds = [], right } = input;
  return {
    ...{ users: [...new Set(userIds)], depts: [...new Set(deptIds)], right },
    endsAt: readEnd(input, zone),
  };
}

/** Writes shares of one record after all checks. Returns all shares of the record. */
async function shareOne(
  trx: Trx,
  session: Session,
  entity: Entity,
  id: number,
  { users, depts, right, endsAt }: Wish,
): Promise<Share[]> {
  const whom = [
    ...users.map((userId) => ({ userId, deptId: null })),
    ...depts.map((deptId) => ({ userId: null, deptId })),
  ];
  await storeShares(trx, session, entity, id, whom, { mayWrite: right === 'write', endsAt });
  const all = await readShares(trx, entity, id);
  const fresh = all.filter(
    ({ userId, deptId }) => users.includes(userId ?? 0) || depts.includes(deptId ?? 0),
  );
  const until: Diff = endsAt === null ? {} : { [`${NOTE}until`]: [null, endsAt] };
  const names = fresh.map(({ name }) => name).join(', ');
  const diff: Diff = { [SHARED_WITH]: [null, names], [`${NOTE}right`]: [null, right], ...until };
  await writeAudit(trx, { ...auditOf(session, entity, id), action: 'shareRecord', diff });
  return all;
}

/** Shares the record, or changes one of its shares. Returns all shares of the record. */
export async function shareRecord(
  ctx: ShareStep,
  entity: Entity,
  id: number,
  input: ShareInput,
): Promise<Share[]> {
  const { session } = ctx;
  const wish = readWish(ctx, input);
  const shares = await withShared(ctx, entity, id, wish.right, async (trx, record) => {
    await checkWhom(trx, wish.users, wish.depts);
    const all = await shareOne(trx, session, entity, id, wish);
    await notifyShared(trx, session, entity, [record], wish.users);
    return all;
  });
  announceRecord(ctx, entity, id, 'update');
  return shares;
}

/**
 * Shares each selected record that the caller may share, with at most the caller's own access. Returns the number of
 * shared records, and the reasons for the others.
 */
export async function shareMany(ctx: CallContext, entity: Entity, picked: Picked, input: ShareInput) {
  const { db, session, lang } = ctx;
  if (!entity.share) throw new AppError('http.notFound');
  if (recordScope(session, entity, SHARE) === null) throw new AppError('http.forbidden');
  const wish = readWish(ctx, input);
  const shared: Row[] = [];
  const refused = new Map(
    (picked.selection.ids ?? []).map((id) => [id, 'handover.unknown' as const] as const),
  );
  const refusals: { id: number; key: 'handover.unknown' | 'share.forbidden' }[] = [];
  await db.tenant(session.tenantId, async (trx) => {
    await checkWhom(trx, wish.users, wish.depts);
    const chosen = await lockPicked(trx, ctx, entity, SHARE, picked);
    const writable = wish.right === 'write' ? recordWhere(session, entity, 'update') : null;
    const ids = chosen.map(({ id }) => Number(id));
    const open = writable ? await idsWhere(trx, entity, ids, writable) : new Set(ids);
    for (const { id: found, allowed } of chosen) {
      const id = Number(found);
      refused.delete(id);
      if (!allowed || !open.has(id)) refusals.push({ id, key: 'share.forbidden' });
      else {
        await shareOne(trx, session, entity, id, wish);
        shared.push(await findRecord(trx, entity, id));
      }
    }
    await notifyShared(trx, session, entity, shared, wish.users);
  });
  for (const { id } of shared) announceRecord(ctx, entity, Number(id), 'update');
  refusals.push(...[...refused].map(([id, key]) => ({ id, key })));
  return {
    moved: shared.length,
    refused: refusals.map(({ id, key }) => ({ id, reason: fillText(pickText(errorTable[key], lang), {}) })),
  };
}

/** Ends a share of the record. Returns the remaining shares. */
export async function endShare(
  ctx: CallContext,
  entity: Entity,
  id: number,
  shareId: number,
): Promise<Share[]> {
  const left = await withShared(ctx, entity, id, 'read', async (trx) => {
    const share = (await readShares(trx, entity, id)).find((one) => one.id === shareId);
    if (!share) throw new AppError('http.notFound');
    await trx.deleteFrom('recordShare').where('id', '=', shareId).execute();
    const diff: Diff = { [SHARED_WITH]: [share.name, null] };
    await writeAudit(trx, { ...auditOf(ctx.session, entity, id), action: 'unshareRecord', diff });
    return readShares(trx, entity, id);
  });
  announceRecord(ctx, entity, id, 'update');
  return left;
}
