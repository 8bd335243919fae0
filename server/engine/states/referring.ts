/** Finds the records that refer to a record, for effects on their people. */
import { sql } from 'kysely';
import type { Effect } from '../../../generated/definition.ts';
import { type Entity, entityOf } from '../../../runtime/core/definitions/entities.ts';
import type { Trx } from '../../platform/db/index.ts';
import { type Row, trxAny } from '../../platform/db/tables/anyTable.ts';
import { takenSql } from '../derived/rollupSql.ts';
import { fieldsOf } from '../entities/columns.ts';

/** Records of one entity. */
interface Referring {
  entity: Entity;
  rows: Row[];
}

type Notify = Extract<Effect, { do: 'notify' }>;

/**
 * The records that refer to this one by the field that the effect names; of lines, the records that hold them. Without
 * such a field it is the record itself.
 */
export async function findReferring(
  trx: Trx,
  entity: Entity,
  record: Row,
  { of, where }: Pick<Notify, 'of' | 'where'>,
): Promise<Referring> {
  if (of === undefined) return { entity, rows: [record] };
  const [name = '', ref = ''] = of.split('.');
  const child = entityOf(name);
  const value = record[fieldsOf(child)[ref]?.['x-refKey'] ?? 'id'];
  const holder = child.of?.in === 'form' ? child.of.field : undefined;
  const { 'x-ref': above = '', 'x-refKey': key = 'id' } = fieldsOf(child)[holder ?? ''] ?? {};
  const target = holder === undefined ? child : entityOf(above);
  const found = trxAny(trx).selectFrom(`${target.name} as c`).selectAll('c').orderBy('c.id');
  const referring =
    holder === undefined
      ? found.where(`c.${ref}`, '=', value)
      : found.where(`c.${key}`, 'in', trxAny(trx).selectFrom(name).select(holder).where(ref, '=', value));
  const taken = takenSql(where).reduce((query, part) => query.where(sql<boolean>`${part}`), referring);
  return { entity: target, rows: await taken.execute() };
}
