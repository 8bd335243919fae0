/** Finds the board of a call and decides whether the caller may open and save it. */
import { sql } from 'kysely';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import {
  type AudienceRule,
  audienceChanges,
  audienceOf,
  selectAudience,
} from '../../engine/access/audience.ts';
import { recordsWhere } from '../../engine/access/scopedRecords.ts';
import type { Session } from '../../engine/context.ts';
import { may } from '../../engine/entities/columns.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { conditionSql } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { openStation, type StationCaller } from '../stations/open.ts';

type Person = Pick<Session, 'admin' | 'userId' | 'permissions'>;

export interface Place {
  stationSn: string;
  /** Null for the station's own board. */
  boardId: number | null;
  name: string | null;
  /** True if the board opens on every station, with the variables of that station. */
  anyStation: boolean;
  mayEdit: boolean;
  /** The record whose history lists the saves of the board. */
  subject: { entity: 'siteKanban' | 'board'; id: number };
}

/** The key of a board's document and its versions. */
export const placeKey = ({ stationSn, boardId }: Pick<Place, 'stationSn' | 'boardId'>) =>
  boardId === null ? { stationSn, boardId } : { stationSn: null, boardId };

/** Selects the boards that a person can see at a station. `changes` is true if the person may change the board. */
export function boardsSeen(trx: ScopedTrx, person: Person, stationSn: string) {
  const rule = audienceOf(entityOf('board')) as AudienceRule;
  return trx
    .selectFrom(recordsWhere(trx, 'board', selectAudience(person, rule)).as('board'))
    .selectAll('board')
    .select(sql<boolean>`${conditionSql(audienceChanges(person, rule))}`.as('changes'))
    .where((eb) => eb.or([eb('stationSn', 'is', null), eb('stationSn', '=', stationSn)]));
}

/** Returns whether the caller may save any boards of the station. */
async function maySaveBoards(trx: ScopedTrx, { session }: StationCaller, sn: string): Promise<boolean> {
  if (!may(session, 'kanban:update')) return false;
  const opened = openStation(trx, { session, permission: 'kanban:update' }, { sn });
  return opened.then(
    () => true,
    () => false,
  );
}

/** Finds the board of a call. Throws if the user has no such board. */
export async function openPlace(
  trx: ScopedTrx,
  caller: StationCaller,
  { stationSn, boardId = null }: { stationSn: string; boardId?: number | null | undefined },
): Promise<Place> {
  const station = await openStation(trx, caller, { sn: stationSn });
  const maySave = await maySaveBoards(trx, caller, stationSn);
  if (boardId === null)
    return {
      stationSn,
      boardId,
      name: null,
      anyStation: false,
      mayEdit: maySave,
      subject: { entity: 'siteKanban', id: station.id },
    };
  const board = await boardsSeen(trx, caller.session, stationSn)
    .where('board.id', '=', boardId)
    .executeTakeFirst();
  if (!board) throw new AppError('board.notFound');
  const { id, name, changes } = board;
  return {
    ...{ stationSn, boardId: id, name, anyStation: board.stationSn === null },
    ...{ mayEdit: maySave && changes, subject: { entity: 'board', id } },
  };
}
