import type { Entity } from '../../../../runtime/core/definitions/entities.ts';
import { recordHas } from '../../../../runtime/core/rules/recordHas.ts';
import type { Values } from '../../../../runtime/core/rules/rule.ts';
import { ownedFields } from '../../../../runtime/core/rules/states.ts';
import { listAskedKeys, type UniqueKey } from '../../../../runtime/core/uniqueKeys.ts';
import { type AnyTrx, trxAny } from '../../../platform/db/tables/anyTable.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import { recordScope } from '../../access/recordScope.ts';
import type { CallContext } from '../../context.ts';
import { type Columns, columnsOf, fieldSeen, listHiddenFields } from '../columns.ts';
import { isFilterValue } from '../list/filterValue.ts';
import { requireRecord } from './write.ts';

/** The values of a key; null when one is missing, hidden from the asker, or can't be stored anyway. */
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

async function isKeyTaken(
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
 * The fields whose value another record of the tenant has already, visible to the caller or not. For callers who could
 * also find out by saving.
 */
export async function findTakenValues(
  ctx: CallContext,
  entity: Entity,
  { id, values }: { id?: number; values: Values },
): Promise<string[]> {
  const { db, session } = ctx;
  const scope = recordScope(session, entity, id === undefined ? 'create' : 'update');
  if (scope === null) throw new AppError('http.forbidden');
  const columns = columnsOf(entity, session);
  const hidden = listHiddenFields(entity, session);
  for (const field of Object.keys(values)) fieldSeen(hidden, field, `/values/${field}`);
  return db.tenant(session.tenantId, async (trx) => {
    const asked = listAskedKeys(entity).filter(({ fields }) => fields.some((field) => field in values));
    if (asked.length === 0) return [];
    // A key of several fields is complete only with those that stay as they are.
    const stored =
      id === undefined
        ? Object.fromEntries(ownedFields(entity))
        : await requireRecord(trx, session, entity, id, 'update');
    const whole = { ...stored, ...values };
    const taken = new Set<string>();
    for (const unique of asked.filter(({ where }) => recordHas(whole, where))) {
      const key = keyValues(columns, unique.fields, whole);
      const field = unique.fields.findLast((one) => one in values);
      if (key && field && (await isKeyTaken(trxAny(trx), entity, unique, key, id))) taken.add(field);
    }
    return [...taken];
  });
}
