/** Checks whether the current definition still accepts old values. */
import type { Entity } from '../../../runtime/core/definitions/entities.ts';
import type { Values } from '../../../runtime/core/rules/rule.ts';
import type { Lang } from '../../../runtime/core/text/lang.ts';
import type { Trx } from '../../platform/db/index.ts';
import { trxAny } from '../../platform/db/tables/anyTable.ts';
import { AppError, type FieldError } from '../../platform/errors/errors.ts';
import { checkDictionary } from '../dictionary/check.ts';
import { fieldsOf } from '../entities/columns.ts';
import { checkLinks } from '../entities/write/links.ts';
import { checkChange } from '../entities/write/recordValidation.ts';
import { allColumns } from '../entities/write/writableColumns.ts';
import type { WriteStep } from '../entities/write/writeStep.ts';

/** Returns the errors of `values` as replacements for values of `before`. */
export async function valuesWrong(
  trx: Trx,
  ctx: WriteStep,
  entity: Entity,
  values: Values,
  before: Values,
): Promise<readonly FieldError[]> {
  const misfits = checkChange(entity, values, ctx.lang, '');
  if (misfits.length > 0) return misfits;
  try {
    await checkDictionary(trx, ctx, entity, { ...before, ...values }, before);
    return [];
  } catch (error) {
    if (error instanceof AppError && error.extras.errors) return error.extras.errors;
    throw error;
  }
}

/** Returns the errors of the first invalid record. */
export async function recordsWrong(
  trx: Trx,
  entity: Entity,
  ids: readonly number[],
  lang: Lang,
): Promise<readonly FieldError[]> {
  const fields = fieldsOf(entity);
  // Encrypted fields are excluded, because their stored values are not the entered values.
  const names = allColumns(entity).filter(
    (name) => fields[name] && !fields[name].readOnly && !fields[name].writeOnly,
  );
  const rows = await trxAny(trx).selectFrom(entity.name).select(names).where('id', 'in', ids).execute();
  for (const row of rows) {
    const errors = checkChange(entity, row, lang, '');
    if (errors.length > 0) return errors;
  }
  await checkLinks(
    trx,
    entity,
    rows.map((after) => ({ before: {}, after })),
    lang,
  );
  return [];
}
