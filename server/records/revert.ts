/** The way back of a record: one change undone, or everything as it was at a moment. */
import type { Data, Input } from '../../generated/calls.ts';
import { entity_of } from '../../runtime/core/definitions/entities.ts';
import type { CallContext } from '../context.ts';
import { record_require, record_update } from '../entities/write.ts';
import { AppError } from '../http/errors.ts';
import { entries_from, revert_changes, revert_values } from './history.ts';
import { values_wrong } from './oldValues.ts';

type Wish = Input<'recordRevert'>['body'];

export async function record_revert(
  ctx: CallContext,
  { entity: name, id }: { entity: string; id: number },
  { entry, mode, version, dryRun = false, fields }: Wish,
): Promise<Data<'recordRevert'>> {
  const { db, session } = ctx;
  const entity = entity_of(name);
  const { changes, values, errors, now } = await db.tenant(session.tenantId, async (trx) => {
    const record = await record_require(trx, session, entity, id, 'update');
    const entries = await entries_from(trx, entity, id, entry);
    if (!entries) throw new AppError('record.entryGone');
    const old = revert_values(entries.target, entries.later, mode);
    const found = revert_changes(entity, session, record, old).filter(
      ({ field }) => fields?.includes(field) ?? true,
    );
    const wanted = Object.fromEntries(found.map(({ field, after }) => [field, after]));
    const wrong = await values_wrong(trx, ctx, entity, wanted, record);
    return { changes: found, values: wanted, errors: wrong, now: record };
  });
  if (changes.length === 0) throw new AppError('record.nothingToRevert');
  if (dryRun) {
    // Of several things that are wrong with a field one is enough to say.
    const problems = new Map(errors.map(({ field, msg }) => [field.split('/')[1] ?? '', msg]));
    return {
      changes,
      problems: [...problems].map(([field, msg]) => ({ field, msg })),
      version: Number(now.version),
    };
  }
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  const { record, stale } = await record_update(ctx, entity, id, version, values, { action: 'revert' });
  if (stale) throw new AppError('entity.stale');
  return { changes, problems: [], version: Number(record.version) };
}
