/** Restores records from the recycle bin, or deletes them there permanently. */

import type { EntityDefinition } from '../../../generated/definition.ts';
import { fieldAccess } from '../../../runtime/core/access/fieldAccess.ts';
import { entityRegistry } from '../../../runtime/core/definitions/entities.ts';
import { pickText } from '../../../runtime/core/text/pickText.ts';
import { writeAudit } from '../../platform/db/auditLog.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { snake } from '../../platform/db/tables/names.ts';
import { AppError, answerError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { noteRestored } from '../derived/rollups.ts';
import { fieldsOf } from '../entities/columns.ts';
import { followHolders, lockHolders } from '../entities/lines/lineParents.ts';
import { checkTree, lockTree } from '../entities/tree.ts';
import { purgeBin, type Unpacked, unpackBin } from '../entities/write/bin.ts';
import { keyGuard } from '../entities/write/keyGuard.ts';
import { hooksOf } from '../hooks.ts';
import { findBin, shownLabel } from './binQuery.ts';
import { recordsWrong } from './oldValues.ts';

type BinContext = Pick<CallContext, 'db' | 'hub' | 'session' | 'lang' | 'zone' | 'files'>;
type BinFound = Awaited<ReturnType<typeof findBin>>[number];

const NOT_NULL_VIOLATION = '23502';

const WORDS = {
  'entity.taken': 'record.restoreTaken',
  'entity.takenWhere': 'record.restoreTaken',
  'entity.badReference': 'record.restoreMissing',
  'entity.badValue': 'record.restoreInvalid',
} as const;

/** Returns the obstacle to a restoration as text, with its field. Hidden values are not revealed. */
function obstacle(
  error: unknown,
  entity: EntityDefinition,
  record: Row,
  { session, lang }: Pick<BinContext, 'session' | 'lang'>,
): unknown {
  if (error instanceof AppError && error.key in WORDS) {
    const field = error.extras.field?.slice(1) ?? '';
    const isHidden = fieldAccess(session, entity, field) === 'hidden';
    const value = isHidden ? '…' : (error.params.value ?? record[snake(field)] ?? '…');
    const params = { field: String(error.params.field), value: String(value) };
    return new AppError(WORDS[error.key as keyof typeof WORDS], params, { ...error.extras, cause: error });
  }
  const fault = error as { code?: unknown; column?: unknown };
  if (fault?.code !== NOT_NULL_VIOLATION || typeof fault.column !== 'string') return error;
  const field = Object.keys(fieldsOf(entity)).find((name) => snake(name) === fault.column) ?? fault.column;
  const title = pickText(fieldsOf(entity)[field]?.title, lang) ?? field;
  return new AppError('record.restoreInvalid', { field: title }, { field: `/${field}`, cause: error });
}

/** Throws if the record is invalid by the current definitions. */
async function checkUnpacked(
  trx: Trx,
  back: readonly Unpacked[],
  { session, lang }: Pick<BinContext, 'session' | 'lang'>,
): Promise<void> {
  for (const { entity: name, ids } of back) {
    const entity = entityRegistry.get(name);
    if (entity?.oneWay) await lockTree(trx, session, entity, [{ [entity.oneWay.to]: true }]);
    if (entity) await checkTree(trx, entity, ids);
    const [first] = entity ? await recordsWrong(trx, entity, ids, lang) : [];
    if (!entity || !first) continue;
    const field = first.field.split('/')[1] ?? '';
    const title = pickText(fieldsOf(entity)[field]?.title, lang) ?? field;
    const params = { entity: pickText(entity.title, lang), field: title, reason: first.msg };
    throw new AppError('record.restoreMisfit', params, { field: first.field });
  }
}

async function restoreEntry(ctx: BinContext, entry: BinFound): Promise<void> {
  const { db, hub, session, lang } = ctx;
  const { tenantId, userId } = session;
  const entity = entityRegistry.get(entry.entity);
  if (!entity) throw new AppError('http.notFound');
  const back = await keyGuard(ctx, entity, () =>
    db.tenant(tenantId, async (trx) => {
      // Read again under the lock, because another user may have restored it first.
      const [binEntry] = await findBin(trx, session, [entry.id]);
      if (!binEntry) throw new AppError('http.notFound');
      await hooksOf(entity.name)?.beforeRestore?.(binEntry.record, { trx, session });
      const restored = await unpackBin(trx, binEntry);
      await checkUnpacked(trx, restored, ctx);
      for (const { entity: name, ids } of restored) await noteRestored(trx, { tenantId, lang }, name, ids);
      await followHolders(trx, ctx, await lockHolders(trx, entity, [], [binEntry.recordId]));
      await writeAudit(trx, {
        tenantId,
        userId,
        entity: entity.name,
        id: binEntry.recordId,
        action: 'restore',
        diff: {},
      });
      return restored;
    }),
  ).catch((error: unknown) => {
    throw obstacle(error, entity, entry.record, ctx);
  });
  // Lists are refreshed as a whole, so one event for each entity is enough.
  for (const { entity: name, ids } of back)
    hub.publish({ type: 'entity', entity: name, id: ids[0] ?? 0, tenantId, do: 'create' });
}

/** Restores each record separately. Failures are returned with their reasons. */
export async function restoreBin(ctx: BinContext, ids: readonly number[]) {
  const { db, session, lang } = ctx;
  const entries = await db.tenant(session.tenantId, (trx) => findBin(trx, session, ids));
  if (entries.length === 0) throw new AppError('http.notFound');
  const restored: { id: number; entity: string; recordId: number }[] = [];
  const failed: { id: number; label: string; field: string | null; msg: string }[] = [];
  for (const entry of entries) {
    const { id, entity, recordId } = entry;
    try {
      await restoreEntry(ctx, entry);
      restored.push({ id, entity, recordId });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { msg } = answerError(error, lang).body;
      failed.push({ id, label: shownLabel(session, entry), field: error.extras.field ?? null, msg });
    }
  }
  return { restored, failed };
}

/** Deletes the records permanently for which the caller has the permission. */
export async function binEmpty(ctx: BinContext, ids: readonly number[]): Promise<number> {
  const { db, hub, session, files } = ctx;
  const { tenantId, userId } = session;
  const purged = await db.tenant(tenantId, async (trx) => {
    const entries = await findBin(trx, session, ids);
    const done = [];
    for (const { id, entity, recordId } of entries) {
      done.push(await purgeBin(trx, { id, tenantId, entity, recordId }));
      await writeAudit(trx, { tenantId, userId, entity, id: recordId, action: 'purge', diff: {} });
    }
    return done;
  });
  if (purged.length === 0) throw new AppError('http.notFound');
  for (const { gone } of purged)
    for (const record of gone) hub.publish({ type: 'entity', ...record, tenantId, do: 'purge' });
  await files.remove(purged.flatMap((purge) => purge.files));
  return purged.length;
}
