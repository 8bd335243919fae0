/** Names the record that already has the value of a key over several entities. */
import type { EntityDefinition } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type EntityName, seen } from '../../access/scopedRecords.ts';
import type { CallContext } from '../../context.ts';
import { writeGuard } from './constraints.ts';

const BEFORE_NAME = { zh: '', en: ' ' } as const;

type Step = Pick<CallContext, 'db' | 'session' | 'lang'>;

/** Adds the name of the other record to the error, if the caller may list that record. */
async function nameOwner({ db, session, lang }: Step, error: AppError): Promise<AppError> {
  const { holder: name, holderId } = error.extras;
  const ownerEntity = entityRegistry.all().find((entity) => entity.name === name);
  if (!ownerEntity || holderId === undefined) return error;
  const record = await db.tenant(session.tenantId, (trx) =>
    trxAny(trx)
      .selectFrom(seen(trx, session, ownerEntity.name as EntityName).as('h'))
      .select(`h.${ownerEntity.label} as label`)
      .where('h.id', '=', holderId)
      .executeTakeFirst(),
  );
  if (record?.label === null || record?.label === undefined) return error;
  const title = `${pickText(ownerEntity.title, lang)}${pickText(BEFORE_NAME, lang)}“${String(record.label)}”`;
  return error.with(error.extras, { title });
}

/** Runs the write of a record. If another record has a value of a shared key, the error names that record. */
export async function keyGuard<T>(ctx: Step, entity: EntityDefinition, run: () => Promise<T>): Promise<T> {
  try {
    return await writeGuard(ctx.db, entity, { deleting: false, lang: ctx.lang }, run);
  } catch (error) {
    if (error instanceof AppError && error.key === 'entity.takenAcross') throw await nameOwner(ctx, error);
    throw error;
  }
}
