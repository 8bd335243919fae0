/** Several changed records saved at once, as a list edited in place does: all or none. */
import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { Values } from '../../runtime/core/rule.ts';
import type { CallContext } from '../context.ts';
import type { Trx } from '../db/index.ts';
import { AppError, error_answer, type FieldError } from '../http/errors.ts';
import { record_answer, records_read } from './actions.ts';
import { action_require, change_check } from './bodies.ts';
import { write_guard } from './constraints.ts';
import type { Row } from './query.ts';
import { openRecords } from './sealed.ts';
import { lockTree } from './tree.ts';
import { record_announce, record_update_in } from './write.ts';

export type BatchRecord = Values & { id: number; version: number };

/** The row's own faults, each where it stands in the request. */
function faults_place(error: AppError, at: string, lang: CallContext['lang']): FieldError[] {
  const { msg, errors = [{ field: '', msg }] } = error_answer(error, lang).body;
  return errors.map((one) => ({ field: `${at}${one.field}`, msg: one.msg }));
}

interface Outcome {
  stale: Row[];
  faults: { error: AppError; errors: FieldError[] }[];
}

async function rows_update(
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
      const { record, stale } = await write_guard(db, entity, { deleting: false, lang }, () =>
        record_update_in(trx, ctx, entity, id, version, values).catch((error: unknown) => {
          refusedByDatabase = !(error instanceof AppError);
          throw error;
        }),
      );
      if (stale) outcome.stale.push(record);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.faults.push({ error, errors: faults_place(error, `/records/${index}`, lang) });
      // The transaction takes no further statement.
      if (refusedByDatabase) break;
    }
  }
  return outcome;
}

function outcome_refuse(ctx: CallContext, entity: Entity, { stale, faults }: Outcome): void {
  const [first, ...others] = faults;
  if (first) {
    const errors = faults.flatMap((fault) => fault.errors);
    throw others.length === 0
      ? new AppError(first.error.key, first.error.params, { errors })
      : new AppError('http.invalid', {}, { errors });
  }
  if (stale.length === 0) return;
  const answers = stale.map((record) => record_answer(entity, ctx.session, record));
  const records = openRecords(ctx, entity, answers);
  throw new AppError('entity.stale', {}, { data: { records } });
}

export async function records_batch(ctx: CallContext, entity: Entity, records: readonly BatchRecord[]) {
  const { db, session, lang } = ctx;
  action_require(entity, 'update');
  const ids = records.map(({ id }) => id);
  const errors = records.flatMap(({ id, version: _, ...values }, index) => {
    const twice = ids.indexOf(id) < index;
    if (twice) return faults_place(new AppError('bulk.twice'), `/records/${index}`, lang);
    return change_check(entity, values, lang, `/records/${index}`);
  });
  if (errors.length > 0) throw new AppError('http.invalid', {}, { errors });
  await db.tenant(session.tenantId, async (trx) => {
    await lockTree(trx, session, entity, records);
    outcome_refuse(ctx, entity, await rows_update(trx, ctx, entity, records));
  });
  for (const id of ids) record_announce(ctx, entity, id, 'update');
  const saved = await db.tenant(session.tenantId, (trx) => records_read(trx, entity, session, ids));
  return { records: openRecords(ctx, entity, saved) as (Row & { id: number; version: number })[] };
}
