/** Which board is meant, and whether the one who asks may open and save it. */
import { sql } from 'kysely';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import { type AudienceRule, audience_changes, audience_of, audience_sees } from '../access/audience.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { may } from '../entities/columns.ts';
import { AppError } from '../http/errors.ts';
import { station_require } from '../stations/details.ts';

type Person = Pick<Session, 'admin' | 'userId' | 'permissions'>;

export interface Place {
  stationSn: string;
  /** null: the station's own board. */
  boardId: number | null;
  name: string | null;
  /** It opens on every station, with the variables that stand there for its own. */
  anyStation: boolean;
  mayEdit: boolean;
  /** In whose history the saves stand. */
  subject: { entity: 'siteKanban' | 'board'; id: number };
}

/** By what its document and its versions are found. */
export const place_key = ({ stationSn, boardId }: Pick<Place, 'stationSn' | 'boardId'>) =>
  boardId === null ? { stationSn, boardId } : { stationSn: null, boardId };

/** The boards that a person sees on a station; `changes`: whether they decide on them. */
export function boards_seen(trx: Trx, person: Person, stationSn: string) {
  const rule = audience_of(entity_of('board')) as AudienceRule;
  return trx
    .selectFrom('board')
    .selectAll('board')
    .select((eb) => sql<boolean>`${audience_changes(person, rule)(eb as never)}`.as('changes'))
    .where((eb) => audience_sees(person, rule)(eb as never))
    .where((eb) => eb.or([eb('stationSn', 'is', null), eb('stationSn', '=', stationSn)]));
}

/** Throws where there is no such board for this person. */
export async function place_open(
  trx: Trx,
  person: Person,
  { stationSn, boardId = null }: { stationSn: string; boardId?: number | null | undefined },
): Promise<Place> {
  const station = await station_require(trx, stationSn);
  const maySave = may(person, 'kanban:update');
  if (boardId === null)
    return {
      stationSn,
      boardId,
      name: null,
      anyStation: false,
      mayEdit: maySave,
      subject: { entity: 'siteKanban', id: station.id },
    };
  const board = await boards_seen(trx, person, stationSn).where('id', '=', boardId).executeTakeFirst();
  if (!board) throw new AppError('board.notFound');
  const { id, name, changes } = board;
  return {
    ...{ stationSn, boardId: id, name, anyStation: board.stationSn === null },
    ...{ mayEdit: maySave && changes, subject: { entity: 'board', id } },
  };
}
