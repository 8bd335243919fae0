import type { Entity } from '../../runtime/core/definitions/entities.ts';
import type { Values } from '../../runtime/core/rule.ts';
import { record_scope } from '../access/index.ts';
import type { CallContext } from '../context.ts';
import { AppError } from '../http/errors.ts';
import { type Columns, columns_of, field_seen, fields_hidden } from './columns.ts';
import { value_fits } from './filterValue.ts';
import { type AnyTrx, trx_any } from './query.ts';
import { record_require } from './write.ts';

/** The values of a key; null when one is missing, hidden from the asker, or can't be stored anyway. */
function key_values(
  columns: Columns,
  fields: readonly string[],
  values: Values,
): (string | number | boolean)[] | null {
  const found = fields.map((field) => {
    const type = columns.get(field);
    const value = values[field];
    return type && value_fits(field, type, value) ? value : null;
  });
  return found.some((value) => value === null) ? null : (found as (string | number | boolean)[]);
}

async function key_isTaken(
  trx: AnyTrx,
  entity: Entity,
  fields: readonly string[],
  key: readonly (string | number | boolean)[],
  id: number | undefined,
): Promise<boolean> {
  let query = trx.selectFrom(entity.name).select('id');
  for (const [index, field] of fields.entries()) query = query.where(field, '=', key[index]);
  if (id !== undefined) query = query.where('id', '<>', id);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The fields whose value another record of the tenant has already, whoever may see that one. For whoever could also
 * find out by saving.
 */
export async function values_taken(
  ctx: CallContext,
  entity: Entity,
  { id, values }: { id?: number; values: Values },
): Promise<string[]> {
  const { db, session } = ctx;
  const scope = record_scope(session, entity, id === undefined ? 'create' : 'update');
  if (scope === null) throw new AppError('http.forbidden');
  const columns = columns_of(entity, session);
  const hidden = fields_hidden(entity, session);
  for (const field of Object.keys(values)) field_seen(hidden, field, `/values/${field}`);
  return db.tenant(session.tenantId, async (trx) => {
    const asked = (entity.unique ?? []).filter((fields) => fields.some((field) => field in values));
    if (asked.length === 0) return [];
    // A key of several fields is complete only with those that stay as they are.
    const stored = id === undefined ? {} : await record_require(trx, session, entity, id, 'update');
    const taken = new Set<string>();
    for (const fields of asked) {
      const key = key_values(columns, fields, { ...stored, ...values });
      const field = fields.findLast((one) => one in values);
      if (key && field && (await key_isTaken(trx_any(trx), entity, fields, key, id))) taken.add(field);
    }
    return [...taken];
  });
}
