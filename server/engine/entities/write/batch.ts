/** Saves several changed records in one transaction, for lists that are edited in place. */
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import type { Trx } from '../../../platform/db/index.ts';
import type { Row } from '../../../platform/db/tables/anyTable.ts';
import { AppError, answerError, type FieldError } from '../../../platform/errors/errors.ts';
import type { CallContext } from '../../context.ts';
import { answerRecord, readRecords } from '../list/actions.ts';
import { lockTree } from '../tree.ts';
import { writeGuard } from './constraints.ts';
import { checkChange, requireAction } from './recordValidation.ts';
import { announceRecord, updateRecordIn } from './write.ts';

export type BatchRecord = Values & { id: number; version: number };

/** Returns the errors of a row, with their positions in the request. */
function placeFaults(error: AppError, at: string, lang: CallContext['lang']): FieldError[] {
  const { msg, errors = [{ field: '', msg }] } = answerError(error, lang).body;
  return errors.map((one) => ({ field: `${at}${one.field}`, msg: one.msg }));
}

interface Outcome {
  stale: Row[];
  faults: { error: AppError; errors: FieldError[] }[];
}

async function updateRows(
  trx: Trx,
  ctx: CallContext,
  entity: Entity,
  records: readonly BatchRecord[],
): Promise<Outcome> {
  const { db, lang } = ctx;
  const outcome: Outcome = { stale: [], faults: [] };
  for (const [index, { id, version, ...values }] of records.entries()) {
    let refusedByDatabase = false;
    try {
      const { record, stale } = await writeGuard(db, entity, { deleting: false, lang }, () =>
        updateRecordIn(trx, ctx, entity, id, version, values).catch((error: unknown) => {
          refusedByDatabase = !(error instanceof AppError);
          throw error;
        }),
      );
      if (stale) outcome.stale.push(record);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.faults.push({ error, errors: placeFaults(error, `/records/${index}`, lang) });
      // After a database error the transaction accepts no further statement.
      if (refusedByDatabase) break;
    }
  }
  return outcome;
}

function refuseOutcome(ctx: CallContext, entity: Entity, { stale, faults }: Outcome): void {
  const [first, ...others] = faults;
  if (first) {
    const errors = faults.flatMap((fault) => fault.errors);
    throw others.length === 0 ? first.error.with({ errors }) : new AppError('http.invalid', {}, { errors });
  }
  if (stale.length === 0) return;
  const records = stale.map((record) => answerRecord(entity, ctx, record));
  throw new AppError('entity.stale', {}, { data: { records } });
}

export async function recordsBatch(ctx: CallContext, entity: Entity, records: readonly BatchRecord[]) {
  const { db, session, lang } = ctx;
  requireAction(entity, 'update');
  const ids = records.map(({ id }) => id);
  const errors = records.flatMap(({ id, version: _, ...values }, index) => {
    const twice = ids.indexOf(id) < index;
    if (twice) return placeFaults(new AppError('bulk.twice'), `/records/${index}`, lang);
    return checkChange(entity, values, lang, `/records/${index}`);
  });
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  await db.tenant(session.tenantId, async (trx) => {
    await lockTree(trx, session, entity, records);
    refuseOutcome(ctx, entity, await updateRows(trx, ctx, entity, records));
  });
  for (const id of ids) announceRecord(ctx, entity, id, 'update');
  const saved = await db.tenant(session.tenantId, (trx) => readRecords(trx, entity, ctx, ids));
  return { records: saved as (Row & { id: number; version: number })[] };
}
