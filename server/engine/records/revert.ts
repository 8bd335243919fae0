/** Reverts a record: undoes one change, or restores the state at a past moment. */
import type { Data, Input } from '../../../generated/calls.ts';
import { entityOf } from '../../../runtime/core/definitions/entities.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { requireRecord, updateRecord } from '../entities/write/write.ts';
import { entriesFrom, revertChanges, revertValues } from './history.ts';
import { valuesWrong } from './oldValues.ts';

type Wish = Input<'recordRevert'>['body'];

export async function revertRecord(
  ctx: CallContext,
  { entity: name, id }: { entity: string; id: number },
  { entry, mode, version, dryRun = false, fields }: Wish,
): Promise<Data<'recordRevert'>> {
  const { db, session } = ctx;
  const entity = entityOf(name);
  const { changes, values, errors, now } = await db.tenant(session.tenantId, async (trx) => {
    const record = await requireRecord(trx, session, entity, id, 'update');
    const entries = await entriesFrom(trx, entity, id, entry);
    if (!entries) throw new AppError('record.entryGone');
    const old = revertValues(entries.target, entries.later, mode);
    const changes = revertChanges(entity, session, record, old).filter(
      ({ field }) => fields?.includes(field) ?? true,
    );
    const values = Object.fromEntries(changes.map(({ field, after }) => [field, after]));
    const wrong = await valuesWrong(trx, ctx, entity, values, record);
    return { changes, values, errors: wrong, now: record };
  });
  if (changes.length === 0) throw new AppError('record.nothingToRevert');
  if (dryRun) {
    // If a field has several errors, one is shown.
    const problems = new Map(errors.map(({ field, msg }) => [field.split('/')[1] ?? '', msg]));
    return {
      changes,
      problems: [...problems].map(([field, msg]) => ({ field, msg })),
      version: Number(now.version),
    };
  }
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  const { record, stale } = await updateRecord(ctx, entity, id, version, values, { action: 'revert' });
  if (stale) throw new AppError('entity.stale');
  return { changes, problems: [], version: Number(record.version) };
}
