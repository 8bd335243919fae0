/** Lists the records that refer to a record, in the error for its refused deletion. */

import type { EntityDefinition } from '../../../../generated/definition.ts';
import { entityRegistry } from '../../../../runtime/core/definitions/entities.ts';
import { nearLang } from '../../../../runtime/core/text/lang.ts';
import { pickText } from '../../../../runtime/core/text/pickText.ts';
import { trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { type EntityName, seen } from '../../access/scopedRecords.ts';
import type { CallContext } from '../../context.ts';
import { fieldsOf } from '../columns.ts';
import { writeGuard } from './constraints.ts';

const NAMES = 5;
const LISTED = {
  zh: { begin: '（', between: '、', end: '）' },
  en: { begin: ': ', between: ', ', end: '' },
} as const;

type Step = Pick<CallContext, 'db' | 'session' | 'lang'>;

/**
 * Reads the names of records of `user` that refer to the record, if the caller may list them. Reads one more name
 * than is shown.
 */
async function readUsers(
  { db, session }: Step,
  entity: EntityDefinition,
  user: EntityDefinition,
  id: number,
): Promise<string[]> {
  const refs = Object.entries(fieldsOf(user)).flatMap(
    ([name, { 'x-ref': target, 'x-refKey': key = 'id' }]) => (target === entity.name ? [{ name, key }] : []),
  );
  if (refs.length === 0) return [];
  return db.tenant(session.tenantId, async (trx) => {
    const record = await trxAny(trx)
      .selectFrom(entity.name)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (!record) return [];
    const rows = await trxAny(trx)
      .selectFrom(seen(trx, session, user.name as EntityName).as('h'))
      .select(`h.${user.label} as label`)
      .where((eb) => eb.or(refs.map(({ name, key }) => eb(`h.${name}`, '=', record[key]))))
      .orderBy('h.id')
      .limit(NAMES + 1)
      .execute();
    return rows.flatMap(({ label }) => (label === null || label === undefined ? [] : [String(label)]));
  });
}

async function nameUsers(
  ctx: Step,
  entity: EntityDefinition,
  id: number,
  error: AppError,
): Promise<AppError> {
  const { lang } = ctx;
  const userEntity = entityRegistry.all().find(({ name }) => name === error.extras.holder);
  const names = userEntity ? await readUsers(ctx, entity, userEntity, id) : [];
  if (!userEntity || names.length === 0) return error;
  const { begin, between, end } = LISTED[nearLang(lang)];
  const listed = names.slice(0, NAMES).join(between) + (names.length > NAMES ? ' …' : '');
  return error.with(error.extras, { user: `${pickText(userEntity.title, lang)}${begin}${listed}${end}` });
}

/** Runs the deletion of a record. If referring records prevent it, the error lists them. */
export async function deletionGuard<T>(
  ctx: Step,
  entity: EntityDefinition,
  id: number,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await writeGuard(ctx.db, entity, { deleting: true, lang: ctx.lang }, run);
  } catch (error) {
    if (error instanceof AppError && error.key === 'entity.inUse')
      throw await nameUsers(ctx, entity, id, error);
    throw error;
  }
}
