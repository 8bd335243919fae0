/** Changes many records in one transaction, each with its rules, hooks and history entry. */
import { sql } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { recordWhere } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';
import { type Selection, selectionWhere } from '../list/selection.ts';
import { nameRecord } from '../nameRecord.ts';
import { lockTree } from '../tree.ts';
import { writeGuard } from './constraints.ts';
import { checkChange, requireAction } from './recordValidation.ts';
import { announceRecord, deleteRecordIn, updateRecordIn } from './write.ts';

const MAX_RECORDS = 10_000;

export interface Chosen {
  id: number;
  version: number;
  /** True if the caller may do the action with the record. */
  allowed: boolean;
}

/** The selected records, and their number when the user selected them. Without a number they were not counted. */
export interface Picked {
  selection: Selection;
  expected?: number;
}

/** Locks the selected records. Throws if their number differs from the number that the caller saw. */
export async function lockPicked(
  trx: Trx,
  ctx: Pick<CallContext, 'session' | 'zone'>,
  entity: Entity,
  action: string,
  { selection, expected }: Picked,
): Promise<Chosen[]> {
  const { session } = ctx;
  const where = selectionWhere(entity, session, { ...selection, zone: ctx.zone }, '/selection');
  const allowed = recordWhere(session, entity, action);
  const rows = (await trxAny(trx)
    .selectFrom(entity.name)
    .select(['id', 'version'])
    .select((eb) => (allowed ? sql<boolean>`${allowed(eb)}` : sql<boolean>`true`).as('allowed'))
    .where(where)
    .orderBy('id')
    .limit(MAX_RECORDS + 1)
    .forUpdate()
    .execute()) as Chosen[];
  let count = rows.length;
  if (count > MAX_RECORDS) {
    const all = await trxAny(trx)
      .selectFrom(entity.name)
      .where(where)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    count = Number(all.count);
  }
  if (expected !== undefined && count !== expected)
    throw new AppError('bulk.countChanged', { count }, { data: { count } });
  if (count > MAX_RECORDS) throw new AppError('bulk.tooMany', { count, limit: MAX_RECORDS });
  return rows;
}

/** Locks the selected records. Throws if their number has changed, or if the caller may not change all of them. */
export async function lockChosen(
  trx: Trx,
  ctx: CallContext,
  entity: Entity,
  action: string,
  picked: Picked,
): Promise<Chosen[]> {
  const rows = await lockPicked(trx, ctx, entity, action, picked);
  const refused = rows.filter((row) => row.allowed !== true).length;
  if (refused > 0) throw new AppError('bulk.forbidden', { count: refused }, { data: { count: refused } });
  return rows;
}

/** Runs a step for each record. Adds the name of the record to an error. */
export async function runEach(
  chosen: readonly Chosen[],
  step: (record: Chosen) => Promise<unknown>,
): Promise<void> {
  for (const record of chosen) await nameRecord(record.id, () => step(record));
}

export async function bulkUpdateRecords(
  ctx: CallContext,
  entity: Entity,
  change: Picked & { values: Values },
) {
  const { db, session, lang } = ctx;
  requireAction(entity, 'update');
  const errors = checkChange(entity, change.values, lang, '/values');
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  const chosen = await writeGuard(db, entity, { deleting: false, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      await lockTree(trx, session, entity, [change.values]);
      const rows = await lockChosen(trx, ctx, entity, 'update', change);
      await runEach(rows, ({ id, version }) =>
        updateRecordIn(trx, ctx, entity, id, version, change.values, { action: 'bulkUpdate', right: null }),
      );
      return rows;
    }),
  );
  for (const { id } of chosen) announceRecord(ctx, entity, id, 'update');
  return { count: chosen.length };
}

export async function bulkDeleteRecords(ctx: CallContext, entity: Entity, picked: Picked) {
  const { db, session, lang } = ctx;
  requireAction(entity, 'delete');
  const chosen = await writeGuard(db, entity, { deleting: true, lang }, () =>
    db.tenant(session.tenantId, async (trx) => {
      const rows = await lockChosen(trx, ctx, entity, 'delete', picked);
      await runEach(rows, ({ id }) =>
        deleteRecordIn(trx, ctx, entity, id, { action: 'bulkDelete', right: null }),
      );
      return rows;
    }),
  );
  for (const { id } of chosen) announceRecord(ctx, entity, id, 'delete');
  return { count: chosen.length };
}
