import { sql } from 'kysely';
import type { components } from '../../../generated/api.ts';
import type { DashboardDocument } from '../../../generated/definition.ts';
import type { Session } from '../../engine/context.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { ScopedTrx } from '../../platform/db/index.ts';
import { AppError } from '../../platform/errors/errors.ts';
import { type Place, placeKey } from './boardAccess.ts';
import { BOARD_EMPTY } from './document.ts';

type SiteKanban = components['schemas']['SiteKanban'];

/**
 * Maximum number of stored versions. Older versions are deleted, except the last version of each month, which the
 * history of the board shows.
 */
const MAX_VERSIONS = 100;

type Stored = Omit<SiteKanban, 'stationSn' | 'boardId' | 'anyStation' | 'mayEdit'>;
const NEVER_SAVED: Stored = {
  document: BOARD_EMPTY,
  version: 0,
  updatedBy: null,
  updatedAt: null,
  note: null,
};

const answer = ({ stationSn, boardId, anyStation, mayEdit }: Place, stored: Stored): SiteKanban => ({
  stationSn,
  boardId,
  anyStation,
  mayEdit,
  ...stored,
});

/** C764: returns the stored board, or an empty one if it was never saved. */
export async function readBoard(trx: ScopedTrx, place: Place): Promise<SiteKanban> {
  const row = await trx
    .selectFrom('siteKanban')
    .select(['document', 'version', 'updatedByName as updatedBy', 'updatedAt', 'note'])
    .where((eb) => eb.and(placeKey(place)))
    .executeTakeFirst();
  return answer(place, row ?? NEVER_SAVED);
}

interface Save {
  document: DashboardDocument;
  /** The version on which the change is based. */
  version: number;
  note?: string | undefined;
}

/** Stores a board if its version is still the given one. Undefined if the given version is stale. */
async function saveRow(trx: ScopedTrx, session: Session, place: Place, save: Save) {
  const { tenantId, userId, name } = session;
  const values = {
    document: JSON.stringify(save.document),
    version: save.version + 1,
    note: save.note?.trim() || null,
    updatedBy: userId,
    updatedByName: name,
  };
  if (save.version > 0)
    return trx
      .updateTable('siteKanban')
      .set({ ...values, updatedAt: new Date() })
      .where((eb) => eb.and({ ...placeKey(place), version: save.version }))
      .returning(['version', 'updatedAt', 'note'])
      .executeTakeFirst();
  return trx
    .insertInto('siteKanban')
    .values({ tenantId, ...placeKey(place), ...values })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['version', 'updatedAt', 'note'])
    .executeTakeFirst();
}

/** Deletes old versions. Months follow the time zone of the station at which the board was opened. */
async function forgetVersions(trx: ScopedTrx, place: Place, upTo: number): Promise<void> {
  if (upTo < 1) return;
  const month = (version: string) => sql`
    date_trunc('month', ${sql.ref(`${version}.saved_at`)} at time zone coalesce(
      (select time_zone from station where sn = ${place.stationSn}), 'UTC'))`;
  await trx
    .deleteFrom('siteKanbanVersion as v')
    .where((eb) => eb.and(placeKey(place)))
    .where('v.version', '<=', upTo)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('siteKanbanVersion as later')
          .select('later.version')
          .whereRef('later.stationSn', 'is not distinct from', 'v.stationSn')
          .whereRef('later.boardId', 'is not distinct from', 'v.boardId')
          .whereRef('later.version', '>', 'v.version')
          .where(sql<boolean>`${month('later')} = ${month('v')}`),
      ),
    )
    .execute();
}

/**
 * C765: saves a board if its version is still the given one. The row or its key serializes two users who save at the
 * same time. If the version is stale, throws with the current board.
 */
export async function writeBoard(
  trx: ScopedTrx,
  session: Session,
  place: Place,
  save: Save,
): Promise<SiteKanban> {
  const { tenantId, userId, name } = session;
  if (!place.mayEdit) throw new AppError('board.readOnly');
  const saved = await saveRow(trx, session, place, save);
  if (!saved) throw new AppError('kanban.stale', {}, { data: await readBoard(trx, place) });
  const { version, note, updatedAt } = saved;
  await trx
    .insertInto('siteKanbanVersion')
    .values({
      tenantId,
      ...placeKey(place),
      ...{ version, note, document: JSON.stringify(save.document), savedBy: userId, savedByName: name },
    })
    .execute();
  await forgetVersions(trx, place, version - MAX_VERSIONS);
  await writeAudit(trx, {
    tenantId,
    userId,
    ...place.subject,
    action: 'save',
    diff: { version: [save.version, version], ...(note === null ? {} : { note: [null, note] }) },
  });
  return answer(place, { document: save.document, version, updatedBy: name, updatedAt, note });
}

export async function boardVersions(
  trx: ScopedTrx,
  place: Place,
  { current, size }: { current: number; size: number },
) {
  const versions = trx.selectFrom('siteKanbanVersion').where((eb) => eb.and(placeKey(place)));
  const { total } = await versions
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const records = await versions
    .select(['version', 'savedByName as savedBy', 'savedAt', 'note'])
    .select(sql<number>`jsonb_array_length(document -> 'widgets')`.as('widgetAmount'))
    .orderBy('version', 'desc')
    .limit(size)
    .offset((current - 1) * size)
    .execute();
  return { records, total, current, size };
}

const versionRows = (trx: ScopedTrx, place: Place) =>
  trx
    .selectFrom('siteKanbanVersion')
    .select(['document', 'version', 'savedByName as updatedBy', 'savedAt as updatedAt', 'note'])
    .where((eb) => eb.and(placeKey(place)));

export async function boardVersion(trx: ScopedTrx, place: Place, version: number): Promise<SiteKanban> {
  const row = await versionRows(trx, place).where('version', '=', version).executeTakeFirst();
  if (!row) throw new AppError('kanban.notFound');
  return answer(place, row);
}

/** Returns the version of the board at a time. Null if no version of that time is stored. */
export async function boardAt(trx: ScopedTrx, place: Place, moment: string): Promise<SiteKanban | null> {
  const row = await versionRows(trx, place)
    .where('savedAt', '<=', moment)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? answer(place, row) : null;
}
