import { sql } from 'kysely';
import type { Data, Input } from '../../../generated/calls.ts';
import { named } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import { may } from '../../engine/entities/columns.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { lockName } from '../../platform/db/lock.ts';
import type { StationCaller } from '../stations/open.ts';
import { boardsSeen, openPlace, type Place } from './boardAccess.ts';

type BoardEntry = Data<'boardMine'>[number];

/** Returns the station's own board as a list entry. */
async function ownEntry(trx: ScopedTrx, session: Session, place: Place): Promise<BoardEntry> {
  const { stationSn, mayEdit } = place;
  const saved = await trx
    .selectFrom('siteKanban')
    .select(['version', 'updatedByName', 'updatedAt'])
    .where((eb) => eb.and({ stationSn, boardId: null }))
    .executeTakeFirst();
  const mark = await trx
    .selectFrom('boardMark')
    .select('favourite')
    .where((eb) => eb.and({ userId: session.userId, stationSn, boardId: null }))
    .executeTakeFirst();
  return {
    ...{ boardId: null, name: null, folder: null, stationSn, visibility: 'tenant' as const },
    ...{ roleId: null, description: null, owner: null, mine: false },
    favourite: mark?.favourite ?? false,
    isDefault: false,
    mayEdit,
    mayManage: false,
    recordVersion: null,
    version: saved?.version ?? 0,
    updatedBy: saved?.updatedByName ?? null,
    updatedAt: saved?.updatedAt ?? null,
  };
}

/** Lists the station's other boards. The time of an unsaved board is that of its record. */
async function otherEntries(
  trx: ScopedTrx,
  session: Session,
  { stationSn, mayEdit }: Place,
): Promise<BoardEntry[]> {
  const rows = await trx
    .selectFrom(boardsSeen(trx, session, stationSn).as('b'))
    .leftJoin('siteKanban as k', 'k.boardId', 'b.id')
    .leftJoin(named(trx, session, 'user').as('u'), 'u.id', 'b.createdBy')
    .leftJoin('boardMark as m', (join) =>
      join
        .onRef('m.boardId', '=', 'b.id')
        .on('m.userId', '=', session.userId)
        .on('m.stationSn', '=', stationSn),
    )
    .select(['b.id', 'b.name', 'b.folder', 'b.stationSn', 'b.visibility', 'b.roleId', 'b.description'])
    .select(['b.createdBy', 'b.changes', 'b.version as recordVersion', 'b.updatedAt as recordAt'])
    .select(['k.version', 'k.updatedByName', 'k.updatedAt', 'u.name as owner', 'm.favourite', 'm.isDefault'])
    .orderBy(sql`b.name collate "C"`)
    .orderBy('b.id')
    .execute();
  return rows.map(({ id, changes, createdBy, updatedByName, recordAt, ...row }) => ({
    ...row,
    boardId: id,
    visibility: row.visibility as BoardEntry['visibility'],
    mine: createdBy === session.userId,
    favourite: row.favourite ?? false,
    isDefault: row.isDefault ?? false,
    mayEdit: changes && mayEdit,
    mayManage: changes && may(session, 'board:update'),
    version: row.version ?? 0,
    updatedBy: updatedByName,
    updatedAt: row.updatedAt ?? recordAt,
  }));
}

export async function boardsMine(
  trx: ScopedTrx,
  caller: StationCaller,
  stationSn: string,
): Promise<BoardEntry[]> {
  const place = await openPlace(trx, caller, { stationSn });
  const entry = await ownEntry(trx, caller.session, place);
  const others = await otherEntries(trx, caller.session, place);
  return [{ ...entry, isDefault: !others.some(({ isDefault }) => isDefault) }, ...others];
}

/** Sets marks of a person on a board. Marks that the call does not contain remain unchanged. */
export async function markBoard(
  trx: ScopedTrx,
  caller: StationCaller,
  { stationSn, boardId, favourite, isDefault }: Input<'boardMark'>['body'],
): Promise<void> {
  await openPlace(trx, caller, { stationSn, boardId });
  const { tenantId, userId } = caller.session;
  // Serializes concurrent marks of one person.
  await lockName(trx, `board mark ${tenantId} ${userId}`);
  if (isDefault)
    await trx
      .updateTable('boardMark')
      .set({ isDefault: false })
      .where((eb) => eb.and({ userId, stationSn, isDefault: true }))
      .execute();
  const marks = {
    ...(favourite === undefined ? {} : { favourite }),
    ...(isDefault === undefined ? {} : { isDefault }),
  };
  const changed = await trx
    .updateTable('boardMark')
    .set({ ...marks, stationSn })
    .where((eb) => eb.and({ userId, stationSn, boardId }))
    .returning('stationSn')
    .executeTakeFirst();
  if (changed) return;
  await trx
    .insertInto('boardMark')
    .values({ tenantId, userId, stationSn, boardId, ...marks })
    .execute();
}
