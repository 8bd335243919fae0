import { sql } from 'kysely';
import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { fieldsAcross, fieldsApart } from '../../../../runtime/core/rules/across.ts';
import { closingMonth } from '../../../../runtime/core/rules/lockedRecords.ts';
import { recordHas } from '../../../../runtime/core/rules/recordHas.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { ownedFields } from '../../../../runtime/core/rules/states.ts';
import { listAskedKeys, type UniqueKey } from '../../../../runtime/core/uniqueKeys.ts';
import type { Trx } from '../../../platform/db/index.ts';
import { type AnyTrx, type Row, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { runStatement, runStatements } from '../../../platform/db/tenant.ts';
import { AppError, answerError } from '../../../platform/errors/errors.ts';
import { recordScope } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';
import { askAcross, askApart, isHeldApart } from '../../derived/acrossQuestions.ts';
import { closedError, closedQuery } from '../../derived/periods.ts';
import { type Columns, columnsOf, fieldSeen, listHiddenFields } from '../columns.ts';
import { isFilterValue } from '../list/filterValue.ts';
import { valueStep } from './valueStep.ts';
import { requireRecord } from './write.ts';

/** Returns the values of a key. Null if one is missing, hidden from the caller, or cannot be stored. */
function keyValues(
  columns: Columns,
  fields: readonly string[],
  values: Values,
): (string | number | boolean)[] | null {
  const found = fields.map((field) => {
    const type = columns.get(field);
    const value = values[field];
    return type && isFilterValue(field, type, value) ? value : null;
  });
  return found.some((value) => value === null) ? null : (found as (string | number | boolean)[]);
}

async function isKeyUsed(
  trx: AnyTrx,
  entity: Entity,
  { fields, where = {} }: UniqueKey,
  key: readonly (string | number | boolean)[],
  id: number | undefined,
): Promise<boolean> {
  let query = trx.selectFrom(entity.name).select('id');
  for (const [index, field] of fields.entries()) query = query.where(field, '=', key[index]);
  for (const [field, value] of Object.entries(where))
    query =
      value === null
        ? query.where(field, 'is', null)
        : query.where(field, Array.isArray(value) ? 'in' : '=', value);
  if (id !== undefined) query = query.where('id', '<>', id);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Returns the fields whose value another record of the tenant already has, even if the caller cannot see that record.
 */
async function findUsedValues(
  trx: AnyTrx,
  entity: Entity,
  columns: Columns,
  { id, values, whole }: UniqueCheck,
): Promise<string[]> {
  const checked = listAskedKeys(entity).filter(({ fields }) => fields.some((field) => field in values));
  const used = new Set<string>();
  for (const unique of checked.filter(({ where }) => recordHas(whole, where))) {
    const key = keyValues(columns, unique.fields, whole);
    const field = unique.fields.findLast((one) => one in values);
    if (key && field && (await isKeyUsed(trx, entity, unique, key, id))) used.add(field);
  }
  for (const { key, fields } of entity.uniqueAcross ?? []) {
    const found = keyValues(columns, fields, whole);
    const field = fields.findLast((one) => one in values);
    if (found && field && (await isSharedUsed(trx, entity, key, found, id))) used.add(field);
  }
  return [...used];
}

/** Returns whether another record, of this or another entity, has the value of a key over several entities. */
async function isSharedUsed(
  trx: AnyTrx,
  entity: Entity,
  key: string,
  found: readonly (string | number | boolean)[],
  id = 0,
): Promise<boolean> {
  const value = JSON.stringify(found.map(String));
  const { rows } = await sql`
    select from shared_key where key = ${key} and value = (${value}::jsonb)::text
       and (entity, record_id) <> (${entity.name}, ${id})`.execute(trx);
  return rows.length > 0;
}

/** The input of the form, and the resulting record. */
interface UniqueCheck {
  id: number | undefined;
  values: Values;
  whole: Values;
}

/** Returns violations of rules about other records, if one of the rule's fields was entered. */
async function findObstacles(
  trx: Trx,
  { session, lang, zone }: CallContext,
  entity: Entity,
  columns: Columns,
  { values, whole }: UniqueCheck,
): Promise<{ field: string; text: string }[]> {
  const isAffected = (fields: readonly string[]) =>
    fields.some((name) => name in values) &&
    fields.every((name) => isFit(columns, name, whole[name] ?? null));
  const step = { lang, zone, context: valueStep({ session, lang, zone }).context };
  const { tenantId } = session;
  const questions = [
    ...(entity.apart ?? [])
      .filter((apart) => isAffected(fieldsApart(apart)) && isHeldApart(apart, whole))
      .map((apart) => askApart(entity, tenantId, apart, [whole], step)),
    ...(entity.across ?? [])
      .filter((across) => isAffected(fieldsAcross(entity, across)))
      .map((across) => askAcross(entity, tenantId, across, [whole], step)),
  ];
  const answers = await runStatements<Row[]>(trx, ...questions.map(({ question }) => question));
  return [
    ...questions.flatMap(({ read }, at) =>
      read(answers[at] ?? []).map(({ field, text }) => ({ field, text })),
    ),
    ...(await findClosed(trx, { tenantId, lang }, entity, values)),
  ];
}

/** Adds an error if an entered day is in a closed month. */
async function findClosed(
  trx: Trx,
  { tenantId, lang }: { tenantId: number; lang: CallContext['lang'] },
  entity: Entity,
  values: Values,
): Promise<{ field: string; text: string }[]> {
  const { period } = entity;
  const month = period && closingMonth(entity, values);
  if (!month) return [];
  const closed = await runStatement(trx, closedQuery(tenantId, period.kind, [month]));
  return closed.map(() => ({
    field: period.day,
    text: answerError(closedError(entity, month), lang).body.msg,
  }));
}

function isFit(columns: Columns, name: string, value: unknown): boolean {
  const type = columns.get(name);
  return type !== undefined && (value === null || isFilterValue(name, type, value));
}

/**
 * Checks a record against other records before it is saved: unique values, and rules about other records. Only for
 * users who may save it, because saving would reveal the same.
 */
export async function askOthers(
  ctx: CallContext,
  entity: Entity,
  { id, values }: { id?: number; values: Values },
): Promise<{ taken: string[]; beyond: { field: string; text: string }[] }> {
  const { db, session } = ctx;
  const scope = recordScope(session, entity, id === undefined ? 'create' : 'update');
  if (scope === null) throw new AppError('http.forbidden');
  const columns = columnsOf(entity, session);
  const hidden = listHiddenFields(entity, session);
  for (const field of Object.keys(values)) fieldSeen(hidden, field, `/values/${field}`);
  return db.tenant(session.tenantId, async (trx) => {
    // A key of several fields also depends on fields that were not entered.
    const stored =
      id === undefined
        ? { ...Object.fromEntries(ownedFields(entity)), createdBy: session.userId }
        : await requireRecord(trx, session, entity, id, 'update');
    const check = { id, values, whole: { ...stored, ...values } };
    const taken = await findUsedValues(trxAny(trx), entity, columns, check);
    return { taken, beyond: await findObstacles(trx, ctx, entity, columns, check) };
  });
}
