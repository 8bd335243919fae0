/** Saves the record in the body of a documented call, in the same transaction as the call's action. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import type { Row } from '../../platform/db/tables/anyTable.ts';
import { AppError } from '../../platform/errors/errors.ts';
import type { CallContext } from '../context.ts';
import { may } from '../entities/columns.ts';
import { answerWrite } from '../entities/list/actions.ts';
import { writeGuard } from '../entities/write/constraints.ts';
import { createRecordIn, updateRecordIn } from '../entities/write/write.ts';
import { bodyOf, type MappedInput } from './sources.ts';

export interface Saved {
  record: Row;
  isNew: boolean;
}

/** Throws unless the caller may create or change the record in the body. */
export function saveGuard({ session }: Pick<CallContext, 'session'>, entity: Entity, isNew: boolean): void {
  if (!may(session, `${entity.name}:${isNew ? 'create' : 'update'}`)) throw new AppError('http.forbidden');
}

/** Saves the record in the body. Values that belong to the action are removed first. */
export async function saveIn(
  trx: Trx,
  ctx: CallContext,
  entity: Entity,
  input: MappedInput,
  besides: readonly string[],
): Promise<Saved> {
  const values = Object.fromEntries(
    Object.entries(bodyOf(input)).filter(([name]) => !besides.includes(name)),
  );
  const { id, version } = values;
  const isNew = id === undefined;
  saveGuard(ctx, entity, isNew);
  if (isNew) return { record: await createRecordIn(trx, ctx, entity, values), isNew };
  const { record, stale } = await updateRecordIn(trx, ctx, entity, Number(id), Number(version), values);
  if (stale) throw new AppError('entity.stale', {}, { data: await answerWrite(entity, record, ctx) });
  return { record, isNew };
}

/** Runs in one transaction. Database errors are reported as for any write. */
export const savedGuard = <T>(
  { db, session, lang }: CallContext,
  entity: Entity,
  run: (trx: Trx) => Promise<T>,
): Promise<T> => writeGuard(db, entity, { deleting: false, lang }, () => db.tenant(session.tenantId, run));
