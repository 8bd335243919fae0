import type { components } from '../../generated/api.ts';
import type { DashboardDocument } from '../../generated/definition.ts';
import type { Session } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { audit_write } from '../entities/audit.ts';
import { AppError } from '../http/errors.ts';
import { station_require } from '../stations/details.ts';
import { BOARD_EMPTY } from './document.ts';

export type SiteKanban = components['schemas']['SiteKanban'];

/** Older versions than these are let go. */
const VERSIONS_KEPT = 100;

/** C764: what is stored, or an empty board that was never saved. */
export async function board_read(trx: Trx, stationSn: string): Promise<SiteKanban> {
  await station_require(trx, stationSn);
  const row = await trx
    .selectFrom('siteKanban')
    .select(['stationSn', 'document', 'version', 'updatedByName as updatedBy', 'updatedAt'])
    .where('stationSn', '=', stationSn)
    .executeTakeFirst();
  return row ?? { stationSn, document: BOARD_EMPTY, version: 0, updatedBy: null, updatedAt: null };
}

/**
 * C765: saves over the version that was read, and no other; the row or its key decides between two who save at once.
 * Answers the saved board, or null when the version is stale.
 */
export async function board_write(
  trx: Trx,
  { tenantId, userId, name }: Session,
  board: { stationSn: string; document: DashboardDocument; version: number },
): Promise<SiteKanban | null> {
  const { stationSn, version } = board;
  const station = await station_require(trx, stationSn);
  const document = JSON.stringify(board.document);
  const next = version + 1;
  const author = { updatedBy: userId, updatedByName: name };
  const saved =
    version === 0
      ? await trx
          .insertInto('siteKanban')
          .values({ tenantId, stationSn, document, version: next, ...author })
          .onConflict((conflict) => conflict.doNothing())
          .returning(['updatedAt'])
          .executeTakeFirst()
      : await trx
          .updateTable('siteKanban')
          .set({ document, version: next, ...author, updatedAt: new Date() })
          .where('stationSn', '=', stationSn)
          .where('version', '=', version)
          .returning(['updatedAt'])
          .executeTakeFirst();
  if (!saved) return null;
  await trx
    .insertInto('siteKanbanVersion')
    .values({ tenantId, stationSn, version: next, document, savedBy: userId, savedByName: name })
    .execute();
  await trx
    .deleteFrom('siteKanbanVersion')
    .where('stationSn', '=', stationSn)
    .where('version', '<=', next - VERSIONS_KEPT)
    .execute();
  await audit_write(trx, {
    tenantId,
    userId,
    entity: 'siteKanban',
    id: station.id,
    action: version === 0 ? 'create' : 'update',
    diff: { version: [version, next] },
  });
  return { stationSn, document: board.document, version: next, updatedBy: name, updatedAt: saved.updatedAt };
}

export async function board_version(trx: Trx, stationSn: string, version: number): Promise<SiteKanban> {
  const row = await trx
    .selectFrom('siteKanbanVersion')
    .select(['stationSn', 'document', 'version', 'savedByName as updatedBy', 'savedAt as updatedAt'])
    .where('stationSn', '=', stationSn)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw new AppError('kanban.notFound');
  return row;
}
